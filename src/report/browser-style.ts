import type { Fault, RenderFault } from '../kernel/fault.ts';
import type { WrittenFile } from '../kernel/output.ts';
import type { Reply } from '../kernel/tool.ts';
import type {
  BrowserResult,
  ConsoleLevel,
  ConsoleMessage,
  ElementQuery,
  PausedScript,
  RequestEntry,
  TreePart,
  ViewOf,
} from './browser-result.ts';
import type { CodeLanguage } from './code/code-step.ts';

/** How browser tools answer: a plug-in. What it writes is its own; what it reads it asks of an AnswerSource. */
export interface BrowserStyle {
  readonly name: string;
  /** How to read its answers, for the server's instructions. */
  readonly legend?: string;
  /** The folder for files, below the client's own. */
  readonly outputFolder: string;
  /** How snapshots name elements: by one count over all pages, or by one for each frame. */
  readonly refs: 'short' | 'framed';
  /** Arguments of a tool that are not for its clients: lists leave them out. */
  readonly hides?: (tool: string) => readonly string[];
  /** Toolsets that its clients expect besides those that they asked for. */
  readonly caps: (asked: readonly string[]) => readonly string[];
  /** A failed call, where it does not look as the profile has it. */
  readonly renderFault?: RenderFault;
  /** Loaded with the browser. */
  answers(settings: AnswerSettings): Promise<Answers>;
}

export interface AnswerSettings {
  /** Most characters of page text in an answer. */
  readonly budget: number;
  /** Whether actions tell what the page shows. */
  readonly hasSnapshots: boolean;
  readonly boxes: boolean;
  /** undefined: no code. */
  readonly codegen: CodeLanguage | undefined;
  readonly consoleLevel: ConsoleLevel;
  readonly images: 'inline' | 'file' | 'omit' | 'only';
}

export interface Answers {
  /** Whether tools must find out how a test would name their elements before they act on them. */
  readonly showsCode: boolean;
  /** Before a tool runs: raises what is in its way, and may give other arguments to it. */
  before?(call: StyledCall, source: AnswerSource): Promise<StyledCall['args'] | undefined>;
  /** A failure that is none here: what is answered instead. */
  pardon?(fault: Fault, call: StyledCall): BrowserResult | undefined;
  render(call: StyledCall, result: BrowserResult, source: AnswerSource): Promise<Reply>;
  /** What is told of a failed call besides the fault, which takes it along to `renderFault`. */
  account?(failed: Fault, call: StyledCall, result: BrowserResult, source: AnswerSource): Promise<unknown>;
}

/** A call as a style sees it. */
export interface StyledCall {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** The modal state that the tool answers. */
  readonly answers?: 'dialog' | 'file chooser' | undefined;
  /** It may be called while the page waits for an answer. */
  readonly isFree?: boolean | undefined;
}

/** What a style may ask for while it answers one call. */
export interface BrowserNotice {
  readonly kind: 'browser-restarted' | 'page-crashed' | 'handed-back' | 'handed-over';
  readonly words: string;
}

export interface AnswerSource {
  /** The page that the call is about, also when it is gone by now: to read it says so. */
  readonly asked: PageSource | undefined;
  /** The same, unless it is gone. */
  readonly page: PageSource | undefined;
  /** The same, or the page that is the current one in its stead. */
  readonly current: PageSource | undefined;
  /** The tabs of the call's context, or of a named one, in their order, and which is the current one. */
  tabs(context?: string): { readonly tabs: readonly PageFacts[]; readonly active?: PageFacts | undefined };
  /** Ids of tabs that have come since this was last asked, but for the page itself. */
  newTabs(): readonly string[];
  readonly contexts: number;
  /** A script that is paused in the context. */
  readonly paused: PausedScript | undefined;
  /** What happened to the browser between the calls. */
  notices(): readonly BrowserNotice[];
  readonly downloads: DownloadSource;
  hideSecrets<T>(value: T): T;
  /** Writes a file where the caller said, or under a name of ours, such as `page-TIME.yml`, in the output folder. */
  save(filename: string | undefined, own: OwnName, content: string | Uint8Array): Promise<SavedFile>;
  /** Adds to a file, and says how many lines. */
  append(path: string, text: string): Promise<number>;
  /** As answers name it. */
  shownPath(path: string): string;
  /** The absolute path that a caller means, and the folders that are open to it. */
  meantPath(path: string): { readonly path: string; readonly folders: readonly string[] };
}

