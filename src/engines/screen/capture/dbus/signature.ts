/** One type of D-Bus, read from its letters: `s`, `u`, `a{sv}`, `(ii)`. */
export interface Type {
  readonly letter: string;
  /** What an array, a struct or an entry of a dictionary is made of. */
  readonly parts: readonly Type[];
}

/** A value together with its type, where only the receiver knows what to expect. */
export interface Variant {
  readonly signature: string;
  readonly value: unknown;
}

export const variant = (signature: string, value: unknown): Variant => ({ signature, value });

export function parseSignature(signature: string): Type[] {
  const types: Type[] = [];
  for (let at = 0; at < signature.length; ) {
    const { type, next } = parseType(signature, at);
    types.push(type);
    at = next;
  }
  return types;
}

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '{': '}' };
const PLAIN = 'ybnqiuxtdsogvh';

function parseType(signature: string, at: number): { type: Type; next: number } {
  const letter = signature[at] ?? '';
  if (letter === 'a') {
    const { type, next } = parseType(signature, at + 1);
    return { type: { letter, parts: [type] }, next };
  }
  const closing = CLOSING[letter];
  if (closing) {
    const parts: Type[] = [];
    let next = at + 1;
    while (signature[next] !== closing) {
      const part = parseType(signature, next);
      parts.push(part.type);
      next = part.next;
    }
    return { type: { letter, parts }, next: next + 1 };
  }
  if (letter === '' || !PLAIN.includes(letter)) throw new Error(`"${signature}" is not a D-Bus signature`);
  return { type: { letter, parts: [] }, next: at + 1 };
}

const ALIGNMENT: Readonly<Record<string, number>> = {
  y: 1,
  g: 1,
  v: 1,
  n: 2,
  q: 2,
  x: 8,
  t: 8,
  d: 8,
  '(': 8,
  '{': 8,
};

export const alignmentOf = ({ letter }: Type) => ALIGNMENT[letter] ?? 4;
