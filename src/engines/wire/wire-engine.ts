import type { Sink } from '../../contract/evidence.ts';
import type { Clock } from '../../kernel/clock.ts';
import { fault } from '../../kernel/fault.ts';
import { base62 } from '../../kernel/ids.ts';
import type { Log } from '../../kernel/log.ts';
import { Arena, BLOCK_SIZE } from './arena.ts';
import { Connection } from './connection.ts';
import type { Exchange } from './decode/follow.ts';
import type { Encoder } from './encoder/encoder.ts';
import type { Flow } from './flow.ts';
import { type Dropped, ExchangeTap } from './follow/exchange-tap.ts';
import type { Followed } from './follow/follow-messages.ts';
import type { Accepted } from './intake.ts';
import type { DestinationState } from './log/destination.ts';
import { Destinations, type StartLogging } from './log/destinations.ts';
import { diskFiles, type LogFiles } from './log/log-file.ts';
import { LogWriter, type OnOverload } from './log/log-writer.ts';
import { Spill } from './log/spill.ts';
import type { ByteWriter } from './log/stream-destination.ts';
import { PortListener } from './port-listener.ts';
import { checkRule, type PortRule, type RuleState } from './rule.ts';
import type { NewToxic, Toxic, ToxicChange } from './toxics/toxic.ts';
import { ToxicBook } from './toxics/toxic-book.ts';

const DEFAULT_FLUSH_MILLIS = 2000;
const DEFAULT_FILENAME_FORMAT = 'rawprox_%Y-%m-%d-%H.ndjson';
const DEFAULT_MEMORY_LIMIT = 64 * 1024 * 1024;
const DEFAULT_SPILL_LIMIT = 1024 * 1024 * 1024;
/** Each connection takes two; those beyond read by copying. */
const SMALL_SLOTS = 16_384;

export interface WireEngineOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** Takes the evidence of each flow that has ended. */
  readonly sink: Sink;
  /** Where records for STDOUT go. */
  readonly stdout?: ByteWriter;
  readonly flushMillis?: number;
  readonly filenameFormat?: string;
  /** When the disk cannot keep up: slow the sender, or count what is not logged. */
  readonly onOverload?: OnOverload;
  /** Bytes of log that may wait in memory for the disk. */
  readonly memoryLimit?: number;
  /** Bytes of traffic that may wait in a nameless file beside the log when the disk cannot keep up. */
  readonly spillLimit?: number;
  readonly encoder?: 'auto' | Encoder['kind'];
  readonly files?: LogFiles;
  /** Decides for which connections a toxic counts, and jitter; from 0 to 1. */
  readonly random?: () => number;
  /** Whether exchanges are told while their connections live. */
  readonly followsExchanges?: boolean;
  /** Descriptor sets by which messages of gRPC are read there. */
  readonly grpcSchemas?: readonly Uint8Array[];
}

export interface WireStats {
  readonly connections: { readonly live: number; readonly total: number };
  readonly rules: number;
  readonly encoder: Encoder['kind'];
  readonly log: ReturnType<LogWriter['counters']>;
}

/** What is known of exchanges beside the record. */
export interface LiveExchanges {
  readonly running: readonly Exchange[];
  /** Connections that were not followed to their end, because more came than could be read. */
  readonly dropped: readonly Dropped[];
}

interface Rule extends PortRule {
  readonly localPort: number;
  readonly listener: PortListener;
  total: number;
  /** Bytes of the connections that are over. */
  readonly closed: { up: number; down: number };
}

function count(bytes: { up: number; down: number }, { up, down }: Connection): void {
  bytes.up += up.totals().bytes;
  bytes.down += down.totals().bytes;
}

/** Forwards TCP by rules, logs every byte, and reports each connection as a flow. */
export class WireEngine {
  readonly #options: WireEngineOptions;
  readonly #arena: Arena;
  readonly #writer: LogWriter;
  readonly #destinations: Destinations;
  readonly #toxics: ToxicBook;
  readonly #tap: ExchangeTap | undefined;
  readonly #rules = new Map<number, Rule>();
  readonly #live = new Map<string, Connection>();
  /** Whose rule it came by; a rule may go before its connections. */
  readonly #sessions = new WeakMap<Connection, string>();
  /** Closed, but their last records are not written yet. */
  readonly #settling = new Set<Connection>();
  #nextId: number | undefined;
  #total = 0;
  #allClosed: (() => void) | undefined;

