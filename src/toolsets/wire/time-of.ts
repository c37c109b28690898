import { fault } from '../../kernel/fault.ts';

const UNITS: Record<string, number> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** Microseconds since the epoch of an ISO time, or of so long ago ("90s", "10m", "2h", "1d"). */
export function timeOf(
  tool: string,
  argument: string,
  words: string | undefined,
  now = Date.now(),
): number | undefined {
  if (words === undefined) return undefined;
  const ago = /^(\d+(?:\.\d+)?)([smhd])$/.exec(words.trim());
  if (ago) return Math.round((now / 1000 - Number(ago[1]) * UNITS[ago[2]!]!) * 1e6);
  const millis = Date.parse(words);
  if (Number.isNaN(millis)) {
    const problems = [
      `"${argument}" is "${words}"; it takes an ISO time such as 2026-01-31T12:00:00Z, or a span such as 10m`,
    ];
    throw fault('INVALID_ARGUMENTS', { tool, problems });
  }
  return millis * 1000;
}
