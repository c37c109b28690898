import { Buffer } from 'node:buffer';
import type { SeenBatch, SeenBody } from '../../../../contract/watching.ts';
import { begin } from '../../../../kernel/cut.ts';
import { ActionCapture } from '../action-capture.ts';
import type { CaptureHost } from '../capture-host.ts';
import { LEVEL_OF } from '../console-capture.ts';
import { messageOf } from '../console-values.ts';
import type { Place } from '../frame-book.ts';
import { placeOf } from '../locations.ts';
import { PerformanceBook } from '../performance-book.ts';
import { Scene } from '../scene.ts';
import { storageChanged } from '../storage-capture.ts';
import type { WebsocketCapture } from '../websocket-capture.ts';
import { readStack } from './read-stack.ts';
import type { SeenWord } from './seen-words.ts';
import type { WatchedRequests } from './watched-requests.ts';

type Of<S extends SeenWord['say']> = Extract<SeenWord, { say: S }>;
/** What was lost is nobody's word. */
type Heard = Exclude<SeenWord, Of<'lost'>>;
type Frame = Pick<SeenBatch, 'frame' | 'document' | 'url'>;

const MAIN = '0';

/** One tab that a person lets us watch. */
export class WatchedTab {
  readonly scene: Scene;
  readonly #actions: ActionCapture;
  readonly #performance: PerformanceBook;
  readonly #host: CaptureHost;
  readonly #requests: WatchedRequests;
  readonly #sockets: WebsocketCapture;
  #isOpened = false;

  constructor(host: CaptureHost, requests: WatchedRequests, sockets: WebsocketCapture) {
    this.#host = host;
    this.#requests = requests;
    this.#sockets = sockets;
    this.scene = new Scene(host, MAIN, '');
    this.scene.time.learn(0, 0); // all times are the wall clock's
    this.#actions = new ActionCapture(this.scene);
    this.#performance = new PerformanceBook(this.scene);
  }

  heard(from: Frame, word: Heard): void {
    const id = String(from.frame);
    if (word.say === 'closed') this.over();
    else if (word.say === 'document') this.#document(id, from, word);
    else if (word.say === 'request') {
      // The document that is asked for is the page itself, not the one before it.
      const url = this.#host.privacy.url(word.url);
      const place = word.type === 'main_frame' ? { url } : this.scene.frames.place(id);
      this.#requests.heard(this.scene, place, word);
    } else this.#inPage(id, from, word);
  }

