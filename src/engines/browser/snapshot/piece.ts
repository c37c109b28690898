/** A piece of the answer: one line and what hangs below it, with what is needed to fold and to cut it. */
export interface Outline {
  readonly line: string;
  readonly children: readonly Outline[];
  readonly role: string;
  /** Alike siblings have the same shape. */
  readonly shape: string;
  readonly ref: string | undefined;
  /** How many elements of the page this stands for, itself included. */
  readonly elements: number;
  /** Lines, and characters without indentation but with line ends. */
  readonly lines: number;
  readonly chars: number;
  /** What to keep first when there is no room for all siblings; higher is kept longer. */
  readonly rank: number;
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
