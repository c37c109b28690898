import { foldedTail, foldToFit } from './fold.ts';
import type { Outline } from './piece.ts';

/** Room kept for the words that say what is missing; deep trees and context names need a little more. */
const MARK = 40;

/**
 * Writes the pieces within `budget` characters, whole if they fit, else folded, and cut between elements only. Small
 * pieces are written whole; large ones share what is left, so that a long page is seen in outline and not only at
 * its top. `omitted` is how many elements of the page found no room.
 */
export function fitBudget(pieces: readonly Outline[], budget: number, prefix: string) {
  const lines: string[] = [];
  const folded = foldToFit(pieces, budget, prefix);
  const omitted = emit(folded, budget, 0, { lines, prefix, mark: MARK + prefix.length });
  return { text: lines.join('\n'), omitted };
}

/** Writes the pieces in their order, nothing folded, as far as the room goes; each level says where to go on. */
export function readOn(pieces: readonly Outline[], budget: number, prefix: string) {
  const lines: string[] = [];
  const page = { lines, prefix, mark: MARK + 2 * prefix.length };
  const omitted = readLevel(pieces, budget, 0, page);
  return { text: lines.join('\n').slice(0, budget), omitted };
}

function readLevel(pieces: readonly Outline[], budget: number, level: number, page: Page): number {
  let left = budget;
  for (const [i, piece] of pieces.entries()) {
    const reserve = i < pieces.length - 1 ? page.mark + level : 0;
    if (piece.line && sizeAt(piece, level) + reserve <= left) {
      writeWhole(piece, level, page);
      left -= sizeAt(piece, level);
      continue;
    }
    // The first is shown in any case, cut if it must be: whoever goes on from here would get nowhere.
    const inside = left - lineAt(piece, level) - reserve;
    const isBegun = level + i === 0 || (piece.children.length > 0 && inside > 3 * page.mark);
    let omitted = 0;
    if (isBegun) {
      page.lines.push(' '.repeat(level) + piece.line);
      omitted += readLevel(piece.children, inside, level + 1, page);
    }
    const rest = pieces.slice(isBegun ? i + 1 : i);
    if (rest.length === 0) return omitted;
    const tail = foldedTail(rest, page.prefix, '');
    page.lines.push(' '.repeat(level) + tail.line);
    return omitted + tail.elements;
  }
  return 0;
}

interface Page {
  readonly lines: string[];
  readonly prefix: string;
  readonly mark: number;
}

const sizeAt = (piece: Outline, level: number) => piece.chars + piece.lines * level;
const lineAt = (piece: Outline, level: number) => piece.line.length + 1 + level;

function emit(pieces: readonly Outline[], room: number, level: number, page: Page): number {
  const total = pieces.reduce((sum, piece) => sum + sizeAt(piece, level), 0);
  if (total <= room) {
    for (const piece of pieces) writeWhole(piece, level, page);
    return 0;
  }
  const heads = pieces.reduce((sum, piece) => sum + lineAt(piece, level), 0);
  const marks = pieces.filter((piece) => piece.children.length).length * (page.mark + level);
  if (heads + marks > room) return emitSome(pieces, room, level, page);
  return emitShared(pieces, room - heads, level, page);
}

function writeWhole(piece: Outline, level: number, page: Page): void {
  page.lines.push(' '.repeat(level) + piece.line);
  for (const child of piece.children) writeWhole(child, level + 1, page);
}

/** All lines fit, but not all that is below them: the smallest get what they need, the rest share by weight. */
function emitShared(pieces: readonly Outline[], room: number, level: number, page: Page): number {
  const inside = (piece: Outline) => sizeAt(piece, level) - lineAt(piece, level);
  const weightOf = ({ rank, weight }: Outline) => (rank < 0 ? 0.1 : weight);
  const want = (piece: Outline) => inside(piece) / weightOf(piece);
  const parents = pieces.filter((piece) => piece.children.length).sort((a, b) => want(a) - want(b));
  const shares = new Map<Outline, number>();
  let left = room;
  let weights = parents.reduce((sum, piece) => sum + weightOf(piece), 0);
  for (const piece of parents) {
    const share = Math.min(inside(piece), Math.floor((left * weightOf(piece)) / weights));
    shares.set(piece, share);
    left -= share;
    weights -= weightOf(piece);
  }
  let omitted = 0;
  for (const piece of pieces) {
    const share = shares.get(piece);
    if (share === undefined) page.lines.push(' '.repeat(level) + piece.line);
    else omitted += emitParent(piece, share, level, page);
  }
  return omitted;
}

function emitParent(piece: Outline, share: number, level: number, page: Page): number {
  const leastLine = Math.min(...piece.children.map((child) => lineAt(child, level + 1)));
  const isWhole = sizeAt(piece, level) - lineAt(piece, level) <= share;
  if (!isWhole && share < leastLine + page.mark + level) {
    const hidden = piece.children.reduce((sum, child) => sum + child.elements, 0);
    page.lines.push(
      `${' '.repeat(level)}${piece.line} … ${hidden} inside${addressOf('root', [piece], page)}`,
    );
    return hidden;
  }
  page.lines.push(' '.repeat(level) + piece.line);
  return emit(piece.children, share, level + 1, page);
}

/** Not even one line each: headings and notices first, then in reading order; each gap says where to go on. */
function emitSome(pieces: readonly Outline[], room: number, level: number, page: Page): number {
  const chosen = choose(pieces, room, level, page.mark + level);
  let omitted = 0;
  let gap: Outline[] = [];
  const closeGap = () => {
    if (gap.length === 0) return;
    const count = gap.reduce((sum, piece) => sum + Math.max(1, piece.elements), 0);
    page.lines.push(`${' '.repeat(level)}… ${count} left out${addressOf('unfold', gap, page)}`);
    omitted += count;
    gap = [];
  };
  for (const piece of pieces) {
    if (!chosen.has(piece)) {
      gap.push(piece);
      continue;
    }
    closeGap();
    const hidden = piece.children.reduce((sum, child) => sum + child.elements, 0);
    if (hidden === 0) writeWhole(piece, level, page);
    else
      page.lines.push(
        `${' '.repeat(level)}${piece.line} … ${hidden} inside${addressOf('root', [piece], page)}`,
      );
    omitted += hidden;
  }
  closeGap();
  return omitted;
}

/** Landmarks of a page may take three fifths of the room, so that its beginning is still read in full. */
function choose(pieces: readonly Outline[], room: number, level: number, mark: number): ReadonlySet<Outline> {
  const cost = (piece: Outline) => lineAt(piece, level) + (piece.children.length ? mark : 0);
  const chosen = new Set<Outline>();
  let left = room - mark;
  let forRanked = Math.floor(left * 0.6);
  for (const piece of [...pieces].filter((p) => p.rank >= 3).sort((a, b) => b.rank - a.rank)) {
    const price = cost(piece) + mark;
    if (price > forRanked) break;
    chosen.add(piece);
    forRanked -= price;
    left -= price;
  }
  for (const piece of pieces) {
    if (chosen.has(piece)) continue;
    if (cost(piece) > left) break;
    chosen.add(piece);
    left -= cost(piece);
  }
  return chosen;
}

/** The argument that brings back what is missing here. */
function addressOf(argument: 'root' | 'unfold', pieces: readonly Outline[], page: Page): string {
  const ref = pieces.find((piece) => piece.ref)?.ref;
  return ref ? ` (${argument} ${page.prefix}${ref})` : '';
}
