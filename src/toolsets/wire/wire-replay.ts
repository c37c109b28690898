import { z } from 'zod';
import type { Chunk } from '../../engines/wire/decode/chunk.ts';
import { decodeFlow } from '../../engines/wire/decode/decode-flow.ts';
import type { Message } from '../../engines/wire/decode/message.ts';
import { latin1, textOf } from '../../engines/wire/decode/show-text.ts';
import { replay } from '../../engines/wire/replay/replay.ts';
import { answerBudget } from '../../kernel/arguments.ts';
import { text } from '../../kernel/content.ts';
import { fault } from '../../kernel/fault.ts';
import { type Hiding, hideSecrets } from '../../kernel/hide-secrets.ts';
import { fencePageText, newFenceTag } from '../../kernel/page-fence.ts';
import { firstWithin } from '../../report/listing.ts';
import { diffMessages, diffStreams, type MessageDiff } from '../../report/stream-diff.ts';
import { defineFlowTool } from './deps.ts';
import { maskSecrets } from './mask-secrets.ts';

/** A capture is held in memory while it is replayed. */
const CAPTURE_LIMIT = 64 * 1024 * 1024;
const BODY_LIMIT = 64 * 1024;
/** Characters for what is said before and after the differences. */
const HEAD = 400;

export const wireReplay = defineFlowTool({
  name: 'wire_replay',
  title: 'Wire replay',
  summary: "Send a flow's client side again and compare the answers.",
  effect: 'write',
  openWorld: true,
  input: z.object({
    id: z.string().min(1).describe('Of wire_flows.'),
    host: z.string().min(1).optional().describe('Left out: its target.'),
    port: z.int().min(1).max(65535).optional().describe('Left out: that of its target.'),
    pace: z.enum(['fast', 'recorded']).default('fast'),
    speed: z.number().positive().default(1).describe('Times the recorded pace.'),
    ...answerBudget,
  }),
  faults: ['NO_SUCH_FLOW', 'FLOW_NOT_CAPTURED', 'TARGET_UNREACHABLE', 'RECORDING_TOO_LARGE'],
  timeoutMs: () => 180_000,
  async run({ args, deps, signal, budget }) {
    const flow = await deps.flows.find(args.id);
    if (flow.upstream.bytes + flow.downstream.bytes > CAPTURE_LIMIT) {
      throw fault('RECORDING_TOO_LARGE', { id: flow.id, limit: CAPTURE_LIMIT });
    }
    const captured = await Array.fromAsync(deps.flows.chunks(flow, signal));
    const target = { host: args.host ?? flow.target.host, port: args.port ?? flow.target.port };
    const again = await replay(captured, target, {
      clock: deps.clock,
      pace: args.pace,
      speed: args.speed,
      limitMs: 150_000,
      signal,
    });
    const streams = diffStreams(answerOf(captured), answerOf(again.chunks));
    const messages = streams.equal ? [] : await changedMessages(captured, again.chunks, deps);
    const verdict = streams.equal
      ? 'The answers are equal.'
      : `The answers differ from byte ${streams.firstDifference} on (${Math.round(streams.similarity * 100)} % alike).`;
    const head = `Sent ${again.sentBytes} bytes to ${target.host}:${target.port}; got ${again.answerBytes}, recorded ${again.capturedAnswerBytes}; ended: ${again.ended}.`;
    const lines = messages.flatMap(diffLines);
    const { kept, left } = firstWithin(lines, budget - HEAD);
    const fenced = fencePageText(kept.join('\n'), newFenceTag(), 'wire');
    const more = left > 0 ? [`${left} more lines: budget ${lines.join('\n').length + HEAD}.`] : [];
    return {
      data: {
        equal: streams.equal,
        ended: again.ended,
        sent: again.sentBytes,
        answered: again.answerBytes,
        recorded: again.capturedAnswerBytes,
        messages,
      },
      blocks: [text([head, verdict, ...(kept.length > 0 ? [fenced] : []), ...more].join('\n'))],
    };
  },
});

const answerOf = (chunks: readonly Chunk[]): Uint8Array =>
  Buffer.concat(chunks.filter((chunk) => chunk.direction === 'down').map((chunk) => chunk.bytes));

async function changedMessages(
  before: readonly Chunk[],
  after: readonly Chunk[],
  hiding: Hiding,
): Promise<MessageDiff[]> {
  const [left, right] = await Promise.all([before, after].map((chunks) => answers(chunks, hiding)));
  return diffMessages(left!, right!).filter((message) => message.state !== 'same');
}

async function answers(chunks: readonly Chunk[], hiding: Hiding) {
  const messages = await Array.fromAsync(decodeFlow(chunks));
  return messages
    .filter((message) => message.direction === 'down')
    .map((message) => ({
      summary: message.summary.replace(/ in [\d.]+ ms$/, ''),
      text: shown(message, hiding),
    }));
}

/** How long an answer took is no part of it: no two are alike in that. */
const withoutTimes = ({ duration: _, firstRow: __, ...detail }: Message['detail']) => detail;

function shown({ body, detail }: Message, hiding: Hiding): string {
  const words = body && textOf(body);
  const masked = body && words === undefined ? maskSecrets(latin1(body), hiding.redact) : '';
  const content = words === undefined ? Buffer.from(masked, 'latin1').toString('hex') : hiding.redact(words);
  return `${JSON.stringify(hideSecrets(withoutTimes(detail), hiding), null, 1)}\n${content.slice(0, BODY_LIMIT)}`;
}

const diffLines = (message: MessageDiff): string[] => [
  `#${message.left ?? message.right} ${message.state}: ${message.summary}`,
  ...(message.diff?.lines ?? []),
];
