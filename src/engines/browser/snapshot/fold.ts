import { measure, type Outline } from './piece.ts';

/** Shorter runs are shown whole: a menu of twelve links is read, not skimmed. */
const LEAST_COUNT = 8;
const LEAST_CHARS = 900;
/** What stays of a folded run: at least three pieces, and more while they are short. */
const KEPT_COUNT = 3;
const KEPT_CHARS = 300;

/** Replaces the tail of each long run of alike siblings by one line that says how many and which refs. */
export function foldRuns(pieces: readonly Outline[], prefix: string): Outline[] {
  const folded: Outline[] = [];
  for (const run of runsOf(pieces, ({ shape }) => shape)) {
    const chars = run.reduce((sum, piece) => sum + piece.chars, 0);
    if (run.length < LEAST_COUNT || chars < LEAST_CHARS) {
      folded.push(...run);
      continue;
    }
    let kept = 0;
    for (let used = 0; kept < KEPT_COUNT || used < KEPT_CHARS; kept++) used += run[kept]!.chars;
    const rest = run.slice(kept);
    folded.push(...run.slice(0, kept), ...(rest.length > 1 ? [foldedTail(rest, prefix)] : rest));
  }
  return folded;
}

/** Neighbours of the same shape, together; what has none stands alone. */
export function runsOf<T>(items: readonly T[], shapeOf: (item: T) => string): T[][] {
  const runs: T[][] = [];
  let last = '';
  for (const item of items) {
    const shape = shapeOf(item);
    if (shape && shape === last) runs.at(-1)!.push(item);
    else runs.push([item]);
    last = shape;
  }
  return runs;
}

/** `… 487 more rows like this, e40–e527`: any of these refs can be given as `unfold`. */
export function foldedTail(rest: readonly Outline[], prefix: string): Outline {
  const first = rest[0]!;
  const line = `… ${rest.length} more ${plural(first.role)} like this${refRange(rest, prefix)}`;
  return {
    ...first,
    line,
    children: [],
    shape: '',
    elements: rest.reduce((sum, piece) => sum + piece.elements, 0),
    ...measure(line, []),
  };
}

function refRange(pieces: readonly Outline[], prefix: string): string {
  const first = pieces.find((piece) => piece.ref)?.ref;
  const last = pieces.findLast((piece) => piece.ref)?.ref;
  if (!first || !last) return '';
  return first === last ? `, ${prefix}${first}` : `, ${prefix}${first}–${prefix}${last}`;
}

const PLURALS: Readonly<Record<string, string>> = {
  listitem: 'list items',
  generic: 'items',
  searchbox: 'searchboxes',
  textbox: 'textboxes',
  checkbox: 'checkboxes',
  combobox: 'comboboxes',
};

export const plural = (role: string) => PLURALS[role] ?? `${role}s`;
