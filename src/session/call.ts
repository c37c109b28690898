import { type Block, text } from '../kernel/content.ts';
import { asCall, nextCall, whenWaiting } from '../kernel/current-call.ts';
import { CONCEALED, cut, MOST_NAME } from '../kernel/cut.ts';
import { asFault, type Fault, fault } from '../kernel/fault.ts';
import { fitData } from '../kernel/fit-data.ts';
import type { Log, LogLevel } from '../kernel/log.ts';
import { nearest } from '../kernel/nearest.ts';
import { ownerOf } from '../kernel/owner.ts';
import { holdsWords, OUTSIDE, withNote } from '../kernel/page-fence.ts';
import { isLarge, isLong, type Redactor } from '../kernel/redact.ts';
import type { AnyTool, Call, Caller, Reply } from '../kernel/tool.ts';
import { Deadline } from './deadline.ts';
import { failedResult } from './failure.ts';
import { fitTold, fitWords, type Room, wordsIn } from './fit-answer.ts';
import { fitMessage, isSurelySmall, sizeOf } from './fit-message.ts';
import type { HostParts } from './host.ts';
import { reportProgress } from './progress.ts';
import type { RequestContext, ToolResult } from './service.ts';
import { abortable } from './target-queue.ts';
import { refuseUnknown, validate } from './validate.ts';

interface Request {
  readonly name: string;
  readonly args: Record<string, unknown>;
  /** What the journal shows of them, where that is less. */
  shown?: Record<string, unknown>;
  readonly caller: Caller;
  /** Aborted when the session ends. */
  readonly sessionSignal: AbortSignal;
  readonly context: RequestContext;
}

/**
 * The way of every call:
 *   find → validate → rate limit → queue per target → time limit → run → redact → render → journal
 */
export async function callTool(host: HostParts, request: Request): Promise<ToolResult> {
  const started = host.clock.monotonic();
  const number = nextCall();
  const time = new Date().toISOString();
  let outcome = 'ok';
  let bytes = 0;
  let ended: number | undefined;
  const app = host.appUrl?.();
  try {
    const done = await asCall(number, () => run(host, request));
    const blocks = redactedBlocks(host, done.reply.blocks ?? []);
    const shown = blocks instanceof Promise ? await blocks : blocks;
    const data = redactedData(host, done, request.context.asData);
    const { result: told, json } = render(host, done, shown, data instanceof Promise ? await data : data);
    if (app !== undefined) ended = host.clock.micros();
    const result = ended === undefined ? told : shownIn(app, told, ended, done.reply.item);
    bytes = sizeOf(result, json);
    if (isSurelySmall(bytes)) return result;
    return await fitMessage(request.name, result, (...part) => host.spill(request.caller, ...part));
  } catch (thrown) {
    const failed = settled(thrown, request);
    outcome = failed.code;
    if (failed.code === 'INTERNAL')
      host.log.error('call failed', { tool: request.name, cause: failed.cause });
    const { context, name: tool } = request;
    const { redactor } = host;
    const failure = failedResult(failed, host.renderFault, { era: context.era, tool, redactor });
    // Who gives an account of his own has measured it out.
    const room = {
      budget: failed.account === undefined ? host.budget : Number.POSITIVE_INFINITY,
      isAsked: false,
    };
    const { structuredContent: data } = failure;
    const fitted = data && { structuredContent: fitData(data, room.budget) as typeof data };
    if (app !== undefined) ended = host.clock.micros();
    const told = { ...failure, ...fitted, content: fitWords(failure.content, room) };
    const result = ended === undefined ? told : shownIn(app, told, ended);
    bytes = sizeOf(result, JSON.stringify(result.structuredContent) ?? '');
    return result;
  } finally {
    const isKnown = host.catalog.tools.has(request.name);
    const entry = host.journal.add(
      {
        time,
        session: request.caller.session,
        client: request.caller.client?.name,
        tool: isKnown ? request.name : cut(host.redactor.text(request.name), MOST_NAME),
        args: shownArguments(host, request.shown ?? request.args),
        bytes,
        ms: Math.round((host.clock.monotonic() - started) * 10) / 10,
        outcome,
      },
      request.caller.name,
    );
    host.sink({
      time: ended ?? host.clock.micros(),
      monotonic: host.clock.monotonic(),
      source: 'agent',
      stream: 'call',
      where: { session: request.caller.session },
      data: { ...entry, number },
    });
  }
}

/**
 * Says where the web app shows it: the call for programs, which costs no agent a token, and in words only where the
 * answer is about one thing of the record.
 */
function shownIn(app: string | undefined, result: ToolResult, time: number, item?: number): ToolResult {
  const url = item === undefined ? `${app}#call=${time}` : `${app}#i=${item}`;
  const content = item === undefined ? result.content : [...result.content, text(`app_url: ${url}`)];
  return { ...result, content, _meta: { ...result._meta, app_url: url } };
}

