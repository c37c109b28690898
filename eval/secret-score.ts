import { findSecrets } from '../src/kernel/redaction/find-secrets.ts';
import type { SecretSample } from './corpus/secrets.ts';

export interface SecretScore {
  readonly secrets: number;
  readonly hidden: number;
  readonly finds: number;
  readonly right: number;
  /** What went wrong, a line each. */
  readonly notes: readonly string[];
}

/** A secret counts as hidden when no six characters of it are left; a find as right when it lies on a secret. */
export function scoreOf(samples: readonly SecretSample[]): SecretScore {
  let [secrets, hidden, finds, right] = [0, 0, 0, 0];
  const notes: string[] = [];
  for (const { kind, text, secrets: given } of samples) {
    const found = findSecrets(text);
    const spans = given.map(
      (secret) => [text.indexOf(secret), text.indexOf(secret) + secret.length] as const,
    );
    for (const [from, to] of spans) {
      secrets++;
      const covered = found.reduce(
        (sum, find) => sum + Math.max(0, Math.min(to, find.to) - Math.max(from, find.from)),
        0,
      );
      if (to - from - covered < Math.min(6, to - from)) hidden++;
      else notes.push(`missed ${kind}: ${text}`);
    }
    for (const find of found) {
      finds++;
      if (spans.some(([from, to]) => find.from < to && find.to > from)) right++;
      else notes.push(`wrong ${kind}, ${find.name}: ${text.slice(find.from, find.to)} in ${text}`);
    }
  }
  return { secrets, hidden, finds, right, notes };
}
