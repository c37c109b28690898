import { z } from 'zod';
import type { Chunk } from '../../engines/wire/decode/chunk.ts';
import { decodeFlow } from '../../engines/wire/decode/decode-flow.ts';
import { httpExchanges } from '../../engines/wire/decode/exchanges.ts';
import { Inflation } from '../../engines/wire/decode/inflation.ts';
import type { Flow } from '../../engines/wire/flow.ts';
import { microsOf, since, until } from '../../kernel/arguments.ts';
import type { Block } from '../../kernel/content.ts';
import { text } from '../../kernel/content.ts';
import { fault } from '../../kernel/fault.ts';
import { hideSecrets } from '../../kernel/hide-secrets.ts';
import type { WrittenFile } from '../../kernel/output.ts';
import type { Call } from '../../kernel/tool.ts';
import { VERSION } from '../../kernel/version.ts';
import { type HarExchange, harPieces } from '../../report/har.ts';
import { firstWithin } from '../../report/listing.ts';
import { type PcapFlow, pcapng } from '../../report/pcapng.ts';
import { defineFlowTool, type FlowDeps } from './deps.ts';

const MAX_FLOWS = 5000;

const input = z.object({
  format: z
    .enum(['pcapng', 'har', 'raw'])
    .describe('pcapng: Wireshark; har: only HTTP; raw: bytes, one file a direction.'),
  ids: z.array(z.string()).optional().describe('Flows; left out: all that fit.'),
  port: z.int().optional().describe('Local.'),
  since,
  until,
});
type ExportCall = Call<z.output<typeof input>, FlowDeps>;

export const wireExport = defineFlowTool({
  name: 'wire_export',
  title: 'Wire export',
  summary: 'Write flows to files in the output folder; answers their paths.',
  effect: 'write',
  input,
  faults: ['NO_SUCH_FLOW', 'NO_FLOWS', 'FLOW_NOT_CAPTURED', 'FOLDER_NOT_WRITABLE'],
  timeoutMs: () => 600_000,
  async run(call) {
    const flows = await chosen(call);
    if (flows.length === 0) throw fault('NO_FLOWS');
    const { format } = call.args;
    const files = await WRITERS[format](flows, call);
    // A capture that changes what it captured would be worth nothing.
    const note = format === 'har' ? '' : ' with their true bytes, passwords and tokens included';
    const lines = files.map((file) => `${file.path} (${file.bytes} bytes)`);
    // A link takes twice as much as its line.
    const { kept, left } = firstWithin(lines, (call.budget - 200) / 3);
    const links = files
      .slice(0, kept.length)
      .map((file): Block => ({ type: 'resource_link', uri: file.uri, name: file.path, size: file.bytes }));
    const more = left > 0 ? [`${left} more files beside them.`] : [];
    return {
      data: { files: files.map((file) => ({ ...file })), flows: flows.length },
      blocks: [text([`Wrote ${flows.length} flows${note}:`, ...kept, ...more].join('\n')), ...links],
    };
  },
});

/** In the order in which they were opened. */
async function chosen({ args, deps }: ExportCall): Promise<Flow[]> {
  if (args.ids) {
    const found = await Promise.all(args.ids.map((id) => deps.flows.find(id)));
    return found.sort((a, b) => a.start - b.start);
  }
  const filter = {
    port: args.port,
    since: microsOf(args.since),
    until: microsOf(args.until),
  };
  const flows: Flow[] = [];
  let cursor: string | undefined;
  do {
    const page = await deps.flows.list(filter, 500, cursor);
    flows.push(...page.flows);
    cursor = page.next;
  } while (cursor && flows.length < MAX_FLOWS);
  // What was not captured has nothing to write; asked for by id it would be a fault.
  return flows.filter((flow) => flow.ranges.length > 0).sort((a, b) => a.start - b.start);
}

type Writer = (flows: readonly Flow[], call: ExportCall) => Promise<WrittenFile[]>;

const WRITERS: Record<'pcapng' | 'har' | 'raw', Writer> = {
  async pcapng(flows, { deps, caller, signal, progress }) {
    const written = flows.map((flow) => pcapFlow(flow, deps.flows.chunks(flow, signal)));
    const packets = pcapng(written, `sensorium ${VERSION}`);
    return [await deps.output.write(caller, 'flows.pcapng', counted(packets, progress))];
  },
  async har(flows, { deps, caller, signal, progress }) {
    const exchanges = async function* (): AsyncGenerator<HarExchange> {
      const inflation = new Inflation();
      for (const flow of flows) {
        const messages = decodeFlow(deps.flows.chunks(flow, signal), { inflation });
        for await (const exchange of httpExchanges(messages)) yield { ...exchange, connection: flow.id };
      }
    };
    const creator = { name: 'sensorium', version: VERSION };
    const pieces = harPieces(creator, exchanges(), (entry) => hideSecrets(entry, deps));
    const bytes = async function* () {
      for await (const piece of pieces) yield Buffer.from(piece);
    };
    return [await deps.output.write(caller, 'flows.har', counted(bytes(), progress))];
  },
  async raw(flows, { deps, caller, signal }) {
    const files: WrittenFile[] = [];
    for (const flow of flows) {
      for (const direction of ['up', 'down'] as const) {
        const bytes = async function* () {
          for await (const chunk of deps.flows.chunks(flow, signal))
            if (chunk.direction === direction) yield chunk.bytes;
        };
        files.push(await deps.output.write(caller, `${flow.id}.${direction}.bin`, bytes()));
      }
    }
    return files;
  },
};

function pcapFlow(flow: Flow, chunks: AsyncIterable<Chunk>): PcapFlow {
  const { ended, target } = flow;
  return {
    id: flow.id,
    client: endpoint(flow.client),
    target: { host: target.address ?? target.host, port: target.port },
    openedAt: flow.start,
    chunks,
    ...(ended && flow.end !== null
      ? {
          end: {
            time: flow.end,
            by: ended.first === 'target' ? 'down' : 'up',
            how: ended.how === 'fin' ? 'fin' : 'reset',
          },
        }
      : {}),
    comment: `flow ${flow.id} by port ${flow.port} to ${target.host}:${target.port}`,
  };
}

/** "127.0.0.1:80" or "[::1]:80". */
function endpoint(address: string): { host: string; port: number } {
  const at = address.lastIndexOf(':');
  return { host: address.slice(0, at).replace(/^\[|\]$/g, ''), port: Number(address.slice(at + 1)) };
}

async function* counted(
  bytes: AsyncIterable<Uint8Array>,
  progress: ExportCall['progress'],
): AsyncGenerator<Uint8Array> {
  let written = 0;
  for await (const piece of bytes) {
    written += piece.length;
    progress(written, undefined, `${written} bytes written`);
    yield piece;
  }
}
