import { isVaried, looksRandom } from './chance.ts';
import { KIND, PAIRS, pairOf, tableOf } from './characters.ts';
import { KEY_BODIES, KEY_SHAPES, type KeyBody, type KeyShape } from './key-shapes.ts';
import { CODES, type Find, type TextWindow } from './text-window.ts';
import { saying, WordList } from './word-list.ts';

/** Whether a key may begin with these two characters. */
export const BEGINS_KEY = new Uint8Array(PAIRS);
for (const { prefix } of KEY_SHAPES) BEGINS_KEY[pairOf(prefix.charCodeAt(0), prefix.charCodeAt(1))] = 1;

const ASCII = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
const BODIES = Object.keys(KEY_BODIES) as readonly KeyBody[];
const TABLES = BODIES.map((body) => {
  const fits = new RegExp(KEY_BODIES[body]);
  return tableOf(ASCII.filter((one) => fits.test(one)));
});
const URL_BODY = BODIES.indexOf('url');
const PATH_BODY = BODIES.indexOf('path');
const IN_URL = TABLES[URL_BODY]!;

const NAMES = new Map(
  Object.entries({
    'aws-key': 'AKIA ASIA ABIA ACCA A3T',
    'github-pat': 'ghp_ gho_ ghu_ ghs_ ghr_ github_pat_',
  }).flatMap(([name, prefixes]) => prefixes.split(' ').map((prefix) => [prefix, name] as const)),
);

/** What is behind a prefix; the body by its number. */
interface Ending extends Omit<KeyShape, 'prefix' | 'body'> {
  readonly name: string;
  readonly body: number;
}

/** All prefixes as one tree: from a branch and a character to the next branch; 0 where no prefix goes on. */
const BRANCHES = new Uint16Array(128 * (1 + KEY_SHAPES.reduce((sum, { prefix }) => sum + prefix.length, 0)));
const AT_BRANCH: (Ending | undefined)[] = [undefined];
for (const { prefix, body, least, doubtful } of KEY_SHAPES) {
  let branch = 0;
  for (const character of prefix) {
    const way = branch * 128 + character.charCodeAt(0);
    if (BRANCHES[way] === 0) BRANCHES[way] = AT_BRANCH.push(undefined) - 1;
    branch = BRANCHES[way]!;
  }
  const name = NAMES.get(prefix) ?? 'vendor-key';
  AT_BRANCH[branch] ??= { name, body: BODIES.indexOf(body), least, doubtful };
}

const DASH = 45;
const POINT = 46;
const CAPITAL_J = 74;
const [SMALL_E, SMALL_Y] = [101, 121];
/** Of two that begin within so many characters of one run, the second is no key if the first was none. */
const NEAR = 64;
const MOST_REFUSALS = 3;
/** So much of a key that was cut must be left. */
const LEAST_CUT = 6;
const HEADS = new WordList(saying(1, 'hbgci 0exai rawqi jdhki lbmmi'));

/** A run of characters, and where something in it was last found to be no key. */
class Run {
  from = 0;
  to = 0;
  refused = -NEAR;
}

/** Keys that say themselves what they are, in a text. No run of characters is measured twice. */
export class KeyFinder {
  readonly #window: TextWindow;
  readonly #runs: readonly Run[] = BODIES.map(() => new Run());
  /** Where the first part ends of what is no JSON web token. */
  #noToken = 0;
  /** Where a key was refused last, and how many near it before. A text may be all beginnings of keys. */
  #refused = -NEAR;
  #refusals = 0;

  constructor(window: TextWindow) {
    this.#window = window;
  }

  /** The window went on: places are less by so much. What was measured stays so. */
  shift(by: number): void {
    this.#noToken -= by;
    this.#refused -= by;
    for (const run of this.#runs) {
      run.from -= by;
      run.to -= by;
      run.refused -= by;
    }
  }

