import { randomBytes } from 'node:crypto';

/** An opaque handle that cannot be guessed, such as "ses_h3V…". */
export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(9).toString('base64url')}`;
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
