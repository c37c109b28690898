import type { Check } from '../../assemble/command-parts.ts';

export type { Check };

export const ok = (what: string, found: string): Check => ({ what, status: 'ok', found });
const trouble =
  (status: 'warning' | 'fail') =>
  (what: string, found: string, advice: string): Check => ({ what, status, found, advice });
export const warning = trouble('warning');
export const fail = trouble('fail');

const COLOUR = { ok: 32, warning: 33, fail: 31 } as const;

/** The rows as a table for people. */
export function checkTable(checks: readonly Check[], hasColour: boolean): string {
  const paint = (code: number, words: string) => (hasColour ? `\u001b[${code}m${words}\u001b[0m` : words);
  const width = Math.max(...checks.map(({ what }) => what.length)) + 2;
  const lines = checks.flatMap(({ what, status, found, advice }) => [
    `${paint(COLOUR[status], status.padEnd(9))}${what.padEnd(width)}${found}`,
    ...(advice ? [`${' '.repeat(9 + width)}${paint(2, `-> ${advice}`)}`] : []),
  ]);
  return `${lines.join('\n')}\n`;
}
