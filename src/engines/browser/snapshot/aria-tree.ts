import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { SECRET_AUTOCOMPLETE } from '../../../kernel/secret-fields.ts';
import { within } from '../../../kernel/within.ts';
import { insideOf } from '../launch/playwright-inside.ts';
import { treeText } from './aria-tree.page.ts';
import { shielded } from './field-shield.ts';
import { iconWord } from './icon-word.page.ts';
import { longRuns, runTexts, stepOver } from './long-runs.page.ts';

export interface AriaOptions {
  readonly mode: 'ai';
  readonly boxes?: boolean;
  /** How long the page may take, in milliseconds. */
  readonly timeout: number;
  readonly signal?: AbortSignal;
  readonly rows?: LongRows;
}

/** Which of the rows are wanted that are too many to be read; counts those that may be and were not read. */
export interface LongRows {
  readonly wants: ((texts: string) => boolean) | undefined;
  unread: number;
}

/** A frame on Playwright's own side, as far as it matters here. */
interface InnerFrame {
  readonly selectors: {
    resolveFramesForSelector(target: Selection): Promise<readonly { readonly frame: InnerFrame }[]>;
    callOnSelector(
      target: Selection & { readonly callWithoutMatches: boolean },
      source: string,
      argument: unknown,
    ): Promise<{ readonly result: string } | null>;
  };
  /** Nothing while the frame waits for its first document. */
  existingContext(world: 'utility'): object | null | undefined;
}

interface Selection {
  readonly selector: string;
  readonly strict: boolean;
}

interface FrameTree {
  readonly json: RawNode[];
  readonly iframeRefs: readonly string[];
  readonly unread: number;
}

type RawNode =
  | string
  | { role?: unknown; ref?: unknown; text?: unknown; children?: RawNode[]; busy?: boolean };

const ROOT = 'body,frameset';
/** A document that has no body by then has none to come, or none that anybody sees. */
const BODY_MS = 1_000;
/** A frame that hangs must not keep back the page around it, and one that waits for its server still less. */
const FRAME_MS = 2_000;
const EMPTY_FRAME_MS = 250;
const AGAIN_MS = 50;

/**
 * The tree that `page.ariaSnapshotJSON` gives, made by the same walk in the same world, but brought over as one
 * text: to hand out the tree of a long page element by element takes the browser a third of the whole time. What
 * goes wrong on this way, or takes too long, is left to the public one, which also says why it failed.
 */
export async function ariaTree(page: Page, options: AriaOptions): Promise<unknown> {
  const frame = mainFrame(page);
  const begun = performance.now();
  const quick = frame && (await orNothing(pageTree(frame, options), options.timeout, options.signal));
  const left = options.timeout - (performance.now() - begun);
  const { rows: _rows, ...asked } = options;
  return quick ?? shielded(page, () => page.ariaSnapshotJSON({ ...asked, timeout: Math.max(left, 1) }));
}

/** Undefined where a later version of Playwright has it elsewhere: the test of this file says so. */
function mainFrame(page: Page): InnerFrame | undefined {
  const inside = insideOf(page) as { mainFrame?(): InnerFrame } | undefined;
  const frame = inside?.mainFrame?.();
  const { callOnSelector, resolveFramesForSelector } = frame?.selectors ?? {};
  return callOnSelector && resolveFramesForSelector && frame?.existingContext ? frame : undefined;
}

/** What begins without a body is asked again for a while, and then is empty. */
async function pageTree(frame: InnerFrame, options: AriaOptions): Promise<RawNode[]> {
  const until = performance.now() + BODY_MS;
  for (;;) {
    const text = await walk(frame, options);
    if (text) return withFrames(frame, text, options);
    if (performance.now() > until || options.signal?.aborted) return [];
    await pause(AGAIN_MS);
  }
}

const TREE = `(found, options) => (${treeText})(found, options, (${longRuns})(), ${stepOver}, ${iconWord})`;
const TEXTS = `(found, options) => (${runTexts})(found, options, (${longRuns})())`;
/** More rows than this are not read because a search fits them. */
const MOST_WANTED = 200;

/** The tree of one document as text; none while it is only beginning. */
async function walk(frame: InnerFrame, options: AriaOptions): Promise<string> {
  const target = { selector: ROOT, strict: false, callWithoutMatches: true };
  const call = async (source: string, asked: object) =>
    (await frame.selectors.callOnSelector(target, source, asked))?.result ?? '';
  const wants = options.rows?.wants;
  const texts = wants ? (JSON.parse((await call(TEXTS, {})) || '[]') as string[]) : [];
  const wanted = texts.flatMap((text, i) => (wants?.(text) ? [i] : []));
  if (options.rows) options.rows.unread += Math.max(0, wanted.length - MOST_WANTED);
  const asked = {
    mode: options.mode,
    boxes: options.boxes ?? false,
    secretWords: SECRET_AUTOCOMPLETE,
  };
  return call(TREE, { ...asked, wanted: wanted.slice(0, MOST_WANTED) });
}

async function withFrames(frame: InnerFrame, text: string, options: AriaOptions): Promise<RawNode[]> {
  const { json, iframeRefs, unread } = JSON.parse(text) as FrameTree;
  if (options.rows && !options.rows.wants) options.rows.unread += unread;
  const inside = iframeRefs.map(async (ref) => [ref, await frameTree(frame, ref, options)] as const);
  if (inside.length) putInside(json, new Map(await Promise.all(inside)));
  return json;
}

/** Undefined when the frame does not answer: it hangs, waits for its server, or goes elsewhere all the time. */
async function frameTree(parent: InnerFrame, ref: string, options: AriaOptions) {
  const selector = `aria-ref=${ref} >> internal:control=enter-frame >> ${ROOT}`;
  const most = Math.min(FRAME_MS, options.timeout / 2);
  const until = performance.now() + most;
  const resolving = parent.selectors.resolveFramesForSelector({ selector, strict: false });
  const frame = (await orNothing(resolving, most, options.signal))?.[0]?.frame;
  if (!frame) return []; // it went away
  for (;;) {
    const left = until - performance.now();
    if (left <= 0 || options.signal?.aborted) return undefined;
    const isEmpty = !frame.existingContext('utility');
    const text = await orNothing(walk(frame, options), isEmpty ? EMPTY_FRAME_MS : left, options.signal);
    if (text) return withFrames(frame, text, options);
    if (isEmpty && text === undefined) return undefined;
    await pause(AGAIN_MS);
  }
}

function putInside(nodes: readonly RawNode[], trees: ReadonlyMap<unknown, RawNode[] | undefined>): void {
  for (const node of nodes) {
    if (typeof node === 'string') continue;
    if (node.role === 'iframe' && trees.has(node.ref)) {
      const tree = trees.get(node.ref);
      if (!tree) node.busy = true;
      if (!tree?.length) continue;
      delete node.text;
      node.children = tree;
    } else if (node.children) putInside(node.children, trees);
  }
}

/** Nothing when it fails, is cancelled or takes too long. */
const orNothing = <T>(work: Promise<T>, ms: number, signal: AbortSignal | undefined) =>
  within(
    work.catch(() => undefined),
    ms,
    signal,
  );
