import type { Locator, Page } from 'playwright-core';
import { fault } from '../../../kernel/fault.ts';
import { given } from '../given.ts';
import { ariaTree, type LongRows } from './aria-tree.ts';
import { shielded } from './field-shield.ts';
import { type ElementQuery, type Findings, findElements, mayFit } from './find.ts';
import { headOf, labelOf } from './line.ts';
import { nearElements } from './near-elements.ts';
import { findByRef, type PageNode, readTree } from './page-node.ts';
import { parsePart, parseRef, RefBook } from './ref-book.ts';
import { RefNames, type RefStyle } from './ref-names.ts';
import { simplify } from './simplify.ts';
import { type PageChanges, tellChanges } from './tell-changes.ts';
import { GLANCE, textFrom, unfoldFrom, type View, type ViewOptions, viewOf } from './view.ts';
import { parseName, refsCalled } from './written-name.ts';

export interface SnapshotSettings {
  /** Shared by all pages of the engine, so that a ref names one element everywhere. */
  readonly book?: RefBook;
  /** What stands before each ref at this moment: `uk:` with more than one context, else nothing. */
  readonly prefix?: () => string;
  readonly refs?: RefStyle;
  /** How long a page may take to answer, in milliseconds. */
  readonly timeout?: number;
  /** Hides secrets, before anything is cut: half of one would no longer be known for what it is. */
  readonly hide?: <T>(read: T) => T;
  /** Values that are hidden by their names, also where they stand in fields for secrets. */
  readonly named?: () => readonly string[];
}

