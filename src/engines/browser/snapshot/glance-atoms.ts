import { calledBy, countNames, isOnlyOne } from './glance-names.ts';
import { type IsNext, isNext, isNextName, numberedFrom, withDays } from './glance-numbers.ts';
import { MOST_WORDS, readIn, wordsOf } from './glance-rows.ts';
import {
  holdsSeveral,
  isSentence,
  isText,
  plainly,
  says,
  saysItsName,
  saysOnly,
  spoken,
} from './glance-words.ts';
import { besides, decayOf, kindWorth, lessOf } from './glance-worth.ts';
import {
  headOf,
  holdsControl,
  isHeaderRow,
  isPlainSelect,
  type LineStyle,
  oneLine,
  roleWord,
} from './line.ts';
import { elementsOf, type PageNode, textNode, walk } from './page-node.ts';
import { isCell, isEditable, isHeading, isInteractive, isNamedByContent, isNotice } from './roles.ts';
import { words } from './words.ts';

/** What is looked at of a page, how, and what is news of it. */
export interface Glance {
  readonly prefix: string;
  readonly budget: number;
  /** What is put before each line later. */
  readonly margin?: number;
  /** What else is on the page: a name that stands there too is no name of one thing. */
  readonly page?: readonly PageNode[] | undefined;
  /** Refs of what changed, and of all around it. */
  readonly news?: ReadonlySet<string> | undefined;
  /** The part that the address names. */
  readonly part?: string | undefined;
  /** The page that was there before: what it had as well is no news. */
  readonly before?: readonly PageNode[] | undefined;
  /** It is the same document: what says the same in it, and is another element, has a ref that nobody knows. */
  readonly isSame?: boolean;
}

/** One thing to tell: a control, a heading, a row, a text; or the head of what it stands in. */
export interface Atom {
  readonly node: PageNode;
  readonly level: number;
  /** With its ref; and without, where role and name say which one is meant. */
  readonly full: string;
  readonly short: string | undefined;
  /** The short form is its words, without what can be pressed in it. */
  readonly isWords: boolean;
  /** Without the name that is made of what is in it: said where that is told below it. */
  readonly above: string;
  /** Neighbours with the same one share a line, on which it is said once. */
  readonly shared: string;
  /** Such a one stands before it. */
  readonly sharesLine: boolean;
  readonly value: number;
  /** The page before did not say the same. */
  readonly isNew: boolean;
  /** How many elements of the page it stands for. */
  readonly elements: number;
  /** The first row of its table that is no header: the others have the same to press. */
  readonly isFirst: boolean;
  /** Of the element that it stands in, if that has a line. */
  readonly head: Atom | undefined;
}

/** The worth of what is only counted. */
export const UNTOLD = -100;
const CLIP = 28;
const CLIP_REPEATED = 20;
/** A longer line must be worth it: so many characters cost a point. */
const CHARS_OF_A_POINT = 70;
const ROW_CHARS = 40;
/** A run goes down in value with its length by so much at most. */
const MOST_DECAY = 3;
/** So much less is worth what the page before had as well, and so much more what changed. */
const KNOWN = 2.5;
const KNOWN_ANEW = 1.2;
const NEW_WORDS = 2.5;
const NEW_ROW = 1.5;
/** A heading is there for the text that follows. */
const HEADED = 1;
/** What the address names was opened for its sake. */
const ASKED = 2;
/** So much less is worth what several are called alike. */
const ONE_OF_MANY = 1.5;
/** So much less what repeats the name of one of so many before it. */
const ECHO = 2;
const NEAR = 6;
const NEWS = 4;
/** What comes after so many of a kind is counted only. */
const MOST_OF_KIND = 24;
/** The same of rows: few are told all, of many the first tell what they are. */
const MOST_ROWS = 8;
const FIRST_ROWS = 3;
/** What holds more is told part by part. */
const MOST_ON_LINE = 30;

