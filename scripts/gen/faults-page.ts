/** docs/faults.md: every fault, what it says and what it advises. */
import { faults } from '../../src/kernel/fault.ts';
import { generatedNote, table } from './markdown.ts';

const kinds = {
  input: 'the caller: other arguments or settings',
  missing: 'the caller: what was named does not exist',
  state: 'time or another call: the state does not allow it now',
  world: 'the surroundings: a port, a file, a program, a network',
  internal: 'us: please report it',
};

export function faultsPage(): string {
  const rows = Object.entries(faults).map(([code, row]) => {
    const say = (sentence: unknown) =>
      String((sentence as (data: unknown) => string)(placeholders)).replaceAll('NaN', '‹number›');
    return [`\`${code}\``, row.kind, say(row.message), say(row.hint)];
  });
  const mended = Object.entries(kinds).map(([kind, who]) => [kind, who]);
  return [
    '# Faults',
    '',
    generatedNote,
    '',
    'Every failure has a code that is never reused, a sentence for what happened and a hint for what to do next.',
    'Words in ‹angle brackets› are filled in when it happens. The kind says who can mend it:',
    '',
    table(['kind', 'who can mend it'], mended),
    '',
    table(['code', 'kind', 'what it says', 'what to do'], rows),
    '',
  ].join('\n');
}

/** Data whose every field reads as its own name in angle brackets, whatever the sentence does with it. */
const placeholders: unknown = new Proxy({}, { get: (_, field) => placeholder(String(field)) });

function placeholder(name: string): unknown {
  const shown = `‹${name}›`;
  const fields: Record<PropertyKey, unknown> = {
    [Symbol.toPrimitive]: (hint: string) => (hint === 'number' ? Number.NaN : shown),
    toString: () => shown,
    join: () => shown,
    toFixed: () => shown,
    map: () => placeholder(name),
    length: 1,
  };
  return new Proxy(fields, { get: (target, field) => target[field] ?? (() => shown) });
}