  constructor(options: WireEngineOptions) {
    const { clock, log, flushMillis = DEFAULT_FLUSH_MILLIS, onOverload = 'slow' } = options;
    const blocks = Math.max(4, Math.floor((options.memoryLimit ?? DEFAULT_MEMORY_LIMIT) / BLOCK_SIZE));
    this.#options = options;
    this.#arena = new Arena({ blocks, smallSlots: SMALL_SLOTS, encoder: options.encoder ?? 'auto' });
    const spill = new Spill({
      log,
      limit: options.spillLimit ?? DEFAULT_SPILL_LIMIT,
      folder: () => writer.destinations.find(({ directory }) => directory !== null)?.directory ?? undefined,
    });
    const writer: LogWriter = new LogWriter({
      clock,
      log,
      arena: this.#arena,
      flushMillis,
      onOverload,
      spill,
    });
    this.#writer = writer;
    this.#destinations = new Destinations({
      writer,
      files: options.files ?? diskFiles,
      stdout: options.stdout,
      filenameFormat: options.filenameFormat ?? DEFAULT_FILENAME_FORMAT,
      options: {
        log,
        bytesOf: (block) => writer.bytesOf(block),
        onDone: writer.done,
        failingBlocks: Math.max(1, Math.floor(blocks / 4)),
      },
    });
    this.#toxics = new ToxicBook(options.random ?? Math.random);
    if (options.followsExchanges)
      this.#tap = new ExchangeTap({
        clock,
        log,
        tell: this.#tellExchange,
        grpcSchemas: options.grpcSchemas ?? [],
      });
  }

  // Rules

  /** Gives the port that is listened on. Nothing else has to be done: connections are served from here on. */
  async addRule(wanted: PortRule): Promise<number> {
    const rule = checkRule(wanted);
    const { localPort, host } = rule;
    if (this.#rules.has(localPort)) throw fault('PORT_IN_USE', { port: localPort });
    const listener = await PortListener.open({
      port: localPort,
      host,
      onConnection: (accepted) => this.#accept(added, accepted),
    });
    const closed = { up: 0, down: 0 };
    const added: Rule = { ...rule, localPort: listener.port, listener, total: 0, closed };
    this.#rules.set(listener.port, added);
    return listener.port;
  }

  /** Listening stops at once; the rule's connections live on, or are cut. */
  async removeRule(
    localPort: number,
    { connections = 'keep' }: { connections?: 'keep' | 'cut' } = {},
  ): Promise<void> {
    const rule = this.#rules.get(localPort);
    if (!rule) throw fault('NO_SUCH_RULE', { port: localPort, ports: [...this.#rules.keys()] });
    this.#rules.delete(localPort);
    this.#toxics.dropPort(localPort);
    await rule.listener.close();
    if (connections === 'cut') for (const connection of this.#onPort(localPort)) connection.cut();
  }

  rules(): RuleState[] {
    return [...this.#rules.values()].map((rule) => {
      const { localPort, targetHost, targetPort, listener, total, closed, session } = rule;
      const live = this.#onPort(localPort);
      const bytes = { ...closed };
      for (const connection of live) count(bytes, connection);
      return {
        localPort,
        targetHost,
        targetPort,
        addresses: listener.addresses,
        connections: { live: live.length, total },
        bytes,
        ...(session !== undefined && { session }),
      };
    });
  }

  // Connections

  /** All that are open (of the sessions whose rules they came by), and those whose last records are not written yet (state `closed`). */
  connections(isMeant: (session: string | undefined) => boolean = () => true): Flow[] {
    return [...this.#live.values(), ...this.#settling]
      .filter((connection) => isMeant(this.#sessions.get(connection)))
      .map((connection) => connection.flow());
  }

  /** Exchanges that run now, when all that passed before is in the record; and connections too busy to be followed. */
  async exchanges(isMeant: (session: string | undefined) => boolean = () => true): Promise<LiveExchanges> {
    const running = (await this.#tap?.running()) ?? [];
    const isTheirs = ({ session }: { session: string | undefined }) => isMeant(session);
    return {
      running: running.filter(isTheirs).map(({ exchange }) => exchange),
      dropped: this.#tap?.dropped.filter(isTheirs) ?? [],
    };
  }

  // Logging

  startLogging(wanted: StartLogging): Promise<DestinationState> {
    return this.#destinations.start(wanted);
  }

  /** A directory, null for STDOUT, or nothing for all; of one owner, or whosoever. Gives what was stopped. */
  stopLogging(directory?: string | null, owner?: string): Promise<DestinationState[]> {
    return this.#destinations.stop(directory, owner);
  }

  /** Whether what passes by rules of that session goes into files. */
  isCaptured(session: string | undefined): boolean {
    return this.#writer.destinations.some(
      ({ directory, owner }) => directory !== null && (owner?.sees?.(session) ?? true),
    );
  }

  /** All of them, or those of one owner. */
  destinations(owner?: string): DestinationState[] {
    return this.#destinations.states(owner);
  }

  /** Writes out now what would wait for the interval. */
  flush(): Promise<void> {
    return this.#writer.flush();
  }

  /** An event on STDOUT alone, with its time put first; at once, whether or not the log goes there. */
  announce(fields: Readonly<Record<string, unknown>>): Promise<void> {
    return this.#destinations.announce(fields);
  }

  // Toxics

  addToxic(wanted: NewToxic): Toxic {
    const { on } = wanted;
    if ('connection' in on) this.#find(on.connection);
    else if (!this.#rules.has(on.port))
      throw fault('NO_SUCH_RULE', { port: on.port, ports: [...this.#rules.keys()] });
    const added = this.#toxics.add(wanted);
    this.#refit(added);
    return added;
  }

  changeToxic(id: string, change: ToxicChange): Toxic {
    const changed = this.#toxics.change(id, change);
    this.#refit(changed);
    return changed;
  }

  removeToxic(id: string): Toxic {
    const removed = this.#toxics.remove(id);
    this.#refit(removed);
    return removed;
  }

  toxics(): Toxic[] {
    return this.#toxics.list();
  }

  stats(): WireStats {
    return {
      connections: { live: this.#live.size, total: this.#total },
      rules: this.#rules.size,
      encoder: this.#arena.encoder.kind,
      log: this.#writer.counters(),
    };
  }

  /** Ends listeners and connections, writes everything out. */
  async close(): Promise<void> {
    const rules = [...this.#rules.values()];
    this.#rules.clear();
    await Promise.all(rules.map(({ listener }) => listener.close()));
    for (const connection of this.#live.values()) connection.cut();
    if (this.#live.size > 0) {
      await new Promise<void>((resolve) => {
        this.#allClosed = resolve;
      });
    }
    await this.#tap?.close();
    await this.#destinations.stop();
    for (const connection of this.#settling) this.#report(connection);
  }

  #accept(rule: Rule, accepted: Accepted): void {
    this.#nextId ??= this.#options.clock.micros();
    const id = base62(this.#nextId++, 8);
    rule.total++;
    this.#total++;
    const connection = new Connection({
      id,
      rule,
      accepted,
      arena: this.#arena,
      writer: this.#writer,
      clock: this.#options.clock,
      random: this.#options.random ?? Math.random,
      tap: this.#tap,
      onClosed: this.#onClosed,
      onSettled: this.#report,
    });
    if (rule.session !== undefined) this.#sessions.set(connection, rule.session);
    this.#live.set(id, connection);
    this.#toxics.fit(connection);
  }

  readonly #onClosed = (connection: Connection): void => {
    this.#live.delete(connection.id);
    const rule = this.#rules.get(connection.port);
    if (rule) count(rule.closed, connection);
    this.#settling.add(connection);
    this.#toxics.dropConnection(connection.id);
    if (this.#live.size === 0) this.#allClosed?.();
  };

  readonly #report = (connection: Connection): void => {
    this.#settling.delete(connection);
    const flow = connection.flow();
    const session = this.#sessions.get(connection);
    this.#options.sink({
      time: flow.end ?? flow.start,
      monotonic: this.#options.clock.monotonic(),
      source: 'wire',
      stream: 'flow',
      where: { connection: flow.id, ...(session !== undefined && { session }) },
      data: { ...flow },
    });
  };

  readonly #tellExchange = ({ exchange, session }: Followed): void => {
    this.#options.sink({
      time: exchange.startTime + Math.round(exchange.ms * 1000),
      monotonic: this.#options.clock.monotonic(),
      source: 'wire',
      stream: 'exchange',
      where: { connection: exchange.connection, ...(session !== undefined && { session }) },
      data: exchange,
    });
  };

  #onPort(port: number): Connection[] {
    return [...this.#live.values()].filter((connection) => connection.port === port);
  }

  #find(id: string): Connection {
    const found = this.#live.get(id);
    if (!found) throw fault('NO_SUCH_CONNECTION', { id });
    return found;
  }

  #refit({ on }: Toxic): void {
    const concerned = 'port' in on ? this.#onPort(on.port) : [this.#live.get(on.connection)];
    for (const connection of concerned) if (connection) this.#toxics.fit(connection);
  }
}