/** A control is called like one before it, only shorter: the arrow beside an entry. */
function isEcho(nodes: readonly PageNode[], at: number): boolean {
  const own = nodes[at]!;
  const name = isInteractive(own) ? plainly(own.name) : '';
  const isLonger = (one: PageNode) =>
    isInteractive(one) && plainly(one.name).startsWith(name) && plainly(one.name) !== name;
  return name !== '' && nodes.slice(Math.max(0, at - NEAR), at).some(isLonger);
}

/** All that can be told, in reading order. `known` is what the page before said. */
export const atomsOf = (
  nodes: readonly PageNode[],
  look: Glance,
  known?: ReadonlySet<string>,
): readonly Atom[] => new Reader(nodes, look, known).atoms;

/** One of so many that it is only counted. */
const uncounted = (node: PageNode, level: number, head: Atom | undefined, elements: number): Atom => ({
  node,
  level,
  full: node.role,
  short: undefined,
  isWords: false,
  above: node.role,
  shared: '',
  sharesLine: false,
  value: UNTOLD,
  isNew: false,
  elements,
  isFirst: false,
  head,
});

/** Headers that can each be pressed, and say how, are told by their words. */
const headerOf = (node: PageNode) =>
  isHeaderRow(node)
    ? `header: ${elementsOf(node)
        .map((cell) => readIn(cell))
        .join(' | ')}`
    : undefined;

class Reader {
  readonly #style: LineStyle;
  readonly #look: Glance;
  readonly #known: ReadonlySet<string> | undefined;
  /** Of the same document, as it was. */
  readonly #refs: ReadonlySet<string | undefined> | undefined;
  /** How many elements of the page have this role and name. */
  readonly #alike: ReadonlyMap<string, number>;
  readonly #sizes = new Map<PageNode, number>();
  readonly atoms: Atom[] = [];
  #hasRow = false;

