import type { Socket } from 'node:net';
import type { Clock } from '../../kernel/clock.ts';
import type { Arena } from './arena.ts';
import { Direction } from './direction.ts';
import {
  addressText,
  type Flow,
  type FlowDirection,
  type FlowEnd,
  type LogRange,
  type Side,
} from './flow.ts';
import type { ExchangeTap, Tapped } from './follow/exchange-tap.ts';
import { type Accepted, connectTo, reset } from './intake.ts';
import type { LoggedConnection } from './log/block.ts';
import { type LogSubject, logSubject } from './log/line.ts';
import type { LogWriter } from './log/log-writer.ts';
import type { Toxic } from './toxics/toxic.ts';

export interface ConnectionOptions {
  readonly id: string;
  readonly rule: {
    readonly localPort: number;
    readonly targetHost: string;
    readonly targetPort: number;
    readonly session?: string | undefined;
  };
  readonly accepted: Accepted;
  readonly arena: Arena;
  readonly writer: LogWriter;
  readonly clock: Clock;
  readonly random: () => number;
  readonly tap?: ExchangeTap | undefined;
  /** Both sockets are closed. */
  readonly onClosed: (connection: Connection) => void;
  /** Its last record is where it will stay: the flow is complete. */
  readonly onSettled: (connection: Connection) => void;
}

const RESETS = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED']);

/** A client's connection and the one to the target made for it. Closes are passed on as they came. */
export class Connection implements LoggedConnection {
  readonly id: string;
  readonly port: number;
  readonly up: Direction;
  readonly down: Direction;
  readonly #options: ConnectionOptions;
  readonly #subject: LogSubject;
  readonly #client: Socket;
  readonly #target: Socket;
  readonly #clientAddress: string;
  readonly #targetAddress: string;
  readonly #start: number;
  readonly #tapped: Tapped | undefined;
  readonly #ranges: (LogRange & { from: number; to: number; bytes: number })[] = [];
  #resolved: string | null = null;
  #isConnected = false;
  #openSockets = 2;
  #end: number | null = null;
  #ended: FlowEnd | null = null;

  constructor(options: ConnectionOptions) {
    const { id, rule, accepted, arena, writer, clock, random } = options;
    this.#options = options;
    this.id = id;
    this.port = rule.localPort;
    this.#subject = logSubject(id, this, rule.session);
    this.#clientAddress = addressText(accepted.address, accepted.port);
    this.#targetAddress = addressText(rule.targetHost, rule.targetPort);
    this.#start = clock.micros();
    const tapped = options.tap?.open(
      {
        connection: id,
        port: rule.localPort,
        client: this.#clientAddress,
        target: this.#targetAddress,
      },
      rule.session,
    );
    this.#tapped = tapped;
    const close = (why: string) => this.#shut(why);
    const reset = (why: string) => this.#reset({ how: 'reset', first: 'proxy', detail: why });
    const shared = { arena, writer, clock, random, subject: this.#subject, close, reset };
    this.up = new Direction({
      ...shared,
      from: this.#clientAddress,
      to: this.#targetAddress,
      watch: tapped && ((bytes, time) => tapped.data('up', bytes, time)),
    });
    this.down = new Direction({
      ...shared,
      from: this.#targetAddress,
      to: this.#clientAddress,
      watch: tapped && ((bytes, time) => tapped.data('down', bytes, time)),
    });
    this.#logEvent('open', 'client', false, this.#start);
    this.#client = accepted.open(this.up);
    this.#target = connectTo(rule.targetHost, rule.targetPort, this.down);
    this.up.join(this.#client, this.#target);
    this.down.join(this.#target, this.#client);
    this.#watch(this.#client, 'client', this.up, this.#target);
    this.#watch(this.#target, 'target', this.down, this.#client);
    this.#target.once('connect', () => {
      this.#isConnected = true;
      this.#resolved = this.#target.remoteAddress ?? null;
      // Not before there is somewhere to put the bytes.
      this.#client.resume();
    });
  }

  flow(): Flow {
    const { targetHost: host, targetPort: port } = this.#options.rule;
    return {
      id: this.id,
      port: this.port,
      client: this.#clientAddress,
      target: { host, port, address: this.#resolved },
      state: this.#state(),
      start: this.#start,
      end: this.#end,
      upstream: this.up.totals(),
      downstream: this.down.totals(),
      ended: this.#ended,
      ranges: this.#ranges.map((range) => ({ ...range })),
    };
  }

  /** Both sides get a reset. */
  cut(): void {
    this.#reset({ how: 'cut', first: 'proxy' });
  }

  setToxics(direction: FlowDirection, toxics: readonly Toxic[]): void {
    (direction === 'upstream' ? this.up : this.down).setToxics(toxics);
  }

  #reset(end: FlowEnd): void {
    this.#noteEnd(end);
    reset(this.#client);
    reset(this.#target);
  }

  /** What has been passed on arrives, then both sides are closed. */
  #shut(detail: string): void {
    this.#noteEnd({ how: 'cut', first: 'proxy', detail });
    this.#client.destroySoon();
    this.#target.destroySoon();
  }

  #state(): Flow['state'] {
    if (this.#openSockets === 0) return 'closed';
    if (!this.#isConnected) return 'connecting';
    return this.up.hasEnded || this.down.hasEnded ? 'half-closed' : 'open';
  }

  #watch(socket: Socket, side: Side, direction: Direction, other: Socket): void {
    socket.once('end', () => {
      this.#noteEnd({ how: 'fin', first: side });
      direction.end();
    });
    socket.on('error', (error: NodeJS.ErrnoException) => this.#onError(error, side, other));
    socket.once('close', () => {
      this.#openSockets--;
      if (this.#openSockets === 0) this.#onClosed();
    });
  }

  #onError(error: NodeJS.ErrnoException, side: Side, other: Socket): void {
    const detail = error.code ?? error.message;
    if (side === 'target' && !this.#isConnected) {
      this.#noteEnd({ how: 'target-unreachable', first: 'target', detail });
    } else {
      this.#noteEnd({ how: RESETS.has(detail) ? 'reset' : 'error', first: side, detail });
    }
    reset(other);
  }

  /** The first to close stays the first; a reset after a FIN is still a reset. */
  #noteEnd(end: FlowEnd): void {
    if (this.#ended === null) this.#ended = end;
    else if (this.#ended.how === 'fin' && end.how !== 'fin')
      this.#ended = { ...end, first: this.#ended.first };
  }

  #onClosed(): void {
    this.#end = this.#options.clock.micros();
    this.#tapped?.end(this.#end);
    this.up.release();
    this.down.release();
    this.#options.onClosed(this);
    this.#logEvent('close', this.#ended?.first === 'target' ? 'target' : 'client', true, this.#end);
  }

  #logEvent(event: 'open' | 'close', from: Side, closes: boolean, time: number): void {
    const [client, target] = [this.#clientAddress, this.#targetAddress];
    const ends = from === 'client' ? { from: client, to: target } : { from: target, to: client };
    this.#options.writer.event({ ConnID: this.id, event, ...ends }, this.#subject, closes, time);
  }

  // LoggedConnection

  noteRange(directory: string, file: string, from: number, to: number, bytes: number): void {
    const known = this.#ranges.findLast((range) => range.file === file);
    // A file that was moved away begins anew: its ranges are not those of the old one.
    if (known && from >= known.to) {
      known.to = to;
      known.bytes += bytes;
    } else {
      this.#ranges.push({ directory, file, from, to, bytes });
    }
  }

  settled(): void {
    this.#options.onSettled(this);
  }
}
