const AROUND = 3;

/** The lines of an outline that fit, each with its neighbours, under the lines of the elements around it. */
export function snippets(outline: string, fits: (line: string) => boolean): { count: number; text: string } {
  const lines = outline.split('\n');
  const hits = lines.flatMap((line, i) => (fits(line) ? [i] : []));
  const windows: { from: number; to: number }[] = [];
  for (const hit of hits) {
    const from = Math.max(0, hit - AROUND);
    const to = Math.min(lines.length - 1, hit + AROUND);
    const last = windows.at(-1);
    if (last && from <= last.to + 1) last.to = to;
    else windows.push({ from, to });
  }
  const ways = new Set(hits.flatMap((hit) => [hit, ...ancestors(lines, hit)]));
  const texts = windows.map(({ from, to }) => {
    const shown = [...ancestors(lines, from), ...Array.from({ length: to - from + 1 }, (_, i) => from + i)];
    return shown.map((at, i) => `${gap(lines, ways, shown[i - 1], at)}${lines[at]}`).join('\n');
  });
  return { count: hits.length, text: texts.join('\n\n----\n\n') };
}

/** Dots where lines were left out, unless the way to what was found leads over it. */
function gap(
  lines: readonly string[],
  ways: ReadonlySet<number>,
  before: number | undefined,
  at: number,
): string {
  const isOpen = before !== undefined && at > before + 1 && !ways.has(at) && !ways.has(before);
  return isOpen ? `${' '.repeat(depth(lines[at]!))}...\n` : '';
}

const depth = (line: string) => line.length - line.trimStart().length;

/** The lines that a line lies under, outermost first. */
function ancestors(lines: readonly string[], from: number): number[] {
  const above: number[] = [];
  let least = depth(lines[from]!);
  for (let i = from - 1; i >= 0 && least > 0; i--) {
    const own = depth(lines[i]!);
    if (lines[i]!.trim() && own < least) {
      above.unshift(i);
      least = own;
    }
  }
  return above;
}
