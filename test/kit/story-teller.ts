/** Things that happened, told to the record of a telemetry rig in their order; and what its tools say of them. */
import type { EvidenceData } from '../../src/contract/evidence.ts';
import { action, exception, exchange, request } from './evidence-samples.ts';
import type { TelemetryRig } from './telemetry-rig.ts';

const START = Date.now() * 1000 - 5_000_000;
const PAGE = { instance: 'b1', page: 't1' };
const micros = (ms: number) => START + ms * 1000;

/** Tells of things, each so many milliseconds after the beginning. */
export function teller(rig: TelemetryRig) {
  let count = 0;
  const timed = (from: number, to: number) => ({ startTime: micros(from), ms: to - from });
  return {
    click: (at: number, name = 'Save') =>
      rig.see('action', action('click', name), { time: micros(at), where: PAGE }),
    asked: (path: string, from: number, to: number, more: Partial<EvidenceData['request']> = {}) =>
      rig.see('request', request(path, { requestId: `r${++count}`, ...timed(from, to), ...more }), {
        time: micros(to),
        where: PAGE,
      }),
    served: (
      path: string,
      from: number,
      to: number,
      more: Partial<EvidenceData['exchange']> = {},
      told: { where?: { connection: string } } = {},
    ) =>
      rig.see(
        'exchange',
        exchange(`h.${++count}`, {
          protocol: 'http1',
          kind: 'request',
          port: 3000,
          method: 'GET',
          status: 200,
          rows: undefined,
          url: `http://localhost:3000${path}`,
          question: `GET ${path}`,
          statement: `GET ${path}`,
          ...timed(from, to),
          ...more,
        } as Partial<EvidenceData['exchange']>),
        { source: 'wire', time: micros(to), ...told },
      ),
    query: (sql: string, from: number, to: number, more: Partial<EvidenceData['exchange']> = {}) =>
      rig.see(
        'exchange',
        exchange(`q${++count}.1`, { question: sql, statement: sql, ...timed(from, to), ...more }),
        {
          source: 'wire',
          time: micros(to),
        },
      ),
    threw: (message: string, at: number) =>
      rig.see('exception', exception(message), { time: micros(at), where: PAGE }),
  };
}

/** The first line of the answer, and the others. */
export async function ask(rig: TelemetryRig, tool: string, args: Record<string, unknown> = {}) {
  const { signal } = new AbortController();
  const { content } = await rig.session.callTool(tool, args, { era: 'legacy', signal });
  const [block] = content;
  const [quoted = '', ...rest] = (block?.type === 'text' ? block.text : '').split('\n');
  const first = quoted.replace(/^"(.*)"$/, '$1').replaceAll('\\"', '"');
  return { first, rest: rest.join('\n') };
}
