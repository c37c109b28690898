import { Buffer } from 'node:buffer';
import type { Body, WebsocketData } from '../../../contract/network-data.ts';
import { begin } from '../../../kernel/cut.ts';
import { BodyCapture } from './body-capture.ts';
import type { CaptureHost } from './capture-host.ts';
import type { Payload } from './devtools.ts';
import type { Place } from './frame-book.ts';
import { headerList } from './headers.ts';
import { initiatorOf } from './locations.ts';
import type { Scene } from './scene.ts';

/** First bytes of a binary message that are shown. */
const SHOWN_BYTES = 64;

interface Socket {
  readonly id: string;
  readonly scene: Scene;
  readonly place: Place;
  readonly url: string;
  readonly created: Created;
  readonly totals: { incoming: number; outgoing: number; incomingBytes: number; outgoingBytes: number };
  requestHeaders?: Readonly<Record<string, unknown>>;
  openedAt?: number;
  /** What is told of this socket waits for what was seen before. */
  tail?: Promise<void> | undefined;
  /** Both tell of the end, in either order: the browser that it came, the page why. */
  closedAt?: number;
  ending?: SocketEnding;
  waiting?: NodeJS.Timeout;
}

/** What the page heard when a socket closed. */
export interface SocketEnding {
  readonly url: string;
  readonly code: number;
  readonly reason: string;
  readonly wasClean: boolean;
}

/** How long the end of a socket waits for its reason. */
const PATIENCE_MS = 200;

type Frame = Payload<'Network.webSocketFrameReceived'>;
type Created = Payload<'Network.webSocketCreated'>;

/** Sockets of one browser: every message of both directions, in order, none left out. */
export class WebsocketCapture {
  readonly #host: CaptureHost;
  readonly #bodies: BodyCapture;
  readonly #run: string;
  readonly #sockets = new Map<string, Socket>();
  #count = 0;

  constructor(host: CaptureHost, run: string) {
    this.#host = host;
    this.#bodies = new BodyCapture(host);
    this.#run = run;
  }

