import { z } from 'zod';
import { EXCHANGED } from '../../engines/wire/decode/decoders.ts';
import { answerBudget, limit, microsOf, since, until } from '../../kernel/arguments.ts';
import { isoMicros } from '../../kernel/clock.ts';
import { text } from '../../kernel/content.ts';
import { cut } from '../../kernel/cut.ts';
import { fault } from '../../kernel/fault.ts';
import { fencePageText, newFenceTag } from '../../kernel/page-fence.ts';
import type { Call } from '../../kernel/tool.ts';
import { firstWithin } from '../../report/listing.ts';
import { defineFlowTool, type FlowDeps } from './deps.ts';
import type { Exchange, ExchangeFilter, Looked } from './exchange-search.ts';
import { ExchangeTally, Foremost, type Group } from './exchange-tally.ts';

/** Characters of a question in a list, and for what is said around the lines. */
const QUESTION = 160;
const AROUND = 700;

const input = z.object({
  by: z
    .enum(['statement', 'slowest', 'time'])
    .default('statement')
    .describe('statement: counted; N+1 is one line. time: newest first.'),
  port: z.int().optional().describe('Local.'),
  id: z.string().min(1).optional().describe('Of a flow, or of one, shown whole.'),
  protocol: z.enum(EXCHANGED).optional(),
  state: z.enum(['done', 'failed', 'running', 'lost']).optional(),
  text: z.string().min(1).optional(),
  min_ms: z.number().min(0).optional(),
  since,
  until,
  limit: limit(30, 500),
  ...answerBudget,
});
type Args = z.output<typeof input>;
type ExchangesCall = Call<Args, FlowDeps>;

export const wireExchanges = defineFlowTool({
  name: 'wire_exchanges',
  title: 'Wire exchanges',
  summary:
    'HTTP requests, queries, commands, socket messages on all tapped connections, live, with answer and time.',
  effect: 'read',
  input,
  faults: ['NO_SUCH_EXCHANGE'],
  async run(call) {
    if (call.args.id?.includes('.')) return one(call.args.id, call);
    const tally = new ExchangeTally();
    const order = call.args.by === 'time' ? newestFirst : slowestFirst;
    const foremost = new Foremost(call.args.limit, order);
    const looked = await call.deps.exchanges.visit(filterOf(call.args), (exchange) => {
      tally.add(exchange);
      foremost.add(exchange);
    });
    return call.args.by === 'statement' ? groups(tally, looked, call) : list(tally, foremost, looked, call);
  },
});

const slowestFirst = (a: Exchange, b: Exchange) => b.ms - a.ms;
const newestFirst = (a: Exchange, b: Exchange) => b.startTime - a.startTime;

function filterOf(args: Args): ExchangeFilter {
  return {
    port: args.port,
    connection: args.id,
    protocol: args.protocol,
    state: args.state,
    minMs: args.min_ms,
    text: args.text,
    since: microsOf(args.since),
    until: microsOf(args.until),
  };
}

function groups(tally: ExchangeTally, looked: Looked, call: ExchangesCall) {
  const all = tally.groups();
  const shown = all.slice(0, call.args.limit);
  const { kept } = firstWithin(shown.map(groupLine), call.budget - AROUND);
  const left = all.length - kept.length;
  return {
    data: {
      ...totalsOf(tally),
      statements: shown.slice(0, kept.length).map(groupData),
      ...(left > 0 && { statements_left_out: left }),
    },
    blocks: [
      answer(tally, kept, [
        ...(left > 0
          ? [`${left} more statements that took less time together: a larger limit or budget.`]
          : []),
        ...remarks(looked),
      ]),
    ],
  };
}

function list(tally: ExchangeTally, foremost: Foremost, looked: Looked, call: ExchangesCall) {
  const shown = foremost.list();
  const { kept } = firstWithin(shown.map(line), call.budget - AROUND);
  const exchanges = shown.slice(0, kept.length);
  const left = tally.count - kept.length;
  const oldest = exchanges.at(-1);
  const onward =
    call.args.by === 'time' && oldest ? `until "${isoMicros(oldest.startTime)}"` : 'a larger limit or budget';
  return {
    data: {
      ...totalsOf(tally),
      exchanges: exchanges.map(brief),
      ...(left > 0 && { exchanges_left_out: left }),
    },
    blocks: [answer(tally, kept, [...(left > 0 ? [`${left} more: ${onward}.`] : []), ...remarks(looked)])],
  };
}

async function one(id: string, call: ExchangesCall) {
  let found: Exchange | undefined;
  await call.deps.exchanges.visit({ id, connection: id.replace(/\.\d+$/, '') }, (exchange) => {
    found ??= exchange;
  });
  if (!found) throw fault('NO_SUCH_EXCHANGE', { id });
  // Marks are for the linker only.
  const { values: _marks, ...told } = found;
  const words = Object.entries({ ...told, startTime: isoMicros(told.startTime) }).map(
    ([name, value]) => `${name}: ${shown(value)}`,
  );
  return { data: { exchange: told }, blocks: [text(`${fence(words)}\n${wayOn(found)}`)] };
}

