/**
 * Whole files as visitors would bring them, with what must go and what must stay. They were written unseen, in two parts:
 * the first was measured and then looked at, the second was measured once after that. In each, passwords are also plain
 * words of several languages, and much that only looks like a secret stands beside them.
 */
import { readFileSync } from 'node:fs';
import type { SecretSample } from '../secrets.ts';

export interface VisitorFile extends SecretSample {
  readonly keep: readonly string[];
}

export const visitorFiles = (part: 'first' | 'second'): readonly VisitorFile[] =>
  JSON.parse(readFileSync(new URL(`./${part}.json`, import.meta.url), 'utf8')) as VisitorFile[];