interface Done {
  readonly reply: Reply;
  readonly warnings: readonly string[];
  readonly tool: AnyTool<unknown>;
  readonly room: Room;
}

async function run(host: HostParts, request: Request): Promise<Done> {
  const { name, caller, context } = request;
  const offer = host.catalog.tools.get(name);
  if (!offer) throw unknownTool(cut(name, MOST_NAME), host.catalog.tools.keys());
  const { thing: tool, deps } = await offer.load();
  const { args, warnings } = validate(tool, request.args);
  if (!host.toleratesUnknown && (tool.destroys?.(args) ?? tool.effect === 'destroy'))
    refuseUnknown(tool, request.args, warnings);
  host.rateLimit.take(ownerOf(request.caller));

  const limitMs = tool.timeoutMs?.(args) ?? context.limitMs ?? host.callTimeoutMs;
  const deadline = new Deadline(limitMs, context.signal, request.sessionSignal);
  const progress = reportProgress(name, context.progress, host.redactor);
  whenWaiting(progress.waitFor);
  const hearer = { logger: name, notify: context.notify, redactor: host.redactor };
  // Plain fields: an object whose getters are made anew for each call costs V8 a hidden class that outlives it.
  const call: Call<unknown, unknown> = {
    args,
    deps,
    caller,
    progress: progress.report,
    signal: deadline.signal,
    budget: context.asData ? Number.POSITIVE_INFINITY : budgetOf(args, host),
    log: new ClientLog(host.log, { tool: name, session: caller.session }, hearer),
    conceal: (argument) => {
      args[argument] = CONCEALED;
      request.shown = { ...request.args, ...request.shown, [argument]: CONCEALED };
    },
  };
  try {
    const reply = await inTurn(host, tool, call, deadline);
    // Clients that were told of an output schema insist on an object.
    const whole = tool.output && !reply.data ? { ...reply, data: {} } : reply;
    return { reply: whole, warnings, tool, room: roomOf(tool, call, whole) };
  } catch (thrown) {
    if (deadline.isOver) throw fault('TOOL_TIMEOUT', { tool: name, ms: limitMs }, thrown);
    throw thrown;
  } finally {
    progress.end();
    deadline.end();
  }
}

/** As the caller wants it, or else the server. */
const budgetOf = (args: { readonly budget?: unknown }, host: HostParts) =>
  typeof args.budget === 'number' ? args.budget : host.budget;

const roomOf = (tool: AnyTool<unknown>, { budget }: Call<unknown, unknown>, { isWhole }: Reply): Room => ({
  budget: isWhole ? Number.POSITIVE_INFINITY : budget,
  isAsked: 'budget' in tool.input.shape,
});

const unknownTool = (name: string, known: Iterable<string>) =>
  fault('UNKNOWN_TOOL', { name, nearest: nearest(name, known) });

/** Work that nobody waits for any longer has so much time to come to its end. */
const LATE_MS = 5000;

/**
 * Runs the tool when it is its turn. The turn ends when the work really ends, also after its caller has gone; but
 * not for ever: what hangs must not take all others with it.
 */
function inTurn(
  host: HostParts,
  tool: AnyTool<unknown>,
  call: Call<unknown, unknown>,
  deadline: Deadline,
): Reply | Promise<Reply> {
  const target = tool.target?.(call.args, call.caller);
  if (target !== undefined) {
    deadline.watch();
    return queued(host, tool, call, target);
  }
  const reply = tool.run(call);
  // What is there at once needs no watch over its time.
  if (!(reply instanceof Promise)) return reply;
  deadline.watch();
  return watched(host, tool, call, reply);
}

async function queued(
  host: HostParts,
  tool: AnyTool<unknown>,
  call: Call<unknown, unknown>,
  target: string,
): Promise<Reply> {
  const release = await host.queue.enter(target, call.signal);
  const work = (async () => tool.run(call))();
  void work.then(release, release);
  const give = () => setTimeout(release, LATE_MS).unref();
  call.signal.addEventListener('abort', give, { once: true });
  return watched(host, tool, call, work);
}

async function watched(
  host: HostParts,
  tool: AnyTool<unknown>,
  call: Call<unknown, unknown>,
  work: Promise<Reply>,
): Promise<Reply> {
  try {
    return await abortable(work, call.signal);
  } catch (thrown) {
    work.catch((late) => host.log.debug('work ended after its call', { tool: tool.name, cause: late }));
    throw thrown;
  }
}