  constructor(nodes: readonly PageNode[], look: Glance, known?: ReadonlySet<string>) {
    this.#look = look;
    this.#known = known;
    this.#refs = look.isSame ? new Set([...walk(look.before ?? [])].map(({ node }) => node.ref)) : undefined;
    this.#style = {
      prefix: look.prefix,
      clip: MOST_WORDS,
      clipNames: CLIP,
      allRefs: false,
      isBrief: true,
      isGlance: true,
    };
    for (const node of nodes) this.#count(node);
    this.#alike = countNames(look.page ?? nodes);
    this.#readAll(nodes, 0, undefined, 0);
  }

  /** Once for all that asks how much there is in something. */
  #count(node: PageNode): number {
    let size = 1;
    for (const child of node.children) if (typeof child !== 'string') size += this.#count(child);
    this.#sizes.set(node, size);
    return size;
  }

  /** What was made here stands for those that are told by it. */
  #sizeOf(node: PageNode): number {
    return this.#sizes.get(node) ?? 1 + elementsOf(node).length;
  }

  #readAll(all: readonly PageNode[], level: number, head: Atom | undefined, bonus: number): void {
    const nodes = withDays(all);
    let kind = '';
    let run = 0;
    let texts = 0;
    let isHeaded = false;
    const headings = nodes.filter(isHeading);
    const rows = nodes.filter(({ role }) => role === 'row').length;
    const mostRows = rows > MOST_ROWS + 1 ? FIRST_ROWS : MOST_ROWS;
    let isAsked = headings.length === 1 && this.#isAsked(headings[0]!);
    for (let i = 0; i < nodes.length; ) {
      const node = nodes[i]!;
      run = node.role === kind ? run + 1 : 0;
      kind = node.role;
      // Texts beside the things that they explain are a run of their own.
      const place = isText(node) ? texts++ : run;
      if (headings.length > 1 && isHeading(node)) isAsked = this.#isAsked(node);
      const more = (isText(node) && isHeaded ? HEADED : 0) + (isAsked ? ASKED : 0);
      isHeaded = isHeading(node) || (isHeaded && !isText(node));
      const withRefs = numberedFrom(nodes, i, isNext);
      const hasRefs = withRefs > i;
      const end = hasRefs ? withRefs : numberedFrom(nodes, i, this.#isNextByName);
      const less = Math.min(MOST_DECAY, place * decayOf(node));
      const isNews = node.ref !== undefined && this.#look.news?.has(node.ref);
      // A region is called like the heading in it.
      if (isHeading(node) && head && words(head.node.name) === words(node.name)) {
        i++;
        continue;
      }
      if (place > (node.role === 'row' ? mostRows : MOST_OF_KIND) && !isNews)
        this.atoms.push(uncounted(node, level, head, this.#sizeOf(node)));
      else if (end > i) {
        const [from, to] = [node, nodes[end]!].map((one) => (hasRefs ? one : { ...one, ref: undefined }));
        // Many at once are worth as much as the first of them.
        this.#readNumbered(from!, to!, end - i + 1, level, head, bonus);
      } else this.#read(node, level, head, bonus - less + more - (isEcho(nodes, i) ? ECHO : 0));
      i = Math.max(i, end) + 1;
    }
  }

  /** `#getting-started` asks for "Getting Started". */
  #isAsked(heading: PageNode): boolean {
    const { part } = this.#look;
    return part !== undefined && plainly(heading.name) === plainly(part);
  }

  #read(node: PageNode, level: number, head: Atom | undefined, bonus: number): void {
    const only = node.children.length === 1 ? node.children[0] : undefined;
    // What is called like the one thing in it adds nothing to that.
    if (typeof only === 'object' && saysOnly(node, only)) {
      this.#read(only, level, head, bonus + besides(node));
      return;
    }
    const isLarge = node.role !== 'row' && this.#sizeOf(node) > MOST_ON_LINE && !isPlainSelect(node);
    const line = isLarge ? undefined : (oneLine(node, this.#style) ?? headerOf(node));
    const isWhole = node.role === 'row' || isInteractive(node) || isSentence(node) || !holdsSeveral(node);
    if (line !== undefined && isWhole) {
      const told = saysItsName(node)
        ? headOf(node, this.#style) + this.#linksIn(node)
        : line.replace(/(?: \| *)+$/, '');
      if (says(node, told)) this.#push(node, told, level, head, this.#worth(node) + bonus);
      return;
    }
    const isNamed = words(node.name) !== '' && !isCell(node);
    // A region's name is for those who go from one to the next.
    const isTold =
      (isNamed && node.role !== 'region') || isNotice(node) || (isInteractive(node) && !holdsControl(node));
    const own = isTold
      ? this.#push(node, headOf(node, this.#headStyle(node)), level, head, this.#worth(node) + bonus - 1, 1)
      : undefined;
    const children = node.children.map((child) => (typeof child === 'string' ? textNode(child) : child));
    this.#readAll(children, own ? level + 1 : level, own ?? head, bonus + besides(node));
  }

  /** What can be followed by itself in something that can be pressed, where its name says which one is meant. */
  #linksIn(node: PageNode): string {
    const links = elementsOf(node).filter(
      (one) => one.role === 'link' && isOnlyOne(one, this.#alike) && words(one.name) !== words(node.name),
    );
    return links.map((link) => ` (${headOf({ ...link, ref: undefined }, this.#style)})`).join('');
  }

  /** The name of what is told part by part says the same once more. */
  #headStyle(node: PageNode): LineStyle {
    return isNamedByContent(node) ? { ...this.#style, clipNames: CLIP_REPEATED } : this.#style;
  }

  /** Days of a month, pages, hours: the first and the last of them tell all. */
  #readNumbered(
    first: PageNode,
    last: PageNode,
    count: number,
    level: number,
    head: Atom | undefined,
    bonus: number,
  ): void {
    const line = (node: PageNode) => oneLine(node, this.#style) ?? headOf(node, this.#style);
    const [from, to] = [line(first), line(last)];
    const full = `${from} to${to.slice(roleWord(last).length)}`;
    const node = { ...first, name: '', children: Array.from({ length: count - 1 }, () => textNode('')) };
    this.#push(node, full, level, head, this.#worth(first) + bonus);
  }

  #push(
    node: PageNode,
    full: string,
    level: number,
    head: Atom | undefined,
    value: number,
    elements = this.#sizeOf(node),
  ): Atom {
    const called = calledBy(node);
    const isAlone = isOnlyOne(node, this.#alike);
    const ref = `[${this.#look.prefix}${node.ref}`;
    const isWords = node.role === 'row' || isSentence(node);
    const short = isWords
      ? wordsOf(node, full)
      : isAlone && full.includes(ref)
        ? full.replace(`${ref}, `, '[').replace(` ${ref}]`, '')
        : undefined;
    const word = roleWord(node);
    const isSimple =
      isInteractive(node) &&
      !isEditable(node) &&
      /^ (?:"|\[[^\]]*\]$)/.test(full.slice(word.length)) &&
      !full.includes(', "');
    const shared = isSimple ? word : '';
    const before = this.atoms.at(-1);
    const sharesLine = shared !== '' && before?.shared === shared && before.level === level;
    const isData = node.role === 'row' && !isHeaderRow(node) && short !== undefined;
    const price = (short ?? full).length / (isData ? ROW_CHARS : CHARS_OF_A_POINT);
    const isFirst = isData && !this.#hasRow;
    this.#hasRow = node.role === 'row' && (this.#hasRow || isFirst);
    const atom = {
      node,
      level,
      full,
      short,
      isWords,
      above: isNamedByContent(node) ? headOf({ ...node, name: '' }, this.#style) : full,
      head,
      shared,
      sharesLine,
      isFirst,
      isNew: this.#known !== undefined && !this.#known.has(spoken(full)),
      elements,
      value: value - price - (this.#isOneOfMany(called) ? ONE_OF_MANY : 0) + this.#newness(node, full),
    };
    this.atoms.push(atom);
    return atom;
  }

  /** Such ones stand beside the things that they are for. */
  #isOneOfMany(called: string | undefined): boolean {
    return called !== undefined && (this.#alike.get(called) ?? 0) > 2;
  }

  /** Whether the page before said the same. */
  #newness(node: PageNode, full: string): number {
    if (!this.#known) return 0;
    const isKnown = this.#known.has(spoken(full));
    // Rows that are there again are what was looked for, or sorted.
    if (node.role === 'row') return this.#known.size > 0 && !isKnown ? NEW_ROW : 0;
    if (isKnown) return this.#isDrawnAnew(node) ? -KNOWN_ANEW : -KNOWN;
    const isMessage = isText(node) && /\p{L}{3,}\P{L}+\p{L}{3,}.*[^:]$/u.test(full);
    return isMessage ? NEW_WORDS / (this.#known.size > 0 ? 1 : 2) : 0;
  }

  #isDrawnAnew({ ref }: PageNode): boolean {
    return ref !== undefined && this.#refs !== undefined && !this.#refs.has(ref);
  }

  /** Names that count up by one and are targets by themselves. */
  readonly #isNextByName: IsNext = (one, next) =>
    isInteractive(one) &&
    isNextName(one, next) &&
    isOnlyOne(one, this.#alike) &&
    isOnlyOne(next, this.#alike);

  /** As much as the worthiest thing on its line. */
  #worth(node: PageNode): number {
    const isNews = node.ref !== undefined && this.#look.news?.has(node.ref);
    const isOne = this.#sizeOf(node) <= MOST_ON_LINE && (node.role === 'row' || !holdsSeveral(node));
    const inside = isOne ? elementsOf(node).map((child) => this.#worth(child)) : [];
    return Math.max(kindWorth(node) + (isNews ? NEWS : 0) - lessOf(node), ...inside);
  }
}
