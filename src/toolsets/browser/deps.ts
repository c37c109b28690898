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

/** What one call works on. */
export interface Place {
  readonly deps: BrowserDeps;
  /** Does the work there; fails at once when an instance dies under it. */
  use<T>(work: () => Promise<T>): Promise<T>;
}

/** What the browser tools are given. */
export interface BrowserPlaces {
  /** The instance that a call names, or its session's current one; else what its session has of the usual browser. */
  at(instanceId: string | undefined, caller: Caller): Promise<Place>;
}

/** What the browser tools work on, once it is known whose call it is. */
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
  /** All clients share the same tabs, so none may close the browser. */
  readonly isShared: boolean;
  /** The program that --executable-path names. */
  readonly executablePath: string | undefined;
  /** Where a picture goes that screen tools may be asked about. */
  readonly keepPicture?: KeepPicture;
  /** The settings in force, without secrets. */
  settings(): Readonly<Record<string, unknown>>;
  /** Hides secrets in text that goes to a file. */
  redact(words: string): string;
  /** Told of each answer: for the session's log and the limit of the output folder. */
  answered(call: { tool: string; args: unknown; caller: Caller }, reply: Reply): Promise<void>;
}
