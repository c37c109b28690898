/**
 * One element of a page as an agent reads it: role, name, text, states, and the ref it is called by.
 * Text directly inside an element is a string among its children.
 */
export interface PageNode {
  readonly role: string;
  readonly name: string;
  /** Without the context's prefix; only elements that a pointer can reach have one. */
  readonly ref: string | undefined;
  /** checked, disabled, draggable … as words; focus is kept apart because it moves with every action. */
  readonly states: readonly string[];
  readonly level: number | undefined;
  readonly focused: boolean;
  readonly pointer: boolean;
  readonly url: string | undefined;
  readonly placeholder: string | undefined;
  readonly box: string | undefined;
  /** A part of the page that was scrolled past. */
  readonly isPast?: boolean;
  readonly children: readonly PageChild[];
}

export type PageChild = PageNode | string;

/** Gives the name under which an agent knows the element that Playwright calls `playwrightRef`. */
export type NameRef = (playwrightRef: string) => string;

/** Reads the tree of `ariaSnapshotJSON`. Unknown fields are ignored, so a newer Playwright does not break it. */
export function readTree(raw: unknown, nameRef: NameRef): PageNode[] {
  const roots: PageNode[] = [];
  for (const item of Array.isArray(raw) ? raw : [raw]) {
    const child = readChild(item, nameRef);
    if (typeof child === 'object') roots.push(child);
    else if (child) roots.push(textNode(child));
  }
  return roots;
}

/** Text that stands for itself. */
export const textNode = (text: string): PageNode => ({
  role: 'text',
  name: '',
  ref: undefined,
  states: [],
  level: undefined,
  focused: false,
  pointer: false,
  url: undefined,
  placeholder: undefined,
  box: undefined,
  children: [text],
});

function readChild(raw: unknown, nameRef: NameRef): PageChild | undefined {
  if (typeof raw === 'string') return raw;
  if (!isRecord(raw)) return undefined;
  // Before its children, so that numbers rise in reading order.
  const ref = typeof raw.ref === 'string' ? nameRef(raw.ref) : undefined;
  const children: PageChild[] = [];
  if (typeof raw.text === 'string' && raw.text) children.push(raw.text);
  for (const item of Array.isArray(raw.children) ? raw.children : []) {
    const child = readChild(item, nameRef);
    if (child) children.push(child);
  }
  return {
    role: text(raw.role) ?? 'generic',
    name: text(raw.name) ?? '',
    ref,
    states: readStates(raw),
    level: typeof raw.level === 'number' ? raw.level : undefined,
    focused: raw.active === true,
    pointer: raw.cursor === 'pointer',
    url: text(raw.url),
    placeholder: text(raw.placeholder),
    box: readBox(raw.box),
    ...(raw.past === true && { isPast: true }),
    children,
  };
}

function readStates(raw: Record<string, unknown>): string[] {
  const states: string[] = [];
  for (const key of ['checked', 'disabled', 'expanded', 'invalid', 'pressed', 'selected']) {
    const value = raw[key];
    if (value === true) states.push(key);
    else if (typeof value === 'string') states.push(`${key}=${value}`);
  }
  if (raw.ariaHidden === true) states.push('aria-hidden');
  if (Array.isArray(raw.marks)) states.push(...raw.marks.filter((mark) => typeof mark === 'string'));
  if (raw.busy === true) states.push('no answer yet');
  return states;
}

function readBox(raw: unknown): string | undefined {
  if (!isRecord(raw)) return undefined;
  return [raw.x, raw.y, raw.width, raw.height].join(',');
}

const text = (value: unknown) => (typeof value === 'string' ? value : undefined);

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Every element, parents first, each with its parent. */
export function* walk(
  nodes: readonly PageNode[],
  parent?: PageNode,
): Generator<{ node: PageNode; parent: PageNode | undefined }, void, undefined> {
  for (const node of nodes) {
    yield { node, parent };
    yield* walk(elementsOf(node), node);
  }
}

export const elementsOf = (node: PageNode): PageNode[] =>
  node.children.filter((child) => typeof child !== 'string');

export function countElements(nodes: readonly PageNode[]): number {
  let count = 0;
  for (const node of nodes) count += countOf(node);
  return count;
}

function countOf(node: PageNode): number {
  let count = 1;
  for (const child of node.children) if (typeof child !== 'string') count += countOf(child);
  return count;
}

/** All text of an element and of what is in it, names of named elements included. */
export function textOf(node: PageNode): string {
  const parts = node.name ? [node.name] : [];
  for (const child of node.children) parts.push(typeof child === 'string' ? child : textOf(child));
  return parts.filter(Boolean).join(' ');
}

export function findByRef(nodes: readonly PageNode[], ref: string): PageNode | undefined {
  for (const { node } of walk(nodes)) if (node.ref === ref) return node;
  return undefined;
}
