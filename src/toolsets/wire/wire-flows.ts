import { z } from 'zod';
import { PROTOCOLS } from '../../engines/wire/decode/decoders.ts';
import type { Flow } from '../../engines/wire/flow.ts';
import { text } from '../../kernel/content.ts';
import { fields, unlisted } from '../../kernel/json-schema.ts';
import type { Call } from '../../kernel/tool.ts';
import { defineFlowTool, type FlowDeps } from './deps.ts';
import { type FlowSummary, flowLine, summarize } from './flow-line.ts';
import { carries, searchBytes } from './payload-search.ts';
import { timeOf } from './time-of.ts';

/** How many flows are opened and searched for one page, so that a rare match cannot hold the caller for long. */
const SEARCH_LIMIT = 500;

const input = z.object({
  port: z.int().optional(),
  host: z.string().optional(),
  since: z.string().optional().describe('ISO, or 10m.'),
  until: z.string().optional().meta(unlisted),
  min_bytes: z.int().optional().meta(unlisted),
  text: z.string().min(1).optional(),
  hex: z
    .string()
    .regex(/^(\s*[0-9a-fA-F]{2})+\s*$/, 'pairs of hex digits')
    .optional(),
  protocol: z.enum(PROTOCOLS).optional(),
  limit: z.int().min(1).max(500).default(50),
  cursor: z.string().optional(),
});
type Args = z.output<typeof input>;

export const wireFlows = defineFlowTool({
  name: 'wire_flows',
  title: 'List flows',
  summary: 'List captured TCP connections; text and hex search payloads.',
  effect: 'read',
  input,
  brief: ['port', 'host', 'since', 'text', 'protocol', 'limit', 'cursor'],
  output: fields,
  faults: ['INVALID_ARGUMENTS', 'CURSOR_EXPIRED'],
  async run(call) {
    const found: FlowSummary[] = [];
    let { cursor } = call.args;
    let searched = 0;
    do {
      const page = await call.deps.flows.list(filterOf(call.args), call.args.limit, cursor);
      for (const flow of page.flows) {
        searched++;
        const summary = await matching(flow, call);
        if (summary) found.push(summary);
      }
      cursor = page.next;
      call.progress(searched, undefined, `${searched} flows searched, ${found.length} found`);
    } while (cursor && found.length < call.args.limit && searched < SEARCH_LIMIT);
    const lines = found.map(flowLine);
    const more = cursor ? [`More: cursor "${cursor}".`] : [];
    return {
      data: { flows: found, ...(cursor ? { next_cursor: cursor } : {}) },
      blocks: [text([...(lines.length > 0 ? lines : ['No flows.']), ...more].join('\n'))],
    };
  },
});

function filterOf(args: Args) {
  return {
    port: args.port,
    host: args.host,
    since: timeOf('wire_flows', 'since', args.since),
    until: timeOf('wire_flows', 'until', args.until),
    minBytes: args.min_bytes,
  };
}

async function matching(
  flow: Flow,
  { args, deps, signal }: Call<Args, FlowDeps>,
): Promise<FlowSummary | undefined> {
  const protocol = await deps.flows.protocol(flow, signal);
  if (args.protocol && protocol !== args.protocol) return undefined;
  const wanted = searchBytes(args.text, args.hex);
  if (wanted && (protocol === undefined || !(await carries(deps.flows.chunks(flow, signal), wanted))))
    return undefined;
  return summarize(flow, protocol, deps.clock.micros());
}
