/** What runs axe-core in one frame, in a world of our own. Each function stands for itself. */
import type { AxeResults, PartialResult, RunOptions } from 'axe-core';

type Path = readonly (number | 's')[];

interface Color {
  r: number;
  g: number;
  b: number;
  alpha: number;
}

interface World {
  axe?: {
    run(context: unknown, options: RunOptions): Promise<AxeResults>;
    runPartial(context: unknown, options: RunOptions): Promise<PartialResult>;
    finishRun(partials: readonly (PartialResult | null)[], options: RunOptions): Promise<AxeResults>;
    utils: {
      getFrameContexts(
        context: unknown,
        options: RunOptions,
      ): readonly { frameSelector: unknown; frameContext: unknown }[];
      shadowSelect(selector: unknown): Element | null;
    };
    commons: { color: { Color: { prototype: Color & { parseString(text: string): Color } } } };
  };
  sensoriumPart?: PartialResult;
  sensoriumForget?: () => void;
  sensoriumChanges?: { token: string; count: number; watch: () => void };
}

/**
 * Keeps what axe asks for again and again, as long as it runs: the style of an element, which lives and so stays true,
 * fourteen times, each a new object, which costs more in a world of our own than in the page's; and what a color is.
 */
export function keepKnown(): void {
  const world = globalThis as typeof globalThis & World;
  let styles = new WeakMap<Element, CSSStyleDeclaration>();
  const colors = new Map<string, Color>();
  world.sensoriumForget = () => {
    styles = new WeakMap();
    colors.clear();
  };
  const ask = world.getComputedStyle.bind(world);
  world.getComputedStyle = (element, pseudo) => {
    if (pseudo) return ask(element, pseudo);
    let style = styles.get(element);
    if (!style) {
      style = ask(element);
      styles.set(element, style);
    }
    return style;
  };
  const { prototype } = world.axe!.commons.color.Color;
  const read = prototype.parseString;
  prototype.parseString = function (text) {
    const color = colors.get(text);
    if (!color) {
      const { r, g, b, alpha } = read.call(this, text);
      colors.set(text, { r, g, b, alpha });
      return this;
    }
    this.r = color.r;
    this.g = color.g;
    this.b = color.b;
    this.alpha = color.alpha;
    return this;
  };
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
  const world = globalThis as World;
  try {
    // As a text: what comes of it goes back to axe as it is.
    return JSON.stringify(await world.axe!.runPartial(context ?? document, options));
  } finally {
    world.sensoriumForget!();
  }
}

/** Of a page without frames: parts write down every node that passes, for frames that may object. */
export async function runAlone(context: unknown, options: RunOptions): Promise<AxeResults> {
  const world = globalThis as World;
  try {
    return await world.axe!.run(context ?? document, { ...options, iframes: false });
  } finally {
    world.sensoriumForget!();
  }
}

/** A part of the page itself: what comes of it stays until the frames have told theirs. */
export async function runOwnPart(context: unknown, options: RunOptions): Promise<void> {
  const world = globalThis as World;
  try {
    world.sensoriumPart = await world.axe!.runPartial(context ?? document, options);
  } finally {
    world.sensoriumForget!();
  }
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

/** Whether the document is another one or has changed since this was last asked with this token, and whether axe is there. */
export function changedSince(token: string): { readonly hasChanged: boolean; readonly hasAxe: boolean } {
  const world = globalThis as World;
  const hasAxe = world.axe !== undefined;
  const known = world.sensoriumChanges;
  if (known?.token === token) return { hasChanged: known.count > 0, hasAxe };
  const state = known ?? { token, count: 0, watch: () => {} };
  if (!known) {
    const observer = new MutationObserver((records) => {
      state.count += records.length;
    });
    const watchIn = (root: Document | ShadowRoot) => {
      observer.observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
      for (const element of root.querySelectorAll('*')) if (element.shadowRoot) watchIn(element.shadowRoot);
    };
    // What people type and choose changes no node.
    for (const kind of ['input', 'change']) document.addEventListener(kind, () => void state.count++, true);
    state.watch = () => watchIn(document);
    world.sensoriumChanges = state;
  }
  state.token = token;
  state.count = 0;
  state.watch(); // shadow roots may have come
  return { hasChanged: true, hasAxe };
}

/** A document that belongs to no origin: of a sandbox, perhaps. */
export function isOpaque(): boolean {
  return self.origin === 'null';
}

export function aMomentLater(): Promise<boolean> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0, true);
  });
}
