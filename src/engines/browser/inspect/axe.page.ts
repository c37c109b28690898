/** What runs axe-core in one frame, in a world of our own. Each function stands for itself. */
import type { AxeResults, PartialResult, RunOptions } from 'axe-core';

type Path = readonly (number | 's')[];

interface World {
  axe?: {
    runPartial(context: unknown, options: RunOptions): Promise<PartialResult>;
    finishRun(partials: readonly (PartialResult | null)[], options: RunOptions): Promise<AxeResults>;
    utils: {
      getFrameContexts(
        context: unknown,
        options: RunOptions,
      ): readonly { frameSelector: unknown; frameContext: unknown }[];
      shadowSelect(selector: unknown): Element | null;
    };
  };
  sensoriumPart?: PartialResult;
  sensoriumChanges?: { readonly token: string; count: number };
}

/** Whether axe is there already. */
export function hasAxe(): boolean {
  return (globalThis as World).axe !== undefined;
}

/** The frames inside that are meant, each with where its element stands and what of it is meant. */
export function framesMeant(
  pathOf: (element: Element) => Path,
  context: unknown,
  options: RunOptions,
): readonly { readonly path: Path; readonly context: unknown }[] {
  const { utils } = (globalThis as World).axe!;
  return utils.getFrameContexts(context ?? document, options).flatMap(({ frameSelector, frameContext }) => {
    const element = utils.shadowSelect(frameSelector);
    return element ? [{ path: pathOf(element), context: frameContext }] : [];
  });
}

export async function runPartly(context: unknown, options: RunOptions): Promise<string> {
  // As a text: what comes of it goes back to axe as it is.
  return JSON.stringify(await (globalThis as World).axe!.runPartial(context ?? document, options));
}

/** The same of the page itself: what comes of it stays until the frames have told theirs. */
export async function runOwnPart(context: unknown, options: RunOptions): Promise<void> {
  const world = globalThis as World;
  world.sensoriumPart = await world.axe!.runPartial(context ?? document, options);
}

/** Of the page and of its frames. */
export async function finishRun(
  partials: readonly (string | null)[],
  options: RunOptions,
): Promise<AxeResults> {
  const world = globalThis as World;
  const inside = partials.map((one) => (one === null ? null : (JSON.parse(one) as PartialResult)));
  const own = world.sensoriumPart ?? null;
  delete world.sensoriumPart;
  return world.axe!.finishRun([own, ...inside], options);
}

/** Whether the document is another one or has changed since this was last asked with this token. */
export function changedSince(token: string): boolean {
  const world = globalThis as World;
  if (world.sensoriumChanges?.token === token) return world.sensoriumChanges.count > 0;
  const state = { token, count: 0 };
  world.sensoriumChanges = state;
  const observer = new MutationObserver((records) => {
    state.count += records.length;
  });
  const watch = (root: Document | ShadowRoot) => {
    observer.observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
    for (const element of root.querySelectorAll('*')) if (element.shadowRoot) watch(element.shadowRoot);
  };
  watch(document);
  // What people type and choose changes no node.
  for (const kind of ['input', 'change']) document.addEventListener(kind, () => void state.count++, true);
  return true;
}
