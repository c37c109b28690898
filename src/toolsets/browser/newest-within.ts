/** The last lines that fit into so many characters, and how many before them do not. The very last always stays. */
export function newestWithin(
  lines: readonly string[],
  budget: number,
): { kept: readonly string[]; left: number } {
  let room = budget;
  let from = lines.length;
  while (from > 0 && (from === lines.length || room >= lines[from - 1]!.length + 1)) {
    from--;
    room -= lines[from]!.length + 1;
  }
  return { kept: lines.slice(from), left: from };
}
