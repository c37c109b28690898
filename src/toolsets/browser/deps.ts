import type { BrowserEngine } from '../../engines/browser/browser-engine.ts';
import type { Recordings } from '../../engines/browser/media/recording.ts';
import type { ConsoleLevel } from '../../engines/browser/page/console-log.ts';
import type { Secrets } from '../../engines/browser/secrets/secrets.ts';
import type { KeepPicture } from '../../kernel/keep-picture.ts';
import type { OutputFolder } from '../../kernel/output.ts';
import type { Caller, Reply } from '../../kernel/tool.ts';
import type { CodeLanguage } from './codegen/code-step.ts';
import type { ConsoleFiles } from './console-files.ts';
import type { DownloadNews } from './download-news.ts';
import type { Lifetime } from './lifetime.ts';
import type { PageMemory } from './page-memory.ts';
import type { TabHeaders } from './tab-headers.ts';

/** How answers look. */
export interface AnswerSettings {
  readonly style: 'lean' | 'playwright';
  /** Most characters of page text in an answer. */
  readonly budget: number;
  /** Whether actions tell what the page shows. */
  readonly hasSnapshots: boolean;
  readonly boxes: boolean;
  /** undefined: no code. */
  readonly codegen: CodeLanguage | undefined;
  readonly consoleLevel: ConsoleLevel;
  readonly images: 'inline' | 'file' | 'omit' | 'only';
  readonly paths: 'relative' | 'absolute';
}

/** Another browser than the usual one, for one call. */
export interface Elsewhere {
  readonly deps: BrowserDeps;
  /** Does the work there, and fails at once when that browser dies. */
  use<T>(work: () => Promise<T>): Promise<T>;
}

/** What the browser tools work on. */
export interface BrowserDeps {
  readonly engine: BrowserEngine;
  readonly answers: AnswerSettings;
  readonly output: OutputFolder;
  readonly secrets: Secrets;
  readonly memory: PageMemory;
  readonly lifetime: Lifetime;
  /** What answers in the compatible style said last, of tabs, the console and downloads. */
  readonly headers: TabHeaders;
  readonly consoleFiles: ConsoleFiles;
  readonly downloadNews: DownloadNews;
  readonly recordings: Recordings;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** How long the verify tools wait, in milliseconds. */
  readonly expectMs: number;
  /** Several clients share the browser, so none may close it. */
  readonly isShared: boolean;
  /** Files anywhere may be read, and file: pages opened. */
  readonly isUnrestricted: boolean;
  /** The program that --executable-path names. */
  readonly executablePath: string | undefined;
  /** The instance that a call names, or the session's current one; undefined: the usual browser. */
  elsewhere(instanceId: string | undefined, caller: Caller): Promise<Elsewhere | undefined>;
  /** Where a picture goes that screen tools may be asked about. */
  readonly keepPicture?: KeepPicture;
  /** The settings in force, without secrets. */
  settings(): Readonly<Record<string, unknown>>;
  /** Hides secrets in text that goes to a file. */
  redact(words: string): string;
  /** Told of each answer: for the session's log and the limit of the output folder. */
  answered(call: { tool: string; args: unknown; caller: Caller }, reply: Reply): Promise<void>;
}
