import { z } from 'zod';
import { PROTOCOLS } from '../../engines/wire/decode/decoders.ts';
import type { Flow } from '../../engines/wire/flow.ts';
import { answerBudget, cursor, limit, microsOf, since, until } from '../../kernel/arguments.ts';
import { text } from '../../kernel/content.ts';
import type { Call } from '../../kernel/tool.ts';
import { firstWithin } from '../../report/listing.ts';
import { defineFlowTool, type FlowDeps } from './deps.ts';
import { type FlowSummary, flowLine, summarize } from './flow-line.ts';
import { carries, searchBytes } from './payload-search.ts';

/** How many flows are opened and searched for one page, so that a rare match cannot hold the caller for long. */
const SEARCH_LIMIT = 500;

const input = z.object({
  port: z.int().optional().describe('Local.'),
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
  ...answerBudget,
});
type Args = z.output<typeof input>;

export const wireFlows = defineFlowTool({
  name: 'wire_flows',
  title: 'Wire flows',
  summary: 'The port rules with their traffic, and the TCP connections (flows) through them, newest first.',
  effect: 'read',
  input,
  faults: ['INVALID_ARGUMENTS', 'CURSOR_EXPIRED'],
  async run(call) {
    const rules = call.args.cursor === undefined ? await rulesOf(call) : [];
    const ruled = firstWithin(rules.map(ruleLine), call.budget / 2);
    const room = call.budget - ruled.kept.join('\n').length - HINTS;
    const { flows, cursor, isFull } = await search(call, room);
    const lines = flows.length > 0 ? flows.map(flowLine) : ['No flows.'];
    const more = [
      ...(ruled.left > 0 ? [`${ruled.left} more rules: give a port or a larger budget.`] : []),
      ...(cursor ? [`More: cursor "${cursor}".`] : []),
      ...(isFull && !cursor ? ['More are open: give a port, a host or a larger budget.'] : []),
    ];
    return {
      data: { rules, flows, ...(cursor ? { next_cursor: cursor } : {}) },
      blocks: [text([...ruled.kept, ...lines, ...more].join('\n'))],
    };
  },
});

/** Characters for what is said of the rest. */
const HINTS = 200;

/** Flows that fit, until there is no room for another; the cursor is that of the last one that was looked at. */
async function search(call: Call<Args, FlowDeps>, room: number) {
  const { args, deps, progress } = call;
  const flows: FlowSummary[] = [];
  let { cursor } = args;
  let searched = 0;
  let used = 0;
  do {
    const page = await deps.flows.list(filterOf(args), args.limit, cursor);
    for (const flow of page.flows) {
      const summary = await matching(flow, call);
      used += summary ? flowLine(summary).length + 1 : 0;
      if (used > room && flows.length > 0) return { flows, cursor, isFull: true };
      if (summary) flows.push(summary);
      cursor = page.cursors.get(flow.id) ?? cursor;
      searched++;
    }
    cursor = page.next;
    progress(searched, undefined, `${searched} flows searched, ${flows.length} found`);
  } while (cursor && flows.length < args.limit && searched < SEARCH_LIMIT);
  return { flows, cursor, isFull: false };
}

async function rulesOf({ args, deps }: Call<Args, FlowDeps>) {
  const kept = new Set((await deps.kept?.list())?.map(({ localPort }) => localPort));
  const rules = deps.engine.rules().filter(({ localPort }) => [localPort, undefined].includes(args.port));
  return rules.map(({ localPort, targetHost, targetPort, connections, bytes }) => ({
    port: localPort,
    target: `${targetHost}:${targetPort}`,
    open: connections.live,
    connections: connections.total,
    up_bytes: bytes.up,
    down_bytes: bytes.down,
    ...(kept.has(localPort) && { persists: true }),
  }));
}

const ruleLine = (rule: Awaited<ReturnType<typeof rulesOf>>[number]) =>
  `Rule ${rule.port}→${rule.target}: ${rule.connections} connections (${rule.open} open) ↑${rule.up_bytes} ↓${rule.down_bytes}${rule.persists ? ' (persists)' : ''}`;

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
