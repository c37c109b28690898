import type { Readable, Writable } from 'node:stream';
import { asFault, type Fault, fault } from '../../kernel/fault.ts';
import type { Log } from '../../kernel/log.ts';
import { RPC } from '../../kernel/rpc-error.ts';
import { within } from '../../kernel/within.ts';
import { rpcError } from '../../session/failure.ts';
import { eachLine, type Line, LineSplitter } from '../line-splitter.ts';
import { type Envelope, Handshake, type MessageId, readEnvelopes } from './envelope.ts';
import { type Link, written } from './link.ts';

export interface BridgeOptions {
  readonly input: Readable;
  readonly output: Writable;
  readonly log: Log;
  /** Who serves at first, if that is known already. */
  readonly first?: Link | undefined;
  /** Finds who serves from now on. May give back the current one, which serves while nobody better is there. */
  readonly open: (current: Link | undefined) => Promise<Link>;
  /** How long calls in flight may still take when the client has ended its input. */
  readonly drainMs?: number;
}

/** The same limit as where the line would be read. */
const MAX_LINE = 4 * 1024 * 1024;

/** A client that does not read cannot keep us. */
const FLUSH_MS = 500;

/**
 * Passes MCP lines between a client and whoever serves it, and keeps nothing but ids of calls in flight and the
 * client's handshake.
 *
 *   client ── lines ──► link to the app ── gone? ──► the next request opens another link
 *          ◄─ lines ───                 ── gone? ──► every call in flight is answered with a fault
 */
export class Bridge {
  readonly #options: BridgeOptions;
  readonly #handshake = new Handshake();
  /** The one that gets the next line, and those that still owe answers. */
  readonly #links = new Set<Link>();
  #link: Link | undefined;

  constructor(options: BridgeOptions) {
    this.#options = options;
    if (options.first) this.#use(options.first);
  }

  /** Resolves when the client is gone or we are stopped, and whatever could be answered is answered. */
  async run(stop: AbortSignal): Promise<void> {
    const { output, drainMs = 5000 } = this.#options;
    const stopped = new Promise<void>((resolve) => {
      if (stop.aborted) resolve();
      stop.addEventListener('abort', () => resolve(), { once: true });
      output.on('error', () => resolve()).on('close', resolve);
    });
    await Promise.race([this.#readClient(), stopped]);
    if (!stop.aborted && !output.destroyed) {
      const idle = Promise.all([...this.#links].map((link) => link.idle()));
      await within(Promise.race([idle, stopped]), drainMs);
    }
    for (const link of this.#links) {
      await this.#fail(link.takeUnanswered(), fault('SHUTTING_DOWN'));
      link.cut();
    }
    const flushed = new Promise<void>((resolve) => {
      if (output.destroyed) resolve();
      else output.once('close', resolve).write('', () => resolve());
    });
    await within(flushed, FLUSH_MS);
  }

  async #readClient(): Promise<void> {
    const lines = new LineSplitter(MAX_LINE);
    await eachLine(this.#options.input, lines, (line) => this.#pass(line));
    for (const line of lines.end()) await this.#pass(line);
  }

  async #pass(line: Line): Promise<void> {
    if (line === 'too long') {
      await this.#write({ id: null, error: tooLong });
      return;
    }
    const envelopes = readEnvelopes(line);
    const isRequest =
      !envelopes || envelopes.some(({ id, method }) => id !== undefined && method !== undefined);
    // Without anybody there, only what wants an answer is worth finding somebody for.
    if (!this.#link && !isRequest) return;
    try {
      const link = await this.#linkFor(envelopes ?? [], isRequest);
      if (envelopes) this.#handshake.note(line, envelopes);
      await link.send(line, envelopes);
    } catch (thrown) {
      this.#options.log.error('nobody could be found to serve', { cause: thrown });
      await this.#fail(envelopes?.flatMap(({ id }) => id ?? []) ?? [], asFault(thrown));
    }
  }

  async #linkFor(envelopes: readonly Envelope[], isRequest: boolean): Promise<Link> {
    const current = this.#link;
    if (current && (current.server !== 'nobody' || !isRequest)) return current;
    const link = await this.#options.open(current);
    if (link === this.#link) return link;
    current?.close();
    this.#use(link);
    const replay = this.#handshake.replay(envelopes);
    if (replay) await link.send(replay);
    return link;
  }

  #use(link: Link): void {
    this.#link = link;
    this.#links.add(link);
    void this.#readLink(link);
  }

  async #readLink(link: Link): Promise<void> {
    await link.read((line) => written(this.#options.output, line));
    if (this.#link === link) this.#link = undefined;
    this.#links.delete(link);
    await this.#fail(link.takeUnanswered(), fault('APP_LOST'));
  }

  async #fail(ids: readonly MessageId[], why: Fault): Promise<void> {
    const { code, message, data } = rpcError(why, 'legacy');
    for (const id of ids) await this.#write({ id, error: { code, message, data } });
  }

  #write(answer: { id: MessageId | null; error: object }): Promise<void> {
    return written(this.#options.output, `${JSON.stringify({ jsonrpc: '2.0', ...answer })}\n`);
  }
}

const tooLong = { code: RPC.invalidRequest, message: 'Invalid request: the message is too long.' };
