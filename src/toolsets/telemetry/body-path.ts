import { fault } from '../../kernel/fault.ts';

type Step = string | number;

const MOST_MATCHES = 100;

/** Reads `data.items[0].id`, with an optional `$.` before it and `['a key']` for odd names. */
export function parseBodyPath(path: string): readonly Step[] {
  const bad = (problem: string) => fault('INVALID_BODY_PATH', { path, problem });
  const steps: Step[] = [];
  let rest = path.trim().replace(/^\$\.?/, '');
  if (rest === '') return steps;
  if (!rest.startsWith('[')) rest = `.${rest}`;
  while (rest !== '') {
    const found = /^(?:\.([^.[\]]+)|\[(\d+)\]|\[(?:'([^']*)'|"([^"]*)")\])/.exec(rest);
    if (!found) throw bad(`it cannot be read from "${rest}" on`);
    const [whole, name, index, single, double] = found;
    steps.push(index === undefined ? (name ?? single ?? double ?? '') : Number(index));
    rest = rest.slice(whole.length);
  }
  return steps;
}

/** What lies at the path, or undefined. */
export function atPath(value: unknown, steps: readonly Step[]): unknown {
  let at = value;
  for (const step of steps) {
    if (at === null || typeof at !== 'object') return undefined;
    at = Object.hasOwn(at, step) ? (at as Record<Step, unknown>)[step] : undefined;
  }
  return at;
}

/** The values of every field of that name, outer ones first. */
export function valuesOf(value: unknown, key: string, found: unknown[] = []): unknown[] {
  if (value === null || typeof value !== 'object' || found.length >= MOST_MATCHES) return found;
  if (!Array.isArray(value) && Object.hasOwn(value, key)) found.push((value as Record<string, unknown>)[key]);
  for (const inner of Object.values(value)) valuesOf(inner, key, found);
  return found.slice(0, MOST_MATCHES);
}