  /** Whether no key begins there: in the middle of something longer that is none, or where too many seemed to begin. */
  isPassed(start: number): boolean {
    if (start < this.#refused + NEAR && this.#refusals > MOST_REFUSALS) return true;
    // A dash that begins a line joins nothing.
    return CODES[start - 1] === DASH && KIND[CODES[start - 2]!] !== 0;
  }

  /** A vendor's key, where a word begins. The longest prefix says most. */
  keyAt(start: number): Find | undefined {
    if (this.isPassed(start)) return undefined;
    let found: Find | undefined;
    let [branch, at] = [0, start];
    for (;;) {
      const code = CODES[at]!;
      branch = code < 128 ? BRANCHES[branch * 128 + code]! : 0;
      if (branch === 0) return found;
      at++;
      const shape = AT_BRANCH[branch];
      if (shape) found = this.#keyBehind(shape, start, at) ?? found;
    }
  }

  #keyBehind({ name, body, least, doubtful }: Ending, start: number, from: number): Find | undefined {
    if (TABLES[body]![CODES[from]!] === 0) return undefined;
    const end = this.#runEnd(body, from);
    if (end - from < (doubtful || !this.#window.isCut(end) ? least : LEAST_CUT)) return undefined;
    const run = this.#runs[body]!;
    if (start >= run.from && start > run.refused && start < run.refused + NEAR) {
      this.#refusals++;
      return undefined;
    }
    if (doubtful ? !looksRandom(from, end, least) : !isVaried(from, end)) {
      run.refused = start;
      this.#refusals = start < this.#refused + 2 * NEAR ? this.#refusals + 1 : 0;
      this.#refused = start;
      return undefined;
    }
    return this.#window.found(name, body === PATH_BODY ? from : start, this.#trimmed(from, end));
  }

  /** A JSON web token: three parts of which two are JSON, or five of which one is. */
  jsonWebTokenAt(start: number): Find | undefined {
    if (CODES[start + 2] !== CAPITAL_J) return undefined;
    const head = this.#runEnd(URL_BODY, start);
    if (head - start < 8 || head === this.#noToken) return undefined;
    const found = this.#tokenAt(start, head) ?? this.#cutTokenAt(start, head);
    if (!found) this.#noToken = head;
    return found;
  }

  #tokenAt(start: number, head: number): Find | undefined {
    if (this.#window.at(head) !== POINT) return undefined;
    const second = this.#window.runEnd(IN_URL, head + 1);
    if (this.#window.at(second) !== POINT) return undefined;
    const third = this.#window.runEnd(IN_URL, second + 1);
    if (second - head >= 9 && this.#beginsJson(head + 1)) return this.#window.found('jwt', start, third);
    if (this.#window.at(third) !== POINT) return undefined;
    const fourth = this.#window.runEnd(IN_URL, third + 1);
    if (this.#window.at(fourth) !== POINT) return undefined;
    const fifth = this.#window.runEnd(IN_URL, fourth + 1);
    return fifth - fourth > 10 ? this.#window.found('jwt', start, fifth) : undefined;
  }

  /** The rest may be missing of what begins like the head of a token: with alg, typ, kid, cty or enc. */
  #cutTokenAt(start: number, head: number): Find | undefined {
    const isPointed = this.#window.at(head) === POINT;
    const end = isPointed ? this.#window.runEnd(IN_URL, head + 1) : head;
    if (!this.#window.isCut(end) || HEADS.saidOf(start + 3, start + 8) === 0) return undefined;
    return this.#window.found('jwt', start, end);
  }

  #beginsJson(at: number): boolean {
    const window = this.#window;
    return window.at(at) === SMALL_E && window.at(at + 1) === SMALL_Y && window.at(at + 2) === CAPITAL_J;
  }

  /** Where the run of characters ends that stand in paths. */
  pathEnd(from: number): number {
    return this.#runEnd(PATH_BODY, from);
  }

  #runEnd(body: number, from: number): number {
    const run = this.#runs[body]!;
    if (from >= run.from && from < run.to) return run.to;
    run.from = from;
    run.to = this.#window.runEnd(TABLES[body]!, from);
    return run.to;
  }

  /** Without the full stop or the dash that a text puts behind it. */
  #trimmed(from: number, to: number): number {
    let end = to;
    while (end > from && (this.#window.at(end - 1) === POINT || this.#window.at(end - 1) === DASH)) end--;
    return end;
  }
}
