import { z } from 'zod';
import type { Chunk } from '../../engines/wire/decode/chunk.ts';
import { decodeFlow } from '../../engines/wire/decode/decode-flow.ts';
import { HIDDEN } from '../../engines/wire/decode/decoder.ts';
import { PROTOCOLS } from '../../engines/wire/decode/decoders.ts';
import { Inflation } from '../../engines/wire/decode/inflation.ts';
import type { Message } from '../../engines/wire/decode/message.ts';
import { latin1, textOf, utf8 } from '../../engines/wire/decode/show-text.ts';
import type { Flow } from '../../engines/wire/flow.ts';
import { answerBudget, direction } from '../../kernel/arguments.ts';
import { isoMicros } from '../../kernel/clock.ts';
import { text } from '../../kernel/content.ts';
import { cut } from '../../kernel/cut.ts';
import { hideSecrets } from '../../kernel/hide-secrets.ts';
import { fencePageText, newFenceTag } from '../../kernel/page-fence.ts';
import type { Call } from '../../kernel/tool.ts';
import { hexdump } from '../../report/hex.ts';
import type { LinkedRequest } from './browser-requests.ts';
import { type ByteRange, bytePage } from './byte-page.ts';
import { defineFlowTool, type FlowDeps } from './deps.ts';
import { flowLine, summarize } from './flow-line.ts';
import { hiddenRanges } from './hidden-ranges.ts';
import { maskSecrets } from './mask-secrets.ts';

const PAGE = { messages: 50, text: 8192, hex: 2048 };
/** Characters for what is said of the flow and of a message, beside its bytes. */
const HEAD = 500;
/** Of one byte; a line of hex shows sixteen. */
const CHARACTERS = { text: 1.2, hex: 5 };

const input = z.object({
  id: z.string().min(1).describe('Of wire_flows.'),
  view: z.enum(['messages', 'text', 'hex']).default('messages'),
  message: z.int().min(0).optional().describe('One in full with its body: its number, from 0.'),
  direction: direction.optional().describe('up: from the client.'),
  offset: z.int().min(0).default(0).describe('First message or byte.'),
  limit: z.int().min(1).max(100_000).optional().describe('Messages (50) or bytes.'),
  ...answerBudget,
  protocol: z.enum(PROTOCOLS).optional().describe('Read as this.'),
});
type Args = z.output<typeof input>;
type FlowCall = Call<Args, FlowDeps>;

export const wireFlow = defineFlowTool({
  name: 'wire_flow',
  title: 'Wire flow',
  summary: 'A flow: decoded into messages, as text or hex.',
  effect: 'read',
  input,
  faults: ['NO_SUCH_FLOW', 'FLOW_NOT_CAPTURED'],
  async run(call) {
    const { args, deps, signal } = call;
    const flow = await deps.flows.find(args.id);
    const summary = summarize(flow, await deps.flows.protocol(flow, signal), deps.clock.micros());
    const room = call.budget - HEAD;
    const shown =
      args.view === 'messages' ? await messages(flow, call, room) : await bytes(flow, args.view, call, room);
    const more = shown.next === undefined ? [] : [`More: offset ${shown.next}.`];
    return {
      data: {
        flow: summary,
        ...(shown.messages ? { messages: shown.messages } : {}),
        ...(shown.next === undefined ? {} : { next_offset: shown.next }),
      },
      blocks: [text([flowLine(summary), fenceWire(shown.lines), ...more].join('\n'))],
    };
  },
});

/** Of one request on the wire so many of the browser's are named; more than one can only be guesses. */
const NAMED = 2;

function requestWords(requests: readonly LinkedRequest[]): string {
  const named = requests
    .slice(0, NAMED)
    .map(({ seq, confidence, words }) => `browser request ${seq} (${confidence}): ${words}`);
  const left = requests.length - named.length;
  return [...named, ...(left > 0 ? [`or ${left} others`] : [])].join(', ');
}

/** What others have said, marked as theirs. */
const fenceWire = (lines: readonly string[]) => fencePageText(lines.join('\n'), newFenceTag(), 'wire');

interface Shown {
  readonly lines: readonly string[];
  readonly messages?: Record<string, unknown>[];
  readonly next?: number;
}

async function messages(flow: Flow, call: FlowCall, room: number): Promise<Shown> {
  const { args, deps, signal } = call;
  const first = args.message ?? args.offset;
  const last = first + (args.message === undefined ? (args.limit ?? PAGE.messages) : 1);
  const lines: string[] = [];
  const shown: Record<string, unknown>[] = [];
  let number = 0;
  let used = 0;
  const inflation = new Inflation();
  const isChosen = ({ direction }: Message) => !args.direction || direction === args.direction;
  const options = {
    inflation,
    ...(args.protocol && { protocol: args.protocol }),
    decompress: (told: Message) => isChosen(told) && number >= first,
  };
  const withheld = await withholding(flow, call, inflation);
  const requests = await deps.flows.requests(flow);
  for await (const told of decodeFlow(deps.flows.chunks(flow, signal), options)) {
    const message = withheld(told);
    if (!isChosen(message)) continue;
    const at = number++;
    if (at < first) continue;
    if (at >= last) return { lines, messages: shown, ...(args.message === undefined ? { next: last } : {}) };
    const asked = message.kind === 'request' ? (requests.get(message.time) ?? []) : [];
    const named = asked.length > 0 ? ` ⇐ ${requestWords(asked)}` : '';
    const words = cut(deps.redact(`#${at} ${line(message)}${named}`), room);
    if (used > 0 && used + words.length > room) return { lines, messages: shown, next: at };
    used += words.length + 1;
    lines.push(words);
    const data = args.message === undefined ? brief(at, message) : whole(at, message, deps);
    shown.push(asked.length > 0 ? { ...data, browser_requests: asked } : data);
    if (args.message !== undefined) lines.push(...fullLines(message, deps, room - used));
  }
  return { lines: lines.length > 0 ? lines : ['No messages.'], messages: shown };
}

