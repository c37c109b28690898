const BEFORE = 5;
const AFTER = 4;
const LONGEST = 400;

/** The lines around one of a text, from `first` on. Of long ones, as minified scripts have them, the part that is meant. */
export function linesAround(
  text: string,
  line: number,
  column: number,
): { readonly first: number; readonly lines: string[] } | undefined {
  const all = text.split(/\r\n|\n|\r/);
  if (line < 1 || line > all.length) return undefined;
  const first = Math.max(1, line - BEFORE);
  const lines = all.slice(first - 1, line + AFTER).map((words, at) => {
    if (words.length <= LONGEST) return words;
    const start = first + at === line ? Math.max(0, column - 1 - LONGEST / 4) : 0;
    const part = words.slice(start, start + LONGEST);
    return `${start > 0 ? '…' : ''}${part}${start + LONGEST < words.length ? '…' : ''}`;
  });
  return { first, lines };
}