  #inPage(id: string, from: Frame, word: Exclude<Heard, Of<'closed' | 'document' | 'request'>>): void {
    // The beginning of a document that was there before us is not told again.
    if (this.scene.frames.documentOf(id) !== from.document && from.url) this.#at(id, from);
    const place = this.scene.frames.place(id);
    switch (word.say) {
      case 'console':
        this.#console(place, word);
        return;
      case 'exception':
        this.#exception(place, word);
        return;
      case 'asked':
        this.#requests.heard(this.scene, place, word);
        return;
      case 'socket':
        this.#socket(place, `${from.document}/${word.socket}`, word);
        return;
      case 'action':
        this.#actions.seen(place, word);
        return;
      case 'storage':
        storageChanged(this.scene, place, word);
        return;
      case 'fault':
        this.#host.log.warning('the script in the page failed', { error: word.message });
        return;
      default:
        this.#performance.told(id, word);
        return;
    }
  }

  async settled(): Promise<void> {
    this.#actions.flush();
    this.#requests.flush(this.scene);
    await this.scene.settled();
  }

  /** It was closed, or is no longer to be watched. */
  over(): void {
    this.#actions.flush();
    this.#performance.documentLeft();
    this.#requests.flush(this.scene);
    this.#sockets.left(this.scene);
    const { frames, time } = this.scene;
    if (this.#isOpened) this.scene.emit('navigation', time.now(), { url: frames.mainUrl, kind: 'closed' });
  }

  #at(id: string, { url, document }: Frame): void {
    this.scene.frames.navigated(id, id === MAIN ? undefined : MAIN, this.#host.privacy.url(url), document);
  }

  #document(id: string, from: Frame, word: Of<'document'>): void {
    const { frames, time } = this.scene;
    const isMain = id === MAIN;
    const fromUrl = frames.urlOf(id);
    const kind = word.kind === 'same-document' ? word.kind : 'document';
    const at = time.wall(word.at);
    if (isMain && kind === 'document') {
      this.#performance.documentLeft();
      this.#requests.documentLeft(this.scene);
      this.#sockets.left(this.scene);
    }
    this.#at(id, from);
    if (isMain && !this.#isOpened) {
      this.#isOpened = true;
      this.scene.emit('navigation', at, { url: frames.mainUrl, kind: 'opened' });
    }
    this.scene.emit('navigation', at, {
      ...frames.place(id),
      kind,
      documentId: from.document,
      ...(fromUrl && { fromUrl }),
      ...(word.reason && { reason: word.reason }),
      ...(word.status && { status: word.status }),
      ...(word.mimeType && { mimeType: word.mimeType }),
    });
  }

  #console(place: Place, { at, api, args, isCut, stack: text }: Of<'console'>): void {
    const most = this.#host.limits.text;
    const message = messageOf(args, most);
    const stack = readStack(text);
    const location = placeOf(stack);
    this.scene.emit('console', this.scene.time.wall(at), {
      ...place,
      level: LEVEL_OF[api === 'warn' ? 'warning' : api] ?? 'log',
      category: 'console',
      api,
      message,
      ...(args.length > 0 && { args: [...args] }),
      ...((isCut || message.length > most) && { cut: true as const }),
      ...(location && { location }),
      ...(stack.length > 1 && { stack }),
    });
  }

  #exception(place: Place, { at, kind, name, text, value, ...own }: Of<'exception'>): void {
    const most = this.#host.limits.text;
    const stack = name === undefined ? [] : readStack(text);
    const where = { url: own.url, lineNumber: (own.line ?? 1) - 1, columnNumber: (own.column ?? 1) - 1 };
    const location = placeOf(stack, where);
    const said = value === undefined ? text : typeof value === 'string' ? value : JSON.stringify(value);
    const stackAt = text.search(/\n {4}at /);
    const head = stackAt < 0 ? text : text.slice(0, stackAt);
    const message = name !== undefined && head.startsWith(`${name}: `) ? head.slice(name.length + 2) : head;
    const uncaught = kind === 'rejection' ? 'Uncaught (in promise)' : 'Uncaught';
    this.scene.emit('exception', this.scene.time.wall(at), {
      ...place,
      level: 'error',
      kind,
      ...(name !== undefined && { name }),
      message: begin(name === undefined ? said : message, most),
      text: begin(name === undefined ? `${uncaught} ${said}` : text, most),
      ...(location && { location }),
      ...(stack.length > 0 && { stack }),
      ...(name === undefined && value !== undefined && { value }),
      ...(text.length > most && { cut: true as const }),
    });
  }

  #socket(place: Place, requestId: string, word: Of<'socket'>): void {
    const sockets = this.#sockets;
    const timestamp = word.at / 1_000;
    switch (word.event) {
      case 'created':
        sockets.created(this.scene, place, { requestId, url: word.url ?? '' });
        return;
      case 'open':
        sockets.began(requestId);
        return;
      case 'sent':
      case 'got': {
        const response = { mask: false, ...payloadOf(word.body) };
        const direction = word.event === 'sent' ? 'outgoing' : 'incoming';
        sockets.message({ requestId, timestamp, response }, direction);
        return;
      }
      case 'failed':
        sockets.failed({ requestId, timestamp, errorMessage: 'the connection failed' });
        return;
      case 'closed': {
        const { code, reason, wasClean } = word;
        sockets.ended({ requestId, timestamp }, { code, reason, wasClean });
        return;
      }
    }
  }
}

function payloadOf(body: SeenBody | undefined): { readonly opcode: number; readonly payloadData: string } {
  if (!body) return { opcode: 1, payloadData: '' };
  if ('text' in body) return { opcode: 1, payloadData: body.text };
  if ('base64' in body) return { opcode: 2, payloadData: body.base64 };
  return { opcode: 2, payloadData: Buffer.from(`(${body.length} bytes)`).toString('base64') };
}