/** What the protocol that is spoken hides stays hidden when the flow is read as another one. */
async function withholding(
  flow: Flow,
  { args, deps, signal }: FlowCall,
  inflation: Inflation,
): Promise<(message: Message) => Message> {
  const spoken = await deps.flows.protocol(flow, signal);
  if (args.protocol === undefined || args.protocol === spoken) return (message) => message;
  const all = { offset: 0, end: Number.POSITIVE_INFINITY, direction: undefined };
  const hidden = await hiddenRanges(deps.flows.chunks(flow, signal), spoken, all, deps, inflation);
  const isHidden = ({ direction, offset, length }: Message) =>
    hidden.some(
      (range) => range.direction === direction && range.from < offset + length && offset < range.to,
    );
  return (message) => {
    if (!isHidden(message)) return message;
    const { body: _body, error: _error, ...rest } = message;
    return { ...rest, summary: `${message.length} bytes ${HIDDEN}`, detail: {} };
  };
}

const arrow = (direction: Chunk['direction']) => (direction === 'up' ? '→' : '←');

function line(message: Message): string {
  const error = message.error ? ` ! ${message.error}` : '';
  return `${arrow(message.direction)} ${isoMicros(message.time)} ${message.protocol} ${message.summary}${error}`;
}

const brief = (number: number, message: Message) => ({
  number,
  direction: message.direction,
  time: isoMicros(message.time),
  protocol: message.protocol,
  kind: message.kind,
  summary: message.summary,
  ...(message.exchange === undefined ? {} : { exchange: message.exchange }),
  ...(message.error ? { error: message.error } : {}),
});

const whole = (number: number, message: Message, deps: FlowDeps) => ({
  ...brief(number, message),
  offset: message.offset,
  length: message.length,
  detail: hideSecrets(message.detail, deps),
});

/** Secrets go before anything is cut, so that no half of one is left that nobody knows for a secret. */
function bodyWords(body: Uint8Array, deps: FlowDeps): string {
  const words = textOf(body);
  if (words !== undefined) return deps.redact(words);
  return hexdump(Buffer.from(maskSecrets(latin1(body), deps.redact), 'latin1'));
}

function fullLines(message: Message, deps: FlowDeps, room: number): string[] {
  const detail = JSON.stringify(hideSecrets(message.detail, deps), null, 1);
  const { body, bodyLength = 0 } = message;
  if (!body || body.length === 0) return [part(detail, room)];
  const about = part(detail, room / 2);
  const lost = bodyLength > body.length ? [`${bodyLength} bytes in all, ${body.length} of them kept`] : [];
  return [about, part(bodyWords(body, deps), room - about.length), ...lost];
}

/** So much of a text as there is room for, and what shows the rest. */
function part(words: string, most: number): string {
  if (words.length <= most) return words;
  return `${words.slice(0, most)}\n… +${words.length - Math.floor(most)} characters: budget ${words.length + 2 * HEAD}`;
}

async function bytes(
  flow: Flow,
  view: 'text' | 'hex',
  { args, deps, signal }: FlowCall,
  room: number,
): Promise<Shown> {
  const { offset, direction } = args;
  const most = Math.min(args.limit ?? PAGE[view], Math.max(16, Math.floor(room / CHARACTERS[view])));
  const page = { offset, end: offset + most, direction };
  const mask = (words: string) => maskSecrets(words, deps.redact);
  // A protocol that is forced can hide more, never less.
  const protocols = new Set([await deps.flows.protocol(flow, signal), args.protocol]);
  const hidden: ByteRange[] = [];
  const inflation = new Inflation();
  for (const protocol of protocols)
    hidden.push(...(await hiddenRanges(deps.flows.chunks(flow, signal), protocol, page, deps, inflation)));
  const { parts, next } = await bytePage(deps.flows.chunks(flow, signal), page, mask, hidden);
  const lines: string[] = [];
  let left = room;
  for (const { chunk, start, bytes } of parts) {
    const head = `${arrow(chunk.direction)} ${isoMicros(chunk.time)} ${chunk.bytes.length} bytes`;
    const words = view === 'hex' ? hexdump(bytes, start) : utf8(bytes);
    left -= head.length + words.length + 2;
    // Many small pieces: each has a line before it.
    if (left < 0 && lines.length > 0) return { lines, next: start };
    lines.push(head, words);
  }
  return { lines: lines.length > 0 ? lines : ['No bytes.'], ...(next === undefined ? {} : { next }) };
}
