import { randomBytes } from 'node:crypto';

/** An opaque handle that cannot be guessed, such as "ses_h3V…". */
export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(9).toString('base64url')}`;
}

/** Whether a value looks like one of these handles: they name something, and open nothing without a key. */
export function isOwnId(value: string): boolean {
  return /^[a-z]{1,5}_[\w-]{12}$/.test(value);
}

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The last `width` base-62 digits of a non-negative integer. */
export function base62(value: number, width: number): string {
  let rest = value;
  let text = '';
  for (let i = 0; i < width; i++) {
    text = DIGITS[rest % 62] + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}
