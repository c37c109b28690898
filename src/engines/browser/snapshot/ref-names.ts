import type { Remembered } from './near-elements.ts';
import type { PageNode } from './page-node.ts';
import { walk } from './page-node.ts';
import type { RefBook } from './ref-book.ts';
import { refParts } from './stable-refs.ts';

/** short: `e12`, unique over all pages. framed: counted in each frame, `e12` and `f1e12`. */
export type RefStyle = 'short' | 'framed';

/** More names than this are forgotten, oldest first, unless their elements are still there. */
const MOST_NAMES = 50_000;

interface Known {
  readonly playwrightRef: string;
  /** Names the document: two documents never share it. */
  readonly document: string;
  what: Remembered | undefined;
}

/** The names under which an agent knows the elements of one page, and what they stand for. */
export class RefNames {
  readonly #style: RefStyle;
  readonly #book: RefBook;
  readonly #owner: object;
  readonly #known = new Map<string, Known>();
  readonly #names = new Map<string, string>();
  /** Playwright style: where the numbers of a document begin, and the highest number used, both by frame. */
  readonly #starts = new Map<string, number>();
  readonly #highest = new Map<string, number>();
  #generation = 0;

  constructor(style: RefStyle, book: RefBook, owner: object) {
    this.#style = style;
    this.#book = book;
    this.#owner = owner;
  }

  /** A frame went to another document. Matters only to refs that do not carry their document themselves. */
  frameNavigated(): void {
    this.#generation++;
  }

  nameOf(playwrightRef: string): string {
    const quick = this.#names.get(playwrightRef);
    if (quick) return quick;
    const parts = refParts(playwrightRef);
    const document = parts.span
      ? `${parts.frame}/${parts.span}`
      : `${parts.frame}/generation ${this.#generation}`;
    const key = parts.span ? playwrightRef : `${document}/${playwrightRef}`;
    const existing = this.#names.get(key);
    if (existing) return existing;
    const name =
      this.#style === 'short'
        ? this.#book.next(this.#owner)
        : this.#continued(parts.frame, document, parts.number);
    this.#names.set(key, name);
    this.#known.set(name, { playwrightRef, document, what: undefined });
    return name;
  }

  /** Playwright's own number for the first document of a frame; after another one the count goes on. */
  #continued(frame: string, document: string, number: number): string {
    const highest = this.#highest.get(frame) ?? 0;
    const start = this.#starts.get(document) ?? highest;
    this.#starts.set(document, start);
    this.#highest.set(frame, Math.max(highest, start + number));
    return `${frame}e${start + number}`;
  }

  /** What Playwright calls it, unless the ref's document is known to be another one by now. */
  playwrightRef(name: string): string | undefined {
    const known = this.#known.get(name);
    if (!known || (known.document.includes('generation') && !this.#isCurrent(known))) return undefined;
    return known.playwrightRef;
  }

  #isCurrent(known: Known): boolean {
    return known.document.endsWith(`generation ${this.#generation}`);
  }

  documentOf(name: string): string | undefined {
    return this.#known.get(name)?.document;
  }

  recall(name: string): Remembered | undefined {
    return this.#known.get(name)?.what;
  }

  /** Keeps role and name of what is there now, and forgets the oldest names when there are too many. */
  remember(tree: readonly PageNode[]): void {
    for (const node of tree) this.#note(node);
    if (this.#names.size <= MOST_NAMES) return;
    const present = new Set<string>();
    for (const { node } of walk(tree)) if (node.ref) present.add(node.ref);
    for (const [key, name] of this.#names) {
      if (this.#names.size <= MOST_NAMES / 2) break;
      if (present.has(name)) continue;
      this.#names.delete(key);
      this.#known.delete(name);
    }
  }

  #note(node: PageNode): void {
    const known = node.ref ? this.#known.get(node.ref) : undefined;
    if (known && (known.what?.name !== node.name || known.what.role !== node.role)) {
      known.what = { role: node.role, name: node.name };
    }
    for (const child of node.children) if (typeof child !== 'string') this.#note(child);
  }
}