/** The answer, and its data as JSON, which is dear where they are large. */
function render(
  host: HostParts,
  { reply, warnings, tool, room }: Done,
  blocks: readonly Block[],
  shown: Reply['data'],
): { result: ToolResult; json: string } {
  const isJson = reply.blocks === undefined || reply.summary !== undefined;
  // Beside data they are little things.
  const content = [...fitWords(blocks, isJson ? { ...room, budget: room.budget / 3 } : room)];
  const isWordy = reply.data !== undefined && holdsWords(reply.data);
  // Clients that were told of a schema may refuse a field more.
  const marked = (one: Record<string, unknown>) => (isWordy && !tool.output ? withNote(one) : one);
  let summary = reply.summary === undefined ? undefined : oneLine(host.redactor.text(reply.summary));
  let data = shown && marked(shown);
  let json = data ? JSON.stringify(data) : '';
  if (shown && json.length + (summary?.length ?? 0) + wordsIn(content) > room.budget) {
    const fitted = fitTold({ data: shown, summary, list: reply.list }, content, room);
    summary = fitted.summary;
    data = marked(fitted.data);
    json = JSON.stringify(data);
  }
  if (summary !== undefined) content.unshift(text(`${summary}\n${json || '{}'}`));
  else if (isJson) content.push(text(json || '{}'));
  for (const warning of warnings) content.push(text(`Warning: ${host.redactor.text(warning)}`));
  const result: { -readonly [Part in keyof ToolResult]: ToolResult[Part] } = {
    content,
  };
  if (data) result.structuredContent = data;
  // It may hold what pages, servers and screens have said.
  const isOutside = isWordy || (tool.openWorld === true && !reply.isOwn);
  if (reply.meta || isOutside)
    result._meta = { ...(reply.meta && host.redactor.value(reply.meta)), ...(isOutside && OUTSIDE) };
  return { result, json };
}

/** It may quote an address of any length. */
const MOST_SUMMARY = 600;
const oneLine = (words: string) => cut(words.replaceAll(/\s*\n\s*/g, ' '), MOST_SUMMARY);

/** What of the data is shown. */
function redactedData({ redactor }: HostParts, { reply, tool }: Done, asData = false) {
  const { data, blocks, summary } = reply;
  if (!data || !(blocks === undefined || summary !== undefined || asData || tool.output)) return undefined;
  return isLarge(data) ? redactor.longValue(data) : redactor.value(data);
}

/** Long text is not there at once: others get their turn meanwhile. */
function redactedBlocks(
  { redactor }: HostParts,
  blocks: readonly Block[],
): readonly Block[] | Promise<readonly Block[]> {
  const isSlow = blocks.some((block) => block.type === 'text' && isLong(block.text));
  if (isSlow) return Promise.all(blocks.map((block) => slowlyRedacted(redactor, block)));
  return blocks.map((block) => redactedBlock(redactor, block));
}

async function slowlyRedacted(redactor: Redactor, block: Block): Promise<Block> {
  return block.type === 'text' ? text(await redactor.longText(block.text)) : redactedBlock(redactor, block);
}

function redactedBlock(redactor: Redactor, block: Block): Block {
  if (block.type === 'text') return text(redactor.text(block.text));
  return block.type === 'resource_link' ? redactor.value(block) : block;
}

const MOST_ARGUMENTS = 2000;
/** For the journal, which must not make a call fail that has been done. */
function shownArguments(host: HostParts, args: Record<string, unknown>): string {
  try {
    return cut(JSON.stringify(host.redactor.value(args)), MOST_ARGUMENTS);
  } catch (cause) {
    host.log.debug('arguments are not shown in the journal', { cause });
    return '(nested too deeply to be shown)';
  }
}

/** A cancelled call is told apart from a failed one. */
function settled(thrown: unknown, request: Request): Fault {
  if (request.context.signal.aborted) return fault('CANCELLED', { tool: request.name }, thrown);
  if (request.sessionSignal.aborted) return fault('SHUTTING_DOWN', {}, thrown);
  return asFault(thrown);
}

interface Hearer {
  readonly logger: string;
  readonly notify: RequestContext['notify'];
  readonly redactor: Redactor;
}

/**
 * A log that the client hears too: what a tool says goes to the server's log and, redacted, to the client.
 * Every call has one and few say anything, so that the first word makes it.
 */
class ClientLog implements Log {
  readonly #parent: Log;
  readonly #fields: Record<string, unknown>;
  readonly #hearer: Hearer;
  #log: Log | undefined;

  constructor(parent: Log, fields: Record<string, unknown>, hearer: Hearer) {
    this.#parent = parent;
    this.#fields = fields;
    this.#hearer = hearer;
  }

  debug(message: string, data?: Record<string, unknown>): void {
    this.#say('debug', message, data);
  }

  info(message: string, data?: Record<string, unknown>): void {
    this.#say('info', message, data);
  }

  warning(message: string, data?: Record<string, unknown>): void {
    this.#say('warning', message, data);
  }

  error(message: string, data?: Record<string, unknown>): void {
    this.#say('error', message, data);
  }

  with(fields: Record<string, unknown>): Log {
    return new ClientLog(this.#parent, { ...this.#fields, ...fields }, this.#hearer);
  }

  #say(level: LogLevel, message: string, data: Record<string, unknown> | undefined): void {
    this.#log ??= this.#parent.with(this.#fields);
    this.#log[level](message, data);
    const { logger, notify, redactor } = this.#hearer;
    notify?.(level, logger, redactor.value({ message, ...data }));
  }
}
