/** How like an element that was there before one of the page is. */
import type { ActionData } from '../../seen.ts';
import type { Candidate } from './candidates.page.ts';

type Known = Partial<NonNullable<ActionData['selectors']>>;

/** What is known of the element that a locator found once: by the locator itself, and by the record. */
export interface OldElement extends Known {
  readonly inputType?: string | undefined;
  readonly x?: number | undefined;
  readonly y?: number | undefined;
  readonly isRecorded: boolean;
}

export interface Likeness {
  /** From 0 to 1. */
  readonly score: number;
  /** By words and ids alone: where it stands says little of what it is. */
  readonly wording: number;
  readonly strategy: 'test_id' | 'id' | 'name' | 'words';
}

/** Words of interfaces that stand for each other, by the first of their group. */
const GROUPS = [
  'login signin logon',
  'logout signout logoff',
  'register signup join enrol enroll',
  'send submit post dispatch',
  'save store apply update',
  'next continue proceed forward',
  'back previous return',
  'delete remove discard trash',
  'cancel abort dismiss',
  'close exit',
  'edit change modify rename',
  'add new create insert',
  'buy purchase order checkout pay payment',
  'cart basket bag trolley',
  'search find lookup query',
  'email mail emailaddress',
  'phone telephone mobile tel',
  'zip postcode postal plz',
  'password passphrase pass pwd passwort',
  'user username login account profile',
  'settings preferences options configuration',
  'agree accept consent confirm ok yes',
  'download export',
  'upload attach import',
  'show view open details',
  'city town',
  'surname lastname familyname',
  'firstname givenname forename',
  'comment note remark message',
  'quantity qty amount count',
  'photo picture image avatar',
  'start begin launch run go',
  'filter refine',
  'help support',
  'home start dashboard',
];
const MEANINGS = new Map<string, readonly string[]>();
for (const group of GROUPS) {
  const words = group.split(' ');
  for (const word of words) MEANINGS.set(word, [...(MEANINGS.get(word) ?? []), words[0]!]);
}

/** Of two words that belong together, one. */
const JOINED: readonly (readonly [RegExp, string])[] = [
  [/\b(sign|log) (in|out|up|on|off)\b/g, '$1$2'],
  [/\be-? ?mail( address)?\b/g, 'email'],
  [/\b(first|last|given|family|user) name\b/g, '$1name'],
  [/\b(?:zip|postal) code\b/g, 'zip'],
  [/\bcheck out\b/g, 'checkout'],
];
const EMPTY = new Set(
  'the a an of to for your my our this that please here it in on btn button link field input'.split(' '),
);

function tokensOf(text: string): readonly string[] {
  let plain = text
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  for (const [pattern, word] of JOINED) plain = plain.replaceAll(pattern, word);
  const all = plain
    .split(' ')
    .filter(Boolean)
    .map((word) => (word.length > 3 ? word.replace(/s$/, '') : word));
  const telling = all.filter((word) => !EMPTY.has(word));
  return telling.length > 0 ? telling : all;
}

const SAME_MEANING = 0.85;

function wordLikeness(one: string, other: string): number {
  if (one === other) return 1;
  const meanings = MEANINGS.get(one) ?? MEANINGS.get(`${one}s`);
  const others = MEANINGS.get(other) ?? MEANINGS.get(`${other}s`);
  if (meanings?.some((meaning) => others?.includes(meaning))) return SAME_MEANING;
  const letters = pairsAlike(one, other);
  return letters > 0.7 && Math.min(one.length, other.length) > 3 ? letters : 0;
}

/** Shared pairs of letters: 1 for the same word. */
function pairsAlike(one: string, other: string): number {
  const pairs = (word: string) =>
    Array.from({ length: Math.max(0, word.length - 1) }, (_, i) => word.slice(i, i + 2));
  const [a, b] = [pairs(one), pairs(other)];
  const shared = a.filter((pair) => b.includes(pair)).length;
  return a.length + b.length === 0 ? 0 : (2 * shared) / (a.length + b.length);
}

