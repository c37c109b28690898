import { z } from 'zod';
import {
  TOXIC_TYPES,
  type Toxic,
  type ToxicTarget,
  type ToxicType,
} from '../../engines/wire/toxics/toxic.ts';
import { text } from '../../kernel/content.ts';
import { fault } from '../../kernel/fault.ts';
import { fields } from '../../kernel/json-schema.ts';
import { defineFlowTool } from './deps.ts';

const input = z.object({
  action: z.enum(['add', 'change', 'remove', 'list']),
  id: z.string().optional(),
  type: z.enum(TOXIC_TYPES as [ToxicType, ...ToxicType[]]).optional(),
  port: z.int().optional(),
  flow: z.string().optional(),
  direction: z.enum(['upstream', 'downstream']).default('downstream'),
  toxicity: z.number().min(0).max(1).optional(),
  attributes: z
    .record(z.string(), z.number())
    .optional()
    .describe('Such as {"latency":300,"jitter":50}; ms, KB/s, bytes.'),
});
type Args = z.output<typeof input>;

export const wireFault = defineFlowTool({
  name: 'wire_fault',
  title: 'Break traffic',
  summary: 'Slow, cut or reset traffic of a port or flow while it runs.',
  effect: 'write',
  input,
  brief: ['action', 'id', 'type', 'port', 'flow', 'direction', 'attributes'],
  output: fields,
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
            direction: args.direction,
            toxicity: args.toxicity,
            attributes: args.attributes,
          }),
        ]);
      case 'change':
        return answer('Changed', [
          engine.changeToxic(needed('id', args.id), { toxicity: args.toxicity, attributes: args.attributes }),
        ]);
      case 'remove':
        return answer('Removed', [engine.removeToxic(needed('id', args.id))]);
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

function targetOf(args: Args): ToxicTarget {
  if (args.port !== undefined) return { port: args.port };
  return { connection: needed('port" or "flow', args.flow) };
}

function needed<T>(name: string, value: T | undefined): T {
  if (value !== undefined) return value;
  throw fault('INVALID_ARGUMENTS', { tool: 'wire_fault', problems: [`"${name}" is missing`] });
}
