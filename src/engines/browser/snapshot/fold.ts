import { charsOf, measure, type Outline } from './piece.ts';

/** Shorter runs are shown whole: a menu of twelve links is read, not skimmed. */
const LEAST_COUNT = 8;
const LEAST_CHARS = 900;
/** What stays of a folded run: at least three pieces, and more while they are short. */
const KEPT_COUNT = 3;
const KEPT_CHARS = 300;

/**
 * Folds long runs of alike siblings until all has room, the longest first: what fits is not folded at all. A folded
 * tail is one line that says how many and which refs.
 */
export function foldToFit(pieces: readonly Outline[], budget: number, prefix: string): readonly Outline[] {
  let folded = pieces;
  for (
    let least = Math.max(budget, LEAST_CHARS);
    charsOf(folded) > budget && least > LEAST_CHARS / 2;
    least /= 2
  )
    folded = foldRuns(pieces, Math.max(least, LEAST_CHARS), prefix);
  return folded;
}

function foldRuns(pieces: readonly Outline[], least: number, prefix: string): Outline[] {
  const folded: Outline[] = [];
  for (const run of runsOf(pieces, ({ kind }) => kind)) {
    const isWhole = run.length < LEAST_COUNT || charsOf(run) < (run[0]!.rank < 0 ? LEAST_CHARS : least);
    folded.push(...(isWhole ? run.map((piece) => foldInside(piece, least, prefix)) : foldRun(run, prefix)));
  }
  return folded;
}

function foldInside(piece: Outline, least: number, prefix: string): Outline {
  if (piece.chars < LEAST_CHARS || piece.children.length === 0) return piece;
  const children = foldRuns(piece.children, least, prefix);
  return { ...piece, children, ...measure(piece.line, children) };
}

function foldRun(run: readonly Outline[], prefix: string): Outline[] {
  const folded: Outline[] = [];
  let used = 0;
  let kept = 0;
  let rest: Outline[] = [];
  const close = () => {
    folded.push(...(rest.length > 1 ? [foldedTail(rest, prefix)] : rest));
    rest = [];
  };
  for (const piece of run) {
    const isFirst = kept < KEPT_COUNT || used < KEPT_CHARS;
    if (isFirst || piece.isOdd) {
      close();
      folded.push(foldInside(piece, LEAST_CHARS, prefix));
    } else rest.push(piece);
    if (!isFirst || piece.isOdd) continue;
    kept++;
    used += piece.chars;
  }
  close();
  return folded;
}

/** Neighbours of the same kind, together; what has none stands alone. */
export function runsOf<T>(items: readonly T[], kindOf: (item: T) => string): T[][] {
  const runs: T[][] = [];
  let last = '';
  for (const item of items) {
    const kind = kindOf(item);
    if (kind && kind === last) runs.at(-1)!.push(item);
    else runs.push([item]);
    last = kind;
  }
  return runs;
}

/** `… 487 more rows like this, e40–e527`: this range, or any of its refs, can be given as `unfold`. */
export function foldedTail(rest: readonly Outline[], prefix: string, like = ' like this'): Outline {
  const first = rest[0]!;
  const isOne = rest.every(({ role }) => role === first.role);
  const line = `… ${rest.length} more ${isOne ? plural(first.role) : 'items'}${isOne ? like : ''}${refRange(rest, prefix)}`;
  return {
    ...first,
    line,
    children: [],
    kind: '',
    elements: rest.reduce((sum, piece) => sum + piece.elements, 0),
    ...measure(line, []),
  };
}

export function refRange(pieces: readonly { readonly ref: string | undefined }[], prefix: string): string {
  const first = pieces.find((piece) => piece.ref)?.ref;
  const last = pieces.findLast((piece) => piece.ref)?.ref;
  if (!first || !last) return '';
  return first === last ? `, ${prefix}${first}` : `, ${prefix}${first}–${prefix}${last}`;
}

const PLURALS: Readonly<Record<string, string>> = {
  listitem: 'list items',
  generic: 'items',
  text: 'texts',
  searchbox: 'searchboxes',
  textbox: 'textboxes',
  checkbox: 'checkboxes',
  combobox: 'comboboxes',
};

export const plural = (role: string) => PLURALS[role] ?? `${role}s`;
