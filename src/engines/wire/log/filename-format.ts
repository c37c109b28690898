import { fault } from '../../../kernel/fault.ts';

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const DAY_MILLIS = 86_400_000;

const two = (value: number) => String(value).padStart(2, '0');
const three = (value: number) => String(value).padStart(3, '0');
const yearDay = (date: Date) =>
  Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / DAY_MILLIS);
const hour12 = (date: Date) => date.getUTCHours() % 12 || 12;

/** The Thursday of a date's ISO week decides the week's year. */
function isoWeek(date: Date): { year: number; week: number } {
  const thursday = new Date(date.getTime() + (4 - (date.getUTCDay() || 7)) * DAY_MILLIS);
  return { year: thursday.getUTCFullYear(), week: Math.floor(yearDay(thursday) / 7) + 1 };
}

const conversions: Readonly<Record<string, (date: Date) => string>> = {
  Y: (d) => String(d.getUTCFullYear()),
  C: (d) => two(Math.floor(d.getUTCFullYear() / 100)),
  y: (d) => two(d.getUTCFullYear() % 100),
  m: (d) => two(d.getUTCMonth() + 1),
  d: (d) => two(d.getUTCDate()),
  e: (d) => String(d.getUTCDate()).padStart(2, ' '),
  H: (d) => two(d.getUTCHours()),
  I: (d) => two(hour12(d)),
  M: (d) => two(d.getUTCMinutes()),
  S: (d) => two(d.getUTCSeconds()),
  p: (d) => (d.getUTCHours() < 12 ? 'AM' : 'PM'),
  j: (d) => three(yearDay(d) + 1),
  a: (d) => DAYS[d.getUTCDay()]!.slice(0, 3),
  A: (d) => DAYS[d.getUTCDay()]!,
  b: (d) => MONTHS[d.getUTCMonth()]!.slice(0, 3),
  h: (d) => MONTHS[d.getUTCMonth()]!.slice(0, 3),
  B: (d) => MONTHS[d.getUTCMonth()]!,
  u: (d) => String(d.getUTCDay() || 7),
  w: (d) => String(d.getUTCDay()),
  U: (d) => two(Math.floor((yearDay(d) + 7 - d.getUTCDay()) / 7)),
  W: (d) => two(Math.floor((yearDay(d) + 7 - ((d.getUTCDay() + 6) % 7)) / 7)),
  G: (d) => String(isoWeek(d).year),
  g: (d) => two(isoWeek(d).year % 100),
  V: (d) => two(isoWeek(d).week),
  F: (d) => d.toISOString().slice(0, 10),
  R: (d) => d.toISOString().slice(11, 16),
  T: (d) => d.toISOString().slice(11, 19),
  s: (d) => String(Math.floor(d.getTime() / 1000)),
  z: () => '+0000',
  Z: () => 'UTC',
  '%': () => '%',
};

/** A strftime pattern as a function from the second (since the epoch, UTC as in the records) to the file name. */
export function filenameFormat(format: string): (second: number) => string {
  const refuse = (problem: string) => fault('INVALID_FILENAME_FORMAT', { format, problem });
  if (format.length === 0 || format === '.' || format === '..') throw refuse('it names no file');
  if (/[/\\\0]/.test(format)) throw refuse('a file name holds no path separator');
  const parts: ((date: Date) => string)[] = [];
  for (const [piece] of format.matchAll(/%.?|[^%]+/gs)) {
    if (!piece.startsWith('%')) {
      parts.push(() => piece);
      continue;
    }
    const conversion = conversions[piece.slice(1)];
    if (!conversion) throw refuse(`it has no meaning for ${piece}`);
    parts.push(conversion);
  }
  return (second) => {
    const date = new Date(second * 1000);
    return parts.map((part) => part(date)).join('');
  };
}
