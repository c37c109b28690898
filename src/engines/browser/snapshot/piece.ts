/** A piece of the answer: one line and what hangs below it, with what is needed to fold and to cut it. */
export interface Outline {
  readonly line: string;
  readonly children: readonly Outline[];
  readonly role: string;
  /** Neighbours of one kind may be folded together; what has none stands alone. */
  readonly kind: string;
  /** Unlike the others of its kind, or changed: never folded. */
  readonly isOdd: boolean;
  readonly ref: string | undefined;
  /** How many elements of the page this stands for, itself included. */
  readonly elements: number;
  /** Lines, and characters without indentation but with line ends. */
  readonly lines: number;
  readonly chars: number;
  /** What to keep first when there is no room for all siblings; higher is kept longer, below zero last of all. */
  readonly rank: number;
  /** Its part of the room beside siblings that want room as well. */
  readonly weight: number;
}

export function measure(line: string, children: readonly Outline[]): { lines: number; chars: number } {
  let lines = 1;
  let chars = line.length + 1;
  for (const child of children) {
    lines += child.lines;
    // Below its parent each line is one blank deeper.
    chars += child.chars + child.lines;
  }
  return { lines, chars };
}

export const charsOf = (pieces: readonly Outline[]) => pieces.reduce((sum, piece) => sum + piece.chars, 0);