/** How alike two texts are by their words: 1 for the same. */
export function textLikeness(one: string, other: string): number {
  const [a, b] = [tokensOf(one), tokensOf(other)];
  if (a.length === 0 || b.length === 0) return 0;
  if (a.join(' ') === b.join(' ')) return 1;
  const best = (word: string, words: readonly string[]) =>
    Math.max(...words.map((each) => wordLikeness(word, each)));
  const [few, many] = a.length <= b.length ? [a, b] : [b, a];
  const covered = few.reduce((sum, word) => sum + best(word, many), 0);
  const contained = covered / few.length;
  const overlap = covered / (few.length + many.length - covered || 1);
  return Math.min(0.95, (contained + Math.min(1, overlap)) / 2);
}

const KINDS = [
  ['button', 'link', 'menuitem', 'tab', 'option', 'switch', 'treeitem'],
  ['textbox', 'searchbox', 'combobox', 'spinbutton', 'listbox', 'slider'],
  ['checkbox', 'radio', 'switch', 'menuitemcheckbox', 'menuitemradio', 'button'],
];

function kindLikeness(old: OldElement, one: Candidate): number {
  const [was, is] = [old.role?.role, one.role?.role];
  if (was !== undefined && was === is) return 1;
  if (was !== undefined && is !== undefined)
    return KINDS.some((kind) => kind.includes(was) && kind.includes(is)) ? 0.7 : 0;
  return old.tag !== undefined && old.tag === one.tag
    ? 0.8
    : was === undefined && old.tag === undefined
      ? 0.5
      : 0.2;
}

const FAR = 400;

function placeLikeness(old: OldElement, one: Candidate): number {
  const near =
    old.x === undefined || old.y === undefined
      ? 0
      : Math.max(0, 1 - Math.hypot(old.x - one.x, old.y - one.y) / FAR);
  if (old.css === undefined) return near;
  const steps = (css: string) =>
    css
      .replaceAll(/:nth-of-type\(\d+\)/g, '')
      .split(' > ')
      .toReversed();
  const [a, b] = [steps(old.css), steps(one.css)];
  const same = a.findIndex((step, index) => step !== b[index]);
  const path = old.css === one.css ? 1 : (same < 0 ? a.length : same) / Math.max(a.length, b.length);
  return (near + path) / 2;
}

/** By a program: it does not outlive a build. */
export const isMade = (id: string) => /\d/.test(id);
const wordsOf = ({ role, label, placeholder, text, title }: Known & { title?: string }) =>
  [role?.name, label, placeholder, text !== undefined && text.length <= 60 ? text : undefined, title].filter(
    (one): one is string => one !== undefined && one !== '',
  );

export function likeness(old: OldElement, one: Candidate): Likeness {
  const sameTestId = old.testId !== undefined && old.testId === one.testId;
  const sameId = old.id !== undefined && old.id === one.id && !isMade(old.id);
  const before = wordsOf(old);
  const now = [...wordsOf(one), one.field].filter(Boolean);
  const most = (some: readonly string[], others: readonly string[]) =>
    Math.max(0, ...some.flatMap((each) => others.map((other) => textLikeness(each, other))));
  const spoken = most(before, now);
  // A name that only programs read still tells what is meant.
  const coded = (element: Known) =>
    [element.testId, element.id].filter((id): id is string => id !== undefined && id !== '');
  const written = Math.max(most(coded(old), [...now, ...coded(one)]), 0) * 0.9;
  const wording = Math.max(spoken, before.length === 0 ? written : written * 0.6);
  const fieldKind =
    old.inputType !== undefined && old.inputType !== '' && old.inputType === one.inputType ? 1 : 0;
  const parts = old.isRecorded
    ? 0.58 * wording + 0.2 * kindLikeness(old, one) + 0.16 * placeLikeness(old, one) + 0.06 * fieldKind
    : 0.74 * wording + 0.26 * kindLikeness(old, one);
  const certain = sameTestId ? 0.97 : sameId ? 0.9 : 0;
  return {
    score: Math.max(certain, parts),
    wording: Math.max(wording, certain),
    strategy: sameTestId ? 'test_id' : sameId ? 'id' : spoken === 1 ? 'name' : 'words',
  };
}
