/** Arguments for browser tools: mostly of the right kind, often of the wrong one. */
import { z } from 'zod';
import type { Chance } from '../../eval/corpus/random.ts';

interface Shaped {
  readonly name: string;
  readonly input: z.ZodObject;
}

type Node = {
  type?: string | string[];
  enum?: unknown[];
  items?: Node;
  properties?: Record<string, Node>;
  anyOf?: Node[];
};

const TARGETS = [
  ...[
    '#count',
    '#nothing',
    'button',
    'h1',
    'input',
    'a',
    '[name=name]',
    '[name=country]',
    'body',
    '#covered',
    '#knob',
  ],
  ...['e1', 'e5', 'e12', 'e99999', 'uk:e3', 'default:e2', "getByRole('button')", "getByText('x').first()"],
  ...['#alert', '#confirm', '#open', '#file', '#source', '#target', '#blank', '#server', '#fetch', '#close'],
  ...['', '>>>', 'getByRole(', '//div[', 'iframe', 'text=Send', 'x'.repeat(5000)],
];
const WORDS = [
  ...[
    'a',
    'Enter',
    'Control+a',
    'Form',
    'true',
    'false',
    '5',
    'Germany',
    'default',
    'uk',
    'b',
    'out.txt',
    'a/b.png',
  ],
  ...[
    '../../etc/x',
    '/etc/passwd',
    '\0',
    '💥\ud800',
    '() => 1',
    '() => { throw 1 }',
    'document.title',
    '(',
    '**/*',
  ],
  ...['', ' ', 'w'.repeat(3000), 'http://127.0.0.1:1/', 'about:blank', 'javascript:1', '{"a":1}'],
];
const NUMBERS = [0, 1, 2, 3, 7, 100, 640, -1, 0.5, 1e9, 16_384, 99_999];
const WRONG: readonly unknown[] = [null, {}, [], 'wrong', 17, true, ['x', 1], { a: { b: 1 } }];

export function randomArguments(
  random: Chance,
  tool: Shaped,
  known: { url: string },
): Record<string, unknown> {
  const schema = z.toJSONSchema(tool.input, { io: 'input', target: 'draft-7' }) as {
    properties?: Record<string, Node>;
    required?: string[];
  };
  const args: Record<string, unknown> = {};
  for (const [name, node] of Object.entries(schema.properties ?? {})) {
    const isNeeded = schema.required?.includes(name) || name === 'target' || name.endsWith('Target');
    if (!random.is(isNeeded ? 0.95 : handle(name) ? 0.08 : 0.25)) continue;
    args[name] = random.is(0.06) ? random.pick(WRONG) : valueFor(random, name, node, known);
  }
  // Waiting for long tells nothing.
  if (typeof args.time === 'number') args.time = Math.min(args.time, 0.2);
  if (typeof args.delay === 'number') args.delay = Math.min(args.delay, 50);
  if (typeof args.duration === 'number') args.duration = Math.min(args.duration, 50);
  if (random.is(0.03)) args.nonsense = 1;
  return args;
}

const HANDLES = new Set(['instanceId', 'context', 'tab', 'filename', 'path']);
const handle = (name: string) => HANDLES.has(name);

function valueFor(random: Chance, name: string, node: Node, known: { url: string }): unknown {
  if (node.enum) return random.pick(node.enum);
  if (node.anyOf) return valueFor(random, name, random.pick(node.anyOf), known);
  const type = Array.isArray(node.type) ? random.pick(node.type) : node.type;
  switch (type) {
    case 'boolean':
      return random.is(0.5);
    case 'number':
    case 'integer':
      return random.pick(NUMBERS);
    case 'null':
      return null;
    case 'array':
      return Array.from({ length: random.between(0, 3) }, () =>
        valueFor(random, name, node.items ?? {}, known),
      );
    case 'object':
      return Object.fromEntries(
        Object.entries(node.properties ?? {}).flatMap(([key, inner]) =>
          random.is(0.7) ? [[key, valueFor(random, key, inner, known)]] : [],
        ),
      );
    default:
      return wordFor(random, name, known);
  }
}

function wordFor(random: Chance, name: string, known: { url: string }): string {
  if (/target|ref|root|unfold/i.test(name)) return random.pick(TARGETS);
  if (name === 'url') return random.is(0.85) ? known.url : random.pick(WORDS);
  // A proxy that takes every byte to nowhere would only slow the test down.
  if (name === 'server') return 'http://127.0.0.1:9';
  return random.pick(WORDS);
}
