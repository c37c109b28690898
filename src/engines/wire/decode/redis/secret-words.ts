/** Passwords in commands and replies are never shown: those that a command gives, and fields of a hash that are named so. */
import { isSecretValue } from '../../../../kernel/redaction/named-value.ts';
import { HIDDEN } from '../decoder.ts';

/** Commands whose words behind the key are fields and values in turn. */
const SETS_FIELDS: ReadonlySet<string> = new Set(['hset', 'hmset', 'hsetnx']);

export function hideWords(args: readonly unknown[]): unknown[] {
  const words = args.map((value) => (typeof value === 'string' ? value.toLowerCase() : ''));
  const hidden = args.slice();
  const hideFrom = (index: number, amount: number) => {
    for (let at = index; at < Math.min(hidden.length, index + amount); at++) hidden[at] = HIDDEN;
  };
  if (words[0] === 'auth') hideFrom(words.length > 2 ? 2 : 1, 1);
  if (words[0] === 'hello' && words.includes('auth')) hideFrom(words.indexOf('auth') + 2, 1);
  if (words[0] === 'migrate' && words.includes('auth')) hideFrom(words.indexOf('auth') + 1, 1);
  if (words[0] === 'migrate' && words.includes('auth2')) hideFrom(words.indexOf('auth2') + 2, 1);
  if (words[0] === 'config' && words[1] === 'set') {
    for (const [at, name] of words.entries())
      if (/^(requirepass|masterauth|tls-key-file-pass)$/.test(name)) hideFrom(at + 1, 1);
  }
  if (words[0] === 'acl' && words[1] === 'setuser') {
    for (const [at, rule] of words.entries()) if (at > 2 && /^[<>#!]/.test(rule)) hideFrom(at, 1);
  }
  if (SETS_FIELDS.has(words[0] ?? '')) return [...hidden.slice(0, 2), ...hideInPairs(hidden.slice(2))];
  return hidden;
}

/** The answer to a command, by the fields that it asked for, or that the answer names. */
export function hideInReply(args: readonly unknown[], value: unknown): unknown {
  const command = typeof args[0] === 'string' ? args[0].toLowerCase() : '';
  if (command === 'hget') return hideNamed(args[2], value);
  if (command === 'hmget' && Array.isArray(value))
    return value.map((one, at) => hideNamed(args[2 + at], one));
  if (command !== 'hgetall') return value;
  if (Array.isArray(value)) return hideInPairs(value);
  if (!isMap(value)) return value;
  return { ...value, map: value.map.map(([name, one]) => [name, hideNamed(name, one)]) };
}

function isMap(value: unknown): value is { map: [unknown, unknown][] } {
  return typeof value === 'object' && value !== null && 'map' in value && Array.isArray(value.map);
}

const hideInPairs = (list: readonly unknown[]) =>
  list.map((one, at) => (at % 2 === 1 ? hideNamed(list[at - 1], one) : one));

const hideNamed = (name: unknown, value: unknown) =>
  typeof name === 'string' && typeof value === 'string' && isSecretValue(name, value) ? HIDDEN : value;
