import { z } from 'zod';
import {
  TOXIC_TYPES,
  type Toxic,
  type ToxicTarget,
  type ToxicType,
} from '../../engines/wire/toxics/toxic.ts';
import { direction } from '../../kernel/arguments.ts';
import { text } from '../../kernel/content.ts';
import { fault } from '../../kernel/fault.ts';
import { defineFlowTool, type TapEngine } from './deps.ts';

const input = z.object({
  action: z.enum(['add', 'change', 'remove', 'list']),
  id: z.string().optional().describe('change, remove: of add or list.'),
  type: z
    .enum(TOXIC_TYPES as [ToxicType, ...ToxicType[]])
    .optional()
    .describe('add.'),
  port: z.int().optional().describe('add: all connections of this local port; remove: all its faults.'),
  flow: z.string().optional().describe('add: one open flow.'),
  direction: direction.default('down').describe('add; down (left out): what the target answers.'),
  toxicity: z.number().min(0).max(1).optional().describe('Part of connections struck, 0 to 1.'),
  attributes: z
    .record(z.string(), z.number())
    .optional()
    .describe(
      'add, change: latency {latency, ± jitter} ms; bandwidth {rate} KB/s; slow_close {delay} ms; timeout {timeout} ms, ' +
        'nothing passes, 0 for ever; reset_peer {timeout} ms, 0 at once; slicer {average_size, size_variation} bytes, {delay} µs; ' +
        'limit_data {bytes}, then it closes.',
    ),
});
type Args = z.output<typeof input>;

export const wireFault = defineFlowTool({
  name: 'wire_fault',
  title: 'Wire fault',
  summary: 'Slow, cut or reset traffic of a port rule or flow until removed.',
  effect: 'write',
  input,
  faults: [
    'INVALID_ARGUMENTS',
    'INVALID_WIRE_FAULT',
    'NO_SUCH_RULE',
    'NO_SUCH_CONNECTION',
    'NO_SUCH_WIRE_FAULT',
  ],
  run({ args, deps: { engine } }) {
    switch (args.action) {
      case 'add':
        return answer('Added', [
          engine.addToxic({
            type: needed('type', args.type),
            on: targetOf(args),
            direction: args.direction === 'up' ? 'upstream' : 'downstream',
            toxicity: args.toxicity,
            attributes: args.attributes,
          }),
        ]);
      case 'change':
        return answer('Changed', [
          engine.changeToxic(needed('id', args.id), { toxicity: args.toxicity, attributes: args.attributes }),
        ]);
      case 'remove':
        return answer('Removed', removed(engine, args));
      case 'list':
        return answer('Set:', engine.toxics());
    }
  },
});

function answer(words: string, toxics: readonly Toxic[]) {
  const lines = toxics.map((one) => {
    const where = 'port' in one.on ? `port ${one.on.port}` : `flow ${one.on.connection}`;
    const chance = one.toxicity === 1 ? '' : ` for ${Math.round(one.toxicity * 100)} % of connections`;
    return `${words} ${one.id}: ${one.type} ${JSON.stringify(one.attributes)} ${one.direction} on ${where}${chance}`;
  });
  return {
    data: { faults: toxics.map((one) => ({ ...one })) },
    blocks: [text(lines.length > 0 ? lines.join('\n') : 'No faults are set.')],
  };
}

/** The named one, or all that were set on a port. */
function removed(engine: TapEngine, { id, port }: Args): readonly Toxic[] {
  if (id !== undefined || port === undefined) return [engine.removeToxic(needed('id" or "port', id))];
  const there = engine.toxics().filter(({ on }) => 'port' in on && on.port === port);
  return there.map((one) => engine.removeToxic(one.id));
}

function targetOf(args: Args): ToxicTarget {
  if (args.port !== undefined) return { port: args.port };
  return { connection: needed('port" or "flow', args.flow) };
}

function needed<T>(name: string, value: T | undefined): T {
  if (value !== undefined) return value;
  throw fault('INVALID_ARGUMENTS', { tool: 'wire_fault', problems: [`"${name}" is missing`] });
}