const shown = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

const wayOn = ({ connection, firstMessage }: Exchange) =>
  `Its bytes: wire_flow id "${connection}" offset ${firstMessage}.`;

/** What others have said is marked as theirs; the first line is ours. */
function answer(tally: ExchangeTally, lines: readonly string[], after: readonly string[]) {
  if (tally.count === 0) return text(['No exchanges.', ...after].join('\n'));
  return text([totalLine(tally), fence(lines), ...after].join('\n'));
}

const fence = (lines: readonly string[]) => fencePageText(lines.join('\n'), newFenceTag(), 'wire');

const totalsOf = ({ count, connections, failed, running, lost, totalMs }: ExchangeTally) => ({
  count,
  connections,
  failed,
  running,
  lost,
  total_ms: round(totalMs),
});

function totalLine(tally: ExchangeTally): string {
  const { count, connections, failed, running, lost, first, last } = tally;
  const odd = Object.entries({ failed, running, lost }).filter(([, many]) => many > 0);
  const said = [
    `${some(count, 'exchange')} on ${some(connections, 'connection')}`,
    ...odd.map(([name, many]) => `${many} ${name}`),
  ];
  return `${said.join(', ')}; ${round(tally.totalMs)} ms together, from ${isoMicros(first)} to ${isoMicros(last)}.`;
}

function remarks({ isPartial, dropped }: Looked): string[] {
  const ids = [...new Set(dropped.map(({ connection }) => connection))];
  return [
    ...(isPartial ? ['Older ones were not looked at: give until, port or id.'] : []),
    ...(ids.length > 0
      ? [
          `Not followed to the end, because more came than could be read: ${cut(ids.join(' '), 200)} (wire_flow has all).`,
        ]
      : []),
  ];
}

function groupLine(group: Group): string {
  const { count, totalMs, slowest, failed, running, pipelined, rows } = group;
  const parts = [
    count > 1
      ? `${round(totalMs)} ms together, ${round(totalMs / count)} each, slowest ${round(slowest.ms)}`
      : `${round(totalMs)} ms`,
    ...(rows > 0 ? [some(rows, 'row')] : []),
    ...(pipelined > 0 ? [`${pipelined} pipelined, so their times overlap`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(running > 0 ? [`${running} running`] : []),
  ];
  // A statement that is prepared is not run.
  const prefix = group.kind === 'prepare' ? 'prepare ' : '';
  return `${count}× ${group.protocol} :${group.port} ${prefix}${cut(group.statement, QUESTION)} | ${parts.join(', ')} | ${slowest.exchangeId}`;
}

const groupData = ({ slowest, totalMs, ...group }: Group) => ({
  ...group,
  total_ms: round(totalMs),
  slowest_ms: round(slowest.ms),
  slowest_id: slowest.exchangeId,
});

function line(exchange: Exchange): string {
  const { exchangeId, startTime, protocol, port, ms, state, question, parameters } = exchange;
  const values = parameters ? ` [${cut(parameters.map((value) => value ?? 'NULL').join(', '), 80)}]` : '';
  const words = `${cut(question.replace(/\s+/g, ' '), QUESTION)}${values}`;
  return `${exchangeId} ${isoMicros(startTime)} ${protocol} :${port} ${round(ms)} ms ${words} → ${outcome(exchange, state)}`;
}

function outcome(
  { connection, error, errorCode, result, transactionId, isPipelined }: Exchange,
  state: Exchange['state'],
) {
  const said = error === undefined ? (result ?? state) : `${state}: ${withCode(error, errorCode)}`;
  // The connection's id stands at the beginning of the line.
  const transaction = transactionId?.slice(connection.length);
  const notes = [...(transaction ? [transaction] : []), ...(isPipelined ? ['pipelined'] : [])];
  return `${cut(state === 'running' ? 'running' : said, 120)}${notes.length > 0 ? ` (${notes.join(', ')})` : ''}`;
}

/** Some servers begin their errors with the code. */
const withCode = (error: string, code: string | undefined) =>
  code === undefined || error.startsWith(code) ? error : `${code} ${error}`;

/** What a program needs of each; one in full by its id. */
const brief = (exchange: Exchange) => ({
  id: exchange.exchangeId,
  flow: exchange.connection,
  time: isoMicros(exchange.startTime),
  ms: round(exchange.ms),
  protocol: exchange.protocol,
  port: exchange.port,
  state: exchange.state,
  question: cut(exchange.question, QUESTION),
  ...(exchange.result !== undefined && { result: exchange.result }),
  ...(exchange.error !== undefined && { error: exchange.error }),
  message: exchange.firstMessage,
});

const some = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;

const round = (ms: number) => Math.round(ms * 10) / 10;