export interface RawOptions {
  readonly depth?: number | undefined;
  /** Only this element and what is in it: a ref, or an element that was found otherwise. */
  readonly root?: string | Locator | undefined;
  readonly boxes?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface TakeOptions extends ViewOptions, RawOptions {
  /** Goes on where something was folded or left out: this element and its siblings after it. */
  readonly unfold?: string | undefined;
}

export interface ChangesOptions extends Pick<TakeOptions, 'budget' | 'signal'> {
  /** What was told last has not been shown to anybody: what changed since the time before is asked for. */
  readonly isAgain?: boolean;
}

export interface Snapshot extends View {
  readonly tree: readonly PageNode[];
}

const DEFAULT_TIMEOUT = 10_000;
/** Enough for whoever waits for the page's rest to begin with that first. */
const AFTER_LOAD = 10;
/** What an agent reads of one page, and the refs it uses to point at it. */
export class PageSnapshots {
  readonly #page: Page;
  readonly #book: RefBook;
  readonly #names: RefNames;
  readonly #prefix: () => string;
  readonly #timeout: number;
  readonly #hide: <T>(read: T) => T;
  readonly #named: () => readonly string[];
  /** The newest tree, whole and simplified, and the one that the agent was last told about. */
  #whole: readonly PageNode[] = [];
  #latest: readonly PageNode[] = [];
  #told: readonly PageNode[] | undefined;
  /** An address was opened on purpose since: whoever did that begins anew. */
  #isOpened = true;
  /** How both stood when changes were last asked for. */
  #before: { readonly tree: readonly PageNode[] | undefined; readonly isOpened: boolean } = {
    tree: undefined,
    isOpened: true,
  };
  readonly #onNavigated = () => this.#names.frameNavigated();
  /** Brings the code that reads a page into it while the page comes to rest, so that nobody waits for that later. */
  readonly #onLoaded = () => {
    const prepare = () => this.#page.locator('html').count();
    setTimeout(() => void prepare().catch(() => {}), AFTER_LOAD); // it may have gone on meanwhile
  };

  constructor(page: Page, settings: SnapshotSettings = {}) {
    this.#page = page;
    this.#book = settings.book ?? new RefBook();
    this.#names = new RefNames(settings.refs ?? 'short', this.#book, this);
    this.#prefix = settings.prefix ?? (() => '');
    this.#timeout = settings.timeout ?? DEFAULT_TIMEOUT;
    this.#hide = settings.hide ?? ((read) => read);
    this.#named = settings.named ?? (() => []);
    page.on('framenavigated', this.#onNavigated);
    page.on('load', this.#onLoaded);
  }

  /** An address is about to be opened. */
  opening(): void {
    this.#isOpened = true;
  }

  close(): void {
    this.#page.off('framenavigated', this.#onNavigated);
    this.#page.off('load', this.#onLoaded);
  }

  /** Reads the page and gives the part that was asked for. */
  async take(options: TakeOptions = {}): Promise<Snapshot> {
    const part = typeof options.root === 'object' ? await this.#partAt(options.root, options) : undefined;
    const tree = await this.#look(options);
    this.#told = tree;
    this.#isOpened = false;
    return { ...this.#view(tree, options, part), tree };
  }

  /** Before the whole page is read: Playwright knows the refs of what it walked over last. */
  async #partAt(root: Locator, options: TakeOptions): Promise<PageNode[]> {
    const raw = await this.#answered(() =>
      shielded(this.#page, () => root.ariaSnapshotJSON(this.#asked(options))),
    );
    return readTree(this.#hide(raw), (ref) => this.#names.nameOf(ref));
  }

  #view(tree: readonly PageNode[], options: TakeOptions, found: PageNode[] | undefined): View {
    const prefix = this.#prefix();
    const asked = options.unfold ? parsePart(options.unfold) : undefined;
    const unfolded = asked && asked.from === undefined && unfoldFrom(tree, asked, options, prefix);
    if (unfolded) return unfolded;
    const root = asked?.ref ?? options.unfold ?? options.root;
    if (found && root === options.root) return viewOf(simplify(found), options, prefix, true);
    if (typeof root !== 'string') return viewOf(tree, options, prefix, false);
    // In the whole tree: a wrapper that is never printed can be a root all the same.
    const part = findByRef(this.#whole, bareRef(root));
    if (!part) throw this.#gone(bareRef(root));
    if (asked?.from !== undefined) return textFrom(simplify([part])[0] ?? part, asked.from, options, prefix);
    return viewOf(simplify([part]), options, prefix, true);
  }

  /** What changed since the agent last looked or was last told. */
  async changes(options: ChangesOptions = {}): Promise<PageChanges> {
    if (!options.isAgain) this.#before = { tree: this.#told, isOpened: this.#isOpened };
    const { tree: before, isOpened } = this.#before;
    const tree = await this.#look(options);
    this.#told = tree;
    this.#isOpened = false;
    const isSame = before !== undefined && this.#mainDocument(before) === this.#mainDocument(tree);
    const opened = isOpened ? this.#page.url() : undefined;
    return tellChanges({ before, tree, isSame, opened }, options.budget ?? GLANCE, this.#prefix());
  }

  /** The snapshot exactly as Playwright writes it, in the names that `locate` understands. */
  async raw(options: RawOptions = {}): Promise<string> {
    const asked = { ...this.#asked(options), ...given({ depth: options.depth || undefined }) };
    const at = options.root;
    const root = typeof at === 'string' ? await this.locate(at) : (at ?? this.#page);
    const text = await this.#answered(() =>
      shielded(this.#page, () => root.ariaSnapshot(asked), this.#named()),
    );
    return text.replace(/\[ref=((?:f\d+)?e\d+)\]/g, (_, ref: string) => `[ref=${this.#names.nameOf(ref)}]`);
  }

  /** What Playwright says of an element, with the ref that the agent knows it by. */
  inNames(words: string): string {
    return words.replace(
      /\baria-ref=((?:f\d+)?e\d+)/g,
      (_, ref: string) => `aria-ref=${this.#names.nameOf(ref)}`,
    );
  }

  /** Elements by role, name or text, without a snapshot in the answer. */
  async find(query: ElementQuery, signal?: AbortSignal): Promise<Findings> {
    const rows = { wants: mayFit(query), unread: 0 };
    const tree = await this.#look({ signal, rows });
    const found = findElements(tree, query, { prefix: this.#prefix(), clip: 120, allRefs: true });
    return { ...found, unread: rows.unread };
  }

  /** The elements that are called most like these words. */
  async like(name: string): Promise<string[]> {
    return nearElements(await this.#look({}), { role: '', name }, this.#prefix());
  }

  /** The refs of what an outline calls so, `button "Save"`; undefined where this is no such name. */
  async called(written: string): Promise<string[] | undefined> {
    const name = parseName(written);
    if (!name) return undefined;
    const known = refsCalled(this.#latest, name);
    if (known.length > 0) return known;
    const now = refsCalled(await this.#look({}), name);
    // Words may stand in a wrapper that no outline shows.
    return now.length > 0 ? now : refsCalled(this.#whole, name);
  }

  /** The first of several elements, as an outline calls them, with refs. */
  async labels(all: Locator, most: number): Promise<string[]> {
    const labels: string[] = [];
    for (const one of (await all.all()).slice(0, most)) {
      const [node] = await this.#partAt(one, {});
      if (node?.ref) labels.push(headOf(node, { prefix: this.#prefix(), clip: 60, allRefs: true }, true));
    }
    return labels;
  }

  /** The same of refs that were just looked up: to look at one closer would make Playwright forget the others. */
  labelsOf(refs: readonly string[]): string[] {
    const style = { prefix: this.#prefix(), clip: 60, allRefs: true };
    return refs.flatMap((ref) => {
      const node = findByRef(this.#latest, ref) ?? findByRef(this.#whole, ref);
      return node ? [node.name ? headOf(node, style, true) : labelOf(node, style, true)] : [];
    });
  }

  /** The element that a ref names. Never another one: a ref that is gone raises REF_GONE. */
  async locate(given: string): Promise<Locator> {
    const ref = bareRef(given);
    const found = await this.#resolve(ref);
    if (found) return found;
    // Playwright knows only what its last walk over the frame saw; a fresh one may bring the element back.
    await this.#look({});
    const again = await this.#resolve(ref);
    if (again) return again;
    throw this.#gone(ref);
  }

  async #resolve(ref: string): Promise<Locator | undefined> {
    const playwrightRef = this.#names.playwrightRef(ref);
    if (!playwrightRef) return undefined;
    const locator = this.#page.getByRef(playwrightRef);
    try {
      return (await locator.count()) === 1 ? locator : undefined;
    } catch (error) {
      // Playwright's words for a frame that is no longer there; anything else is not about the ref.
      if (error instanceof Error && error.message.includes('Invalid frame in aria-ref')) return undefined;
      throw error;
    }
  }

  async #look(options: RawOptions & { readonly rows?: LongRows }): Promise<readonly PageNode[]> {
    const raw = await this.#answered(() =>
      ariaTree(this.#page, { ...this.#asked(options), ...given({ rows: options.rows }) }),
    );
    this.#whole = readTree(this.#hide(raw), (ref) => this.#names.nameOf(ref));
    this.#names.remember(this.#whole);
    this.#latest = simplify(this.#whole);
    return this.#latest;
  }

  #asked({ boxes, signal }: RawOptions) {
    return given({ mode: 'ai' as const, timeout: this.#timeout, boxes: boxes || undefined, signal });
  }

  async #answered<T>(ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof Error && error.name === 'TimeoutError')) throw error;
      throw fault('SNAPSHOT_TIMEOUT', { ms: this.#timeout }, error);
    }
  }

  #mainDocument(tree: readonly PageNode[]): string | undefined {
    const first = tree.find((node) => node.ref)?.ref;
    return first && this.#names.documentOf(first);
  }

  #gone(ref: string) {
    const gone = this.#names.recall(ref);
    const prefix = this.#prefix();
    const name = gone
      ? `${prefix}${ref} (${gone.role}${gone.name ? ` ${JSON.stringify(gone.name.slice(0, 60))}` : ''})`
      : `${prefix}${ref}`;
    return fault('REF_GONE', {
      ref: name,
      why: this.#whyGone(ref),
      near: gone ? nearElements(this.#latest, gone, prefix) : [],
    });
  }

  #whyGone(ref: string): string {
    const document = this.#names.documentOf(ref);
    if (document === undefined) {
      const owner = this.#book.owner(ref);
      if (owner && owner !== this) return 'it belongs to another tab or context';
      return this.#book.wasGiven(ref) ? 'it was given out long ago' : 'no such ref was given out';
    }
    const present = new Set(this.#latest.flatMap((node) => documentsIn(node, this.#names)));
    return present.has(document)
      ? 'it was removed or is hidden'
      : 'the page or frame it was in went to another document';
  }
}

function documentsIn(node: PageNode, names: RefNames): string[] {
  const own = node.ref ? names.documentOf(node.ref) : undefined;
  const inside = node.children.flatMap((child) =>
    typeof child === 'string' ? [] : documentsIn(child, names),
  );
  return own ? [own, ...inside] : inside;
}

/** The context was looked at by whoever chose this page; here only the ref itself counts. */
const bareRef = (given: string) => parseRef(given)?.ref ?? given;
