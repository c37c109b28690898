import type { BrowserEngine } from '../../engines/browser/browser-engine.ts';
import type { CodeRecorder } from '../../engines/browser/media/code-recorder.ts';
import type { Secrets } from '../../engines/browser/secrets/secrets.ts';
import type { KeepPicture } from '../../kernel/keep-picture.ts';
import type { OutputFolder } from '../../kernel/output.ts';
import type { Caller, Reply } from '../../kernel/tool.ts';
import type { Answers } from '../../report/browser-style.ts';
import type { CodeLanguage } from '../../report/code/code-step.ts';
import type { Lifetime } from './lifetime.ts';
import type { PageMemory } from './page-memory.ts';

/** Another browser than the usual one, for one call. */
export interface Elsewhere {
  readonly deps: BrowserDeps;
  /** Does the work there, and fails at once when that browser dies. */
  use<T>(work: () => Promise<T>): Promise<T>;
}

/** What the browser tools work on. */
export interface BrowserDeps {
  readonly engine: BrowserEngine;
  /** How answers look. */
  readonly answers: Answers;
  readonly output: OutputFolder;
  /** How answers name files. */
  readonly paths: 'relative' | 'absolute';
  readonly secrets: Secrets;
  readonly memory: PageMemory;
  readonly lifetime: Lifetime;
  readonly recorder: CodeRecorder;
  /** In which recordings are written. */
  readonly codeLanguage: CodeLanguage;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** How long the verify tools wait, in milliseconds. */
  readonly expectMs: number;
  /** Several clients share the browser, so none may close it. */
  readonly isShared: boolean;
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