  created(scene: Scene, place: Place, created: Created): void {
    this.#sockets.set(created.requestId, {
      id: `${this.#run}.ws${++this.#count}`,
      scene,
      place,
      url: this.#host.privacy.url(created.url),
      created,
      totals: { incoming: 0, outgoing: 0, incomingBytes: 0, outgoingBytes: 0 },
    });
  }

  asked(event: Payload<'Network.webSocketWillSendHandshakeRequest'>): void {
    const socket = this.#sockets.get(event.requestId);
    if (!socket) return;
    socket.scene.time.learn(event.timestamp, event.wallTime);
    socket.requestHeaders = event.request.headers;
  }

  opened(event: Payload<'Network.webSocketHandshakeResponseReceived'>): void {
    const socket = this.#sockets.get(event.requestId);
    if (!socket) return;
    const { status, headers, requestHeaders } = event.response;
    const time = socket.scene.time.network(event.timestamp);
    if (status === 101) socket.openedAt = time;
    const { privacy } = this.#host;
    const sent = privacy.headers(headerList(requestHeaders ?? socket.requestHeaders));
    const received = privacy.headers(headerList(headers));
    const withheld = [...new Set([...sent.withheld, ...received.withheld])];
    const initiator = initiatorOf(socket.created.initiator, () => undefined);
    this.#tell(socket, time, {
      event: status === 101 ? 'open' : 'error',
      status,
      requestHeaders: sent.headers,
      responseHeaders: received.headers,
      ...(withheld.length > 0 && { withheldHeaders: withheld }),
      ...(initiator && { initiator }),
      ...(status !== 101 && { error: `the server answered ${status}` }),
    });
  }

  /** It is open, and nothing is known of how. */
  began(requestId: string): void {
    const socket = this.#sockets.get(requestId);
    if (!socket) return;
    socket.openedAt = socket.scene.time.now();
    this.#tell(socket, socket.openedAt, { event: 'open' });
  }

  failed(event: Payload<'Network.webSocketFrameError'>): void {
    const socket = this.#sockets.get(event.requestId);
    if (!socket) return;
    this.#tell(socket, socket.scene.time.network(event.timestamp), {
      event: 'error',
      error: event.errorMessage,
    });
  }

  closed(event: Payload<'Network.webSocketClosed'>): void {
    const socket = this.#sockets.get(event.requestId);
    if (!socket || socket.closedAt !== undefined) return;
    socket.closedAt = socket.scene.time.network(event.timestamp);
    const end = () => this.#end(socket, event.requestId);
    // A worker does not say why.
    if (socket.ending || socket.place.worker !== undefined) end();
    else socket.waiting = setTimeout(end, PATIENCE_MS).unref();
  }

  /** It has closed, and why is known. */
  ended({ requestId, timestamp }: Payload<'Network.webSocketClosed'>, how: Omit<SocketEnding, 'url'>): void {
    const socket = this.#sockets.get(requestId);
    if (!socket) return;
    socket.ending = { url: socket.url, ...how };
    socket.closedAt = socket.scene.time.network(timestamp);
    this.#end(socket, requestId);
  }

  /** The page says why one of its sockets closed: the oldest of that address that is not accounted for. */
  explained(scene: Scene, ending: SocketEnding): void {
    const mine = [...this.#sockets].filter(
      ([, socket]) => socket.scene === scene && !socket.ending && socket.created.url === ending.url,
    );
    const [requestId, socket] = mine.find(([, { closedAt }]) => closedAt !== undefined) ?? mine[0] ?? [];
    if (!requestId || !socket) return;
    socket.ending = ending;
    if (socket.closedAt !== undefined) this.#end(socket, requestId);
  }

  /** A page went away, and its sockets with it, mostly without a word. */
  left(scene: Scene): void {
    for (const [requestId, socket] of this.#sockets) {
      if (socket.scene === scene) this.#end(socket, requestId);
    }
  }

  #end(socket: Socket, requestId: string): void {
    this.#sockets.delete(requestId);
    clearTimeout(socket.waiting);
    const time = socket.closedAt ?? socket.scene.time.now();
    const ms = socket.openedAt === undefined ? 0 : (time - socket.openedAt) / 1_000;
    const { code, reason, wasClean } = socket.ending ?? {};
    this.#tell(socket, time, {
      event: 'close',
      ...(code !== undefined && { code }),
      ...(reason && { reason }),
      ...(wasClean !== undefined && { wasClean }),
      totals: { ...socket.totals, ms },
    });
  }

  message({ requestId, timestamp, response }: Frame, direction: 'incoming' | 'outgoing'): void {
    const socket = this.#sockets.get(requestId);
    if (!socket) return;
    const isText = response.opcode === 1;
    const content = Buffer.from(response.payloadData, isText ? 'utf8' : 'base64');
    socket.totals[direction]++;
    socket.totals[`${direction}Bytes`] += content.length;
    const { limits, privacy } = this.#host;
    const isShown = privacy.rules.bodies;
    const words = isText ? privacy.body(response.payloadData, '') : content.toString('hex', 0, SHOWN_BYTES);
    const isCut = isText ? words.length > limits.preview : content.length > SHOWN_BYTES;
    const message = {
      event: 'message' as const,
      direction,
      opcode: response.opcode,
      kind: isText ? ('text' as const) : ('binary' as const),
      size: content.length,
      ...(isShown && { preview: begin(words, limits.preview) }),
      ...(isShown && isCut && { cut: true as const }),
      ...(!isShown && { body: { withheld: 'switched-off' as const } }),
    };
    const isKept = isShown && isCut;
    const body = isKept
      ? this.#bodies.keep(content, isText ? 'text/plain' : 'application/octet-stream')
      : undefined;
    this.#tell(socket, socket.scene.time.network(timestamp), message, body);
  }

  /** At once, unless a body has to be kept first: then the next of this socket wait for it. */
  #tell(socket: Socket, time: number, data: SocketEvent, body?: Promise<Body>): void {
    if (!socket.tail && !body) {
      this.#emit(socket, time, data);
      return;
    }
    const turn = Promise.all([body, socket.tail]).then(([kept]) => {
      this.#emit(socket, time, kept ? { ...data, body: kept } : data);
      if (socket.tail === turn) socket.tail = undefined;
    });
    socket.tail = turn;
    socket.scene.later(turn);
  }

  #emit(socket: Socket, time: number, data: SocketEvent): void {
    const { url: pageUrl, ...place } = socket.place;
    const item = { ...place, ...data, connectionId: socket.id, url: socket.url, ...(pageUrl && { pageUrl }) };
    socket.scene.emit('websocket', time, item, socket.id);
  }
}

type SocketEvent = Omit<WebsocketData, 'connectionId' | 'url' | 'pageUrl' | 'frame' | 'worker'>;
