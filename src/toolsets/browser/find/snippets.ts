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
  const texts = windows.map(({ from, to }) =>
    [...ancestors(lines, from).map((i) => lines[i]), ...lines.slice(from, to + 1)].join('\n'),
  );
  return { count: hits.length, text: texts.join('\n\n----\n\n') };
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
