import { z } from 'zod';
import { PROTOCOLS } from '../../engines/wire/decode/decoders.ts';
import type { Flow } from '../../engines/wire/flow.ts';
import { cursor, limit, microsOf, since, until } from '../../kernel/arguments.ts';
import { text } from '../../kernel/content.ts';
import type { Call } from '../../kernel/tool.ts';
import { defineFlowTool, type FlowDeps } from './deps.ts';
import { type FlowSummary, flowLine, summarize } from './flow-line.ts';
import { carries, searchBytes } from './payload-search.ts';

/** How many flows are opened and searched for one page, so that a rare match cannot hold the caller for long. */
const SEARCH_LIMIT = 500;

const input = z.object({
  port: z.int().optional().describe('Local port of the rule.'),
  host: z.string().optional().describe('Part of the address of client or target.'),
  protocol: z.enum(PROTOCOLS).optional(),
  text: z.string().min(1).optional().describe('Occurs in the bytes of either direction, same case.'),
  hex: z
    .string()
    .regex(/^(\s*[0-9a-fA-F]{2})+\s*$/, 'pairs of hex digits')
    .optional()
    .describe('The same as hex bytes: 02 fa fb.'),
  since,
  until,
  min_bytes: z.int().optional().describe('Both directions together.'),
  limit: limit(50, 500),
  cursor,
});
type Args = z.output<typeof input>;

export const wireFlows = defineFlowTool({
  name: 'wire_flows',
  title: 'List flows',
  summary: 'The port rules with their traffic, and the TCP connections (flows) through them, newest first.',
  effect: 'read',
  input,
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
    const rules = call.args.cursor === undefined ? rulesOf(call) : [];
    const lines = found.length > 0 ? found.map(flowLine) : ['No flows.'];
    const more = cursor ? [`More: cursor "${cursor}".`] : [];
    return {
      data: { rules, flows: found, ...(cursor ? { next_cursor: cursor } : {}) },
      blocks: [text([...rules.map(ruleLine), ...lines, ...more].join('\n'))],
    };
  },
});

function rulesOf({ args, deps }: Call<Args, FlowDeps>) {
  const rules = deps.engine.rules().filter(({ localPort }) => [localPort, undefined].includes(args.port));
  return rules.map(({ localPort, targetHost, targetPort, connections, bytes }) => ({
    port: localPort,
    target: `${targetHost}:${targetPort}`,
    open: connections.live,
    connections: connections.total,
    up_bytes: bytes.up,
    down_bytes: bytes.down,
  }));
}

const ruleLine = (rule: ReturnType<typeof rulesOf>[number]) =>
  `Rule ${rule.port}→${rule.target}: ${rule.connections} connections (${rule.open} open) ↑${rule.up_bytes} ↓${rule.down_bytes}`;

function filterOf(args: Args) {
  return {
    port: args.port,
    host: args.host,
    since: microsOf(args.since),
    until: microsOf(args.until),
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
