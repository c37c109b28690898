import type { Page } from 'playwright-core';
import { insideOf } from '../playwright-inside.ts';

export interface AriaOptions {
  readonly mode: 'ai';
  readonly boxes?: boolean;
  /** How long the page may take, in milliseconds. */
  readonly timeout: number;
  readonly signal?: AbortSignal;
}

/** A frame on Playwright's own side, as far as it matters here. */
interface InnerFrame {
  readonly selectors: {
    callOnSelector(
      target: { readonly selector: string; readonly strict: boolean },
      source: string,
      argument: unknown,
    ): Promise<{ readonly frame: InnerFrame; readonly result: string } | null>;
  };
}

interface FrameTree {
  readonly json: RawNode[];
  readonly iframeRefs: readonly string[];
}

type RawNode = string | { role?: unknown; ref?: unknown; text?: unknown; children?: RawNode[] };

const ROOT = 'body,frameset';

/** Runs in the page, in Playwright's own world. */
const WALK = `({ injected, elements }, options) =>
  JSON.stringify(injected.ariaSnapshotJSON(elements[0], options))`;

/**
 * The tree that `page.ariaSnapshotJSON` gives, made by the same walk in the same world, but brought over as one
 * text: to hand out the tree of a long page element by element takes the browser a third of the whole time. What
 * goes wrong on this way, or takes too long, is left to the public one, which also says why it failed.
 */
export async function ariaTree(page: Page, options: AriaOptions): Promise<unknown> {
  const frame = mainFrame(page);
  const begun = performance.now();
  const quick = frame && (await unlessGivenUp(treeOf(frame, ROOT, options), options));
  const left = options.timeout - (performance.now() - begun);
  return quick ?? page.ariaSnapshotJSON({ ...options, timeout: Math.max(left, 1) });
}

/** Undefined where a later version of Playwright has it elsewhere: the test of this file says so. */
function mainFrame(page: Page): InnerFrame | undefined {
  const inside = insideOf(page) as { mainFrame?(): InnerFrame } | undefined;
  const frame = inside?.mainFrame?.();
  return frame?.selectors?.callOnSelector ? frame : undefined;
}

/** Undefined where there is no body: not yet, or never, as in a frame that shows a drawing. */
async function treeOf(
  frame: InnerFrame,
  selector: string,
  options: AriaOptions,
): Promise<RawNode[] | undefined> {
  const asked = { mode: options.mode, boxes: options.boxes ?? false };
  const found = await frame.selectors.callOnSelector({ selector, strict: false }, WALK, asked);
  if (!found) return undefined;
  const { json, iframeRefs } = JSON.parse(found.result) as FrameTree;
  const inside = iframeRefs.map(async (ref) => {
    const root = `aria-ref=${ref} >> internal:control=enter-frame >> ${ROOT}`;
    return [ref, await treeOf(found.frame, root, options)] as const;
  });
  if (inside.length) putInside(json, new Map(await Promise.all(inside)));
  return json;
}

function putInside(nodes: readonly RawNode[], trees: ReadonlyMap<unknown, RawNode[] | undefined>): void {
  for (const node of nodes) {
    if (typeof node === 'string') continue;
    const tree = node.role === 'iframe' ? trees.get(node.ref) : undefined;
    if (tree?.length) {
      delete node.text;
      node.children = tree;
    } else if (node.children) putInside(node.children, trees);
  }
}

/** Nothing when it fails, is cancelled or takes too long. */
async function unlessGivenUp<T>(work: Promise<T>, { timeout, signal }: AriaOptions): Promise<T | undefined> {
  const { promise: givenUp, resolve } = Promise.withResolvers<undefined>();
  const stop = () => resolve(undefined);
  const timer = setTimeout(stop, timeout);
  signal?.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([work.catch(() => undefined), givenUp]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}
