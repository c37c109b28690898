/**
 * What a browser tool has to tell, as plain data. Two renderers read it: the lean one, and the one that
 * writes what playwright-mcp writes.
 */
export interface BrowserAnswer {
  /** What was done, in the server's own words; only the lean answer prints it. */
  readonly done?: string | undefined;
  readonly errors?: readonly string[] | undefined;
  readonly results?: readonly AnswerResult[] | undefined;
  readonly code?: AnswerCode | undefined;
  /** All tabs of the context, in order. */
  readonly tabs?: readonly AnswerTab[] | undefined;
  /** Given when the answer should head with the page: it has a snapshot, or its address or title changed. */
  readonly page?: AnswerPage | undefined;
  readonly modals?: readonly AnswerModal[] | undefined;
  readonly snapshot?: AnswerSnapshot | undefined;
  /** What the action changed; only the lean answer prints it. */
  readonly changes?: AnswerChanges | undefined;
  readonly console?: AnswerConsole | undefined;
  readonly downloads?: readonly AnswerDownload[] | undefined;
  readonly paused?: { readonly title: string; readonly at: string } | undefined;
}

export interface AnswerResult {
  readonly text: string;
  /** The page wrote it (a value it returned, text it shows), not the server. */
  readonly fromPage: boolean;
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

export interface AnswerModal {
  /** `alert dialog`, `file chooser` … */
  readonly kind: string;
  /** As playwright-mcp words it: `"alert" dialog with message "hi"`, `File chooser`. */
  readonly description: string;
  /** What the page says in it. */
  readonly message?: string | undefined;
  /** The tool that handles it. */
  readonly tool: string;
}

export interface AnswerSnapshot {
  /** The tree, or the path of the file it was saved in. */
  readonly text?: string | undefined;
  readonly file?: string | undefined;
  readonly elements?: number | undefined;
  readonly omitted?: number | undefined;
  /** The tree as data, for clients that ask for JSON. */
  readonly json?: unknown;
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
