import type { ResultText } from './browser-result.ts';
import type { ModalFacts } from './browser-style.ts';

/** All that an answer may say, as plain data: what a style has gathered, before it is put into words. */
export interface BrowserAnswer {
  /** What was done, in the server's own words. */
  readonly done?: string | undefined;
  readonly errors?: readonly string[] | undefined;
  readonly results?: readonly ResultText[] | undefined;
  readonly code?: AnswerCode | undefined;
  /** All tabs of the context, in order. */
  readonly tabs?: readonly AnswerTab[] | undefined;
  /** Given when the answer should head with the page: it has a snapshot, or its address or title changed. */
  readonly page?: AnswerPage | undefined;
  readonly modals?: readonly ModalFacts[] | undefined;
  readonly snapshot?: AnswerSnapshot | undefined;
  /** What the action changed. */
  readonly changes?: AnswerChanges | undefined;
  readonly console?: AnswerConsole | undefined;
  readonly downloads?: readonly AnswerDownload[] | undefined;
}

export interface AnswerCode {
  readonly language: 'typescript' | 'python' | 'java' | 'csharp';
  readonly lines: readonly string[];
}

export interface AnswerTab {
  readonly title: string;
  readonly url: string;
  readonly isCurrent: boolean;
  readonly isCrashed?: boolean | undefined;
}

export interface AnswerPage {
  readonly url: string;
  readonly title: string;
  /** The address differs from what the agent was last told. */
  readonly isNew: boolean;
  readonly isCrashed?: boolean | undefined;
  readonly status?: { readonly code: number; readonly text: string } | undefined;
  /** Since the document was loaded. */
  readonly errors: number;
  readonly warnings: number;
}

export interface AnswerSnapshot {
  /** The tree, or the path of the file it was saved in. */
  readonly text?: string | undefined;
  readonly file?: string | undefined;
  readonly elements?: number | undefined;
  readonly omitted?: number | undefined;
}

export interface AnswerChanges {
  readonly kind: 'none' | 'diff' | 'page';
  readonly text: string;
  readonly elements: number;
  readonly omitted: number;
}

export interface AnswerConsole {
  /** Errors that came with this action, one text each. */
  readonly newErrors: readonly string[];
  /** Where all new entries were saved: `….log#L1-L3`. */
  readonly link?: string | undefined;
}

export interface AnswerDownload {
  readonly name: string;
  /** Undefined while it is still running. */
  readonly path?: string | undefined;
  readonly bytes?: number | undefined;
  /** Why it came to nothing. */
  readonly failure?: string | undefined;
}

export const statusOf = (
  arrival: { readonly status: number; readonly statusText: string } | undefined,
): AnswerPage['status'] => arrival && { code: arrival.status, text: arrival.statusText };