export type OwnName = readonly [stem: string, ending: string, time?: Date];

export interface SavedFile extends WrittenFile {
  /** As answers name it. */
  readonly shown: string;
}

/** What is known of a page, and may be asked without end. */
export interface PageFacts {
  readonly id: string;
  readonly url: string;
  readonly isCrashed: boolean;
  title(): Promise<string>;
  readonly modals: {
    readonly open: readonly ModalFacts[];
    /** Raises MODAL_STATE while one is open. */
    assertFree(): void;
    /** Comes when the next one opens, or after that time. */
    next(ms: number): Promise<void>;
  };
  readonly timeouts: { readonly settle: number };
  readonly video: { readonly isOn: boolean };
  readonly console: {
    readonly last: number;
    readonly counts: Readonly<Record<ConsoleLevel, number>>;
    list(options: { level?: ConsoleLevel; all?: boolean }): readonly ConsoleMessage[];
    since(number: number): readonly ConsoleMessage[];
  };
  readonly network: NetworkSource;
  /** Where everything stood when an address was last opened. */
  readonly opened: Readonly<Record<'time' | 'messages' | 'requests' | 'downloads', number>>;
}

/** A dialog or a file chooser that keeps a page from being used. */
export interface ModalFacts {
  readonly kind: string;
  /** Of a dialog: `alert`, and where it is open when that is another page. */
  readonly type?: string;
  readonly message?: string;
  readonly tab?: string;
  readonly description: string;
  readonly tool: string;
}

/** A page, and how it is read for one call. */
export interface PageSource {
  readonly tab: PageFacts;
  /** Whether the agent was not told of its address yet; from now on it was. */
  isNews(): boolean;
  /** The same of its title. */
  isNewTitle(title: string): boolean;
  /** What is different since the agent last saw it; undefined when a dialog or its end came in between. */
  changes(budget: number): Promise<PageChanges | undefined>;
  /** The outline within a budget; undefined when a dialog came in between. */
  outline(part: Outline): Promise<(Omit<PageChanges, 'kind'> & { readonly title: string }) | undefined>;
  /** The whole tree as Playwright prints it; undefined when a dialog came in between. */
  tree(part: TreePart): Promise<string | undefined>;
  find(query: ElementQuery): Promise<Matches | undefined>;
  isRef(target: string): boolean;
  /** The locator that a test would use for an element. */
  locator(target: string): Promise<string>;
  /** The same, or as the caller wrote it when it is no ref; it may stand for several elements. */
  writtenLocator(target: string): Promise<string>;
  /** Playwright's refs in a text as the agent knows them. */
  inNames(words: string): string;
}

export interface PageChanges {
  readonly kind: 'none' | 'diff' | 'page';
  readonly text: string;
  readonly elements: number;
  readonly omitted: number;
}

export type Outline = Omit<ViewOf<'snapshot'>, 'kind' | 'filename' | 'budget'> & { readonly budget: number };

interface Matches {
  readonly total: number;
  readonly unread?: number;
  readonly found: readonly { readonly line: string; readonly path: readonly string[] }[];
}

export type Headers = Readonly<Record<string, string>>;
interface BothHeaders {
  readonly request: Headers;
  readonly response?: Headers;
}

export interface Arrival {
  readonly status: number;
  readonly statusText: string;
}

export interface NetworkSource {
  readonly last: number;
  /** What the server said of the page's own document. */
  readonly arrival: Arrival | undefined;
  since(number: number): readonly RequestEntry[];
  entry(number: number): RequestEntry;
  headers(number: number): Promise<BothHeaders>;
  /** Those that the page itself gave. */
  ownHeaders(number: number): BothHeaders;
  requestBody(number: number): Uint8Array | undefined;
  responseBody(number: number): Promise<Uint8Array>;
}

export interface DownloadSource {
  readonly last: number;
  list(): readonly DownloadState[];
}

export interface DownloadState {
  readonly number: number;
  /** The id of the tab that it came from. */
  readonly tab: string;
  readonly filename: string;
  readonly path?: string;
  readonly state: string;
  readonly size?: number;
  readonly failure?: string;
}
