import type { ResourceLink } from '../kernel/content.ts';
import type { Fault } from '../kernel/fault.ts';
import type { Pattern } from '../kernel/pattern.ts';
import type { CodeCheck, CodeLine, CodeStep } from './code/code-step.ts';

/** What a browser tool did and found, as plain data. A style makes an answer of it; no tool knows which. */
export interface BrowserResult {
  /** What was done, in our words and without a word of the page. */
  readonly done?: string | undefined;
  /** It failed, and yet there is all the rest to tell. */
  readonly failed?: Fault | undefined;
  readonly results?: readonly ResultText[] | undefined;
  /** What was current before, where another is now. */
  readonly before?: string | undefined;
  /** The same as lines of a test. */
  readonly code?: readonly (CodeStep | CodeCheck | CodeLine)[] | undefined;
  readonly outcome?: ActionOutcome | undefined;
  /** What should be said of the page: what changed on it, only where it is, or nothing. */
  readonly show?: 'changes' | 'page' | 'nothing' | undefined;
  /** What the caller wants to look at. */
  readonly view?: View | undefined;
  readonly data?: Readonly<Record<string, unknown>> | undefined;
  /** Files that were written. */
  readonly files?: readonly ResourceLink[] | undefined;
}

export interface ResultText {
  readonly text: string;
  /** The page wrote it (a value it returned, text it shows), not the server. */
  readonly fromPage: boolean;
}

export const ownText = (text: string): ResultText => ({ text, fromPage: false });
export const pageText = (text: string): ResultText => ({ text, fromPage: true });

/** What an action did to its page. */
export interface ActionOutcome {
  readonly settledBy: string;
  /** Another document came. */
  readonly navigated?: boolean;
  readonly problems: readonly Pick<ConsoleMessage, 'level' | 'text' | 'url'>[];
  readonly seen?: SeenBeside | undefined;
}

/** What happened to a document that no outline tells of. */
export interface SeenBeside {
  readonly changes: number;
  readonly scrolled: readonly string[];
  readonly altered: readonly string[];
  readonly focus?: string;
  readonly selection?: string;
}

interface ConsoleView {
  readonly kind: 'console';
  readonly level?: ConsoleLevel | undefined;
  /** The last so many. */
  readonly limit?: number | undefined;
  readonly all: boolean;
}

interface RequestsView {
  readonly kind: 'requests';
  readonly filter: Pattern;
  readonly isStaticToo: boolean;
  readonly isFailedOnly: boolean;
  /** As they came, or the slowest first. */
  readonly sort: 'time' | 'duration';
}

/** Something to look at: how it is read, cut and written is a matter of style. With a file name it goes there. */
export type View = { readonly filename?: string | undefined } & (
  | SnapshotView
  | ({ readonly kind: 'matches' } & ElementQuery)
  | ConsoleView
  | RequestsView
  | { readonly kind: 'request'; readonly index: number; readonly part?: RequestPart | undefined }
  | PictureView
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'tabs'; readonly tabs: readonly TabEntry[]; readonly context: string }
  | CookiesView
  | { readonly kind: 'routes'; readonly routes: readonly RouteEntry[] }
  | { readonly kind: 'locator'; readonly target: string }
  | MarkedView
  | TraceView
  | { readonly kind: 'paused'; readonly script?: PausedScript | undefined }
);
export type ViewOf<Kind extends View['kind']> = Extract<View, { readonly kind: Kind }>;

export interface TreePart {
  readonly root?: string | undefined;
  readonly depth?: number | undefined;
  readonly boxes?: boolean | undefined;
}

interface SnapshotView extends TreePart {
  readonly kind: 'snapshot';
  readonly unfold?: string | undefined;
  readonly interactive?: boolean | undefined;
  readonly allRefs?: boolean | undefined;
  /** Most characters. */
  readonly budget?: number | undefined;
}

export interface ElementQuery {
  readonly text?: string | undefined;
  readonly regex?: Pattern | undefined;
  readonly role?: string | undefined;
  readonly name?: string | undefined;
  readonly exact?: boolean | undefined;
  readonly limit?: number | undefined;
}

export const CONSOLE_LEVELS = ['error', 'warning', 'info', 'debug'] as const;
export type ConsoleLevel = (typeof CONSOLE_LEVELS)[number];

export interface ConsoleMessage {
  readonly level: ConsoleLevel;
  /** The console method, or `pageerror` for an exception that nobody caught. */
  readonly type: string;
  readonly text: string;
  readonly url: string;
  /** Counted from one; 0 when unknown. */
  readonly line: number;
  readonly column: number;
  /** Microseconds since the epoch. */
  readonly time: number;
}

export interface RequestEntry {
  readonly number: number;
  readonly method: string;
  readonly url: string;
  readonly type: string;
  readonly state: 'pending' | 'done' | 'failed';
  readonly status?: number;
  readonly statusText?: string;
  readonly mimeType?: string;
  readonly size?: number;
  readonly ms?: number;
  readonly failure?: string;
}

export const REQUEST_PARTS = [
  'request-headers',
  'request-body',
  'response-headers',
  'response-body',
] as const;
type RequestPart = (typeof REQUEST_PARTS)[number];

interface PictureView {
  readonly kind: 'picture';
  readonly bytes: Uint8Array;
  readonly mimeType: string;
  readonly type: string;
  readonly width: number;
  readonly height: number;
  /** Of the picture to what it shows. */
  readonly scale: number;
  /** What it shows: an element, as it was called and as code has it, or else the page or its viewport. */
  readonly target?: string | undefined;
  readonly element?: string | undefined;
  readonly on?: string | undefined;
  readonly fullPage?: boolean | undefined;
  /** What the name of its file begins with. */
  readonly stem: string;
  /** The pixels that were asked for. */
  readonly pixels?: 'css' | 'device' | undefined;
  /** By which the screen tools know it. */
  readonly id?: string | undefined;
}

interface TabEntry {
  readonly index: number;
  readonly id: string;
  readonly title: string;
  readonly url: string;
  readonly context: string;
  readonly isCurrent: boolean;
  readonly isCrashed: boolean;
}

export type CookieEntry = Readonly<Record<'name' | 'value' | 'domain' | 'path', string>>;

interface CookiesView {
  readonly kind: 'cookies';
  /** Whatever the domain. */
  readonly all: readonly CookieEntry[];
  /** Of the domain that was asked for, and its subdomains. */
  readonly ofDomain: readonly CookieEntry[];
  readonly domain?: string | undefined;
}

export interface RouteEntry {
  readonly pattern: string;
  readonly hits?: number;
  readonly status?: number | undefined;
  readonly body?: string | undefined;
  readonly contentType?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly removeHeaders?: readonly string[] | undefined;
}

/** An element that was marked in the page, or whose mark was taken off. */
interface MarkedView {
  readonly kind: 'marked';
  readonly done: string;
  readonly target: string;
  readonly element?: string | undefined;
}

/** A script that drives the same browser and waits: what it is about to do, and where that is written. */
export interface PausedScript {
  readonly title: string;
  readonly file: string;
  readonly line?: number | undefined;
}

interface TraceView {
  readonly kind: 'trace';
  /** Where the files of the trace lie when they are unpacked. */
  readonly folder: string;
  readonly name: string;
  /** Once it has ended; `unpack` puts those files in its place. */
  readonly zip?: { readonly link: ResourceLink; unpack(): Promise<void> } | undefined;
}
