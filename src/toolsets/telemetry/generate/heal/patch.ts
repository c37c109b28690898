/** A text with some of its parts replaced, and the patch that does it. */

export interface Replacement {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

export function replaced(text: string, changes: readonly Replacement[]): string {
  return changes
    .toSorted((one, other) => other.from - one.from)
    .reduce((all, { from, to, text: now }) => all.slice(0, from) + now + all.slice(to), text);
}

const AROUND = 2;

/** As `git apply` takes it. Both texts are alike but for the lines that the changes touch. */
export function patchOf(file: string, before: string, changes: readonly Replacement[]): string {
  if (changes.length === 0) return '';
  const old = before.split('\n');
  const lineOf = (at: number) => before.slice(0, at).split('\n').length - 1;
  // Lines that several changes touch are one piece.
  const pieces: { from: number; to: number; changes: Replacement[] }[] = [];
  for (const change of changes.toSorted((one, other) => one.from - other.from)) {
    const [from, to] = [lineOf(change.from), lineOf(change.to)];
    const last = pieces.at(-1);
    if (last && from <= last.to) {
      last.to = Math.max(last.to, to);
      last.changes.push(change);
    } else pieces.push({ from, to, changes: [change] });
  }
  const starts: number[] = [];
  let at = 0;
  for (const line of old) {
    starts.push(at);
    at += line.length + 1;
  }
  const lines: string[] = [`--- a/${file}`, `+++ b/${file}`];
  let shift = 0;
  for (let index = 0; index < pieces.length; ) {
    // Pieces whose surroundings meet are one hunk.
    let end = index;
    while (end + 1 < pieces.length && pieces[end + 1]!.from - pieces[end]!.to <= 2 * AROUND) end++;
    const hunk = pieces.slice(index, end + 1);
    const first = Math.max(0, hunk[0]!.from - AROUND);
    const last = Math.min(old.length - 1, hunk.at(-1)!.to + AROUND);
    const body: string[] = [];
    let [taken, given] = [0, 0];
    for (let line = first; line <= last; ) {
      const piece = hunk.find((one) => one.from === line);
      if (!piece) {
        body.push(` ${old[line]}`);
        line++;
        taken++;
        given++;
        continue;
      }
      const start = starts[piece.from]!;
      const was = old.slice(piece.from, piece.to + 1);
      const now = replaced(
        was.join('\n'),
        piece.changes.map(({ from, to, text }) => ({ from: from - start, to: to - start, text })),
      ).split('\n');
      body.push(...was.map((one) => `-${one}`), ...now.map((one) => `+${one}`));
      taken += was.length;
      given += now.length;
      line = piece.to + 1;
    }
    lines.push(`@@ -${first + 1},${taken} +${first + 1 + shift},${given} @@`, ...body);
    shift += given - taken;
    index = end + 1;
  }
  return `${lines.join('\n')}\n`;
}
