import type { IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';
import type { Heard, Listen } from '../../contract/app.ts';
import {
  type FrameHead,
  type HumanRequest,
  type LiveNews,
  type LivePage,
  type LiveWord,
  type Look,
  liveWord,
  type PersonAct,
} from '../../contract/app-live.ts';
import type { CallerName } from '../../kernel/owner.ts';
import { isFields } from '../message.ts';
import type { SocketRoute } from '../upgrade.ts';
import { type AppLogins, type Callers, isOwnPage } from './app-logins.ts';
import type { AppControl } from './control-routes.ts';
import type { AppDrawings } from './draw-routes.ts';
import { TrafficTeller } from './traffic-teller.ts';

/** Pages of browsers as they are now, and what agents ask people: always of those whom the person stands for. */
export interface AppLive {
  /** Somebody is there until the function it gives is called; `news`: what is asked has changed. */
  arrive(callers: Callers, news: () => void): () => void;
  requests(callers: Callers): readonly HumanRequest[];
  reply(callers: Callers, id: string, reply: { readonly text: string; readonly isRefused: boolean }): void;
  pages(callers: Callers): Promise<readonly LivePage[]>;
  /** Pictures that are not taken are offered again. */
  show(
    callers: Callers,
    page: string,
    isWhole: boolean,
    take: (frame: { readonly bytes: Buffer; readonly width: number; readonly height: number }) => boolean,
    signal: AbortSignal,
  ): boolean;
  act(callers: Callers, page: string, act: PersonAct): void;
  takeOver(callers: Callers, page: string): void;
  handBack(callers: Callers, page: string, note: string): void;
  answerDialog(callers: Callers, page: string, accept: boolean, text: string | undefined): Promise<void>;
}

type ListenTo = (callers: Callers, filter: string, hear: (heard: Heard) => boolean) => () => void;

const PERSON: CallerName = 'person';
const LOGGED_OUT = 'nobody is logged in';
const MOST_UNREAD = 1024 * 1024;
/** Of pictures less may wait: an old one is of no use. */
const MOST_UNSEEN = 256 * 1024;
/** How often it is looked which pages there are. */
const PAGES_MS = 1_000;

interface SocketParts {
  readonly live: AppLive;
  readonly drawings: Pick<AppDrawings, 'open' | 'watch'>;
  readonly control: Pick<AppControl, 'traffic'>;
}

/** The one socket of the app: what comes in, the pages as they are, and what the person does with them. */
export function liveSocket(
  listen: ListenTo,
  { live, drawings, control }: SocketParts,
  logins: AppLogins,
): SocketRoute {
  const admitted = new WeakMap<IncomingMessage, Callers>();
  return {
    path: '/app/live',
    async admit(request) {
      const callers = isOwnPage(request) ? await logins.who(request) : undefined;
      if (!callers) return { refusal: { status: 401, message: 'Nobody is logged in.' } };
      admitted.set(request, callers);
      return { caller: PERSON };
    },
    open(socket, _, request) {
      const callers = admitted.get(request) ?? [];
      // Who has logged out, or whose login is over, is told nothing more.
      const isIn = () => {
        const isStill = logins.isStill(request);
        if (!isStill) socket.close(1008, LOGGED_OUT);
        return isStill;
      };
      const view = new LiveView({ socket, live, callers, isIn });
      // What others draw is no news here.
      let drawn = '[]';
      const tellDrawings = () => {
        const open = drawings.open(callers);
        const told = JSON.stringify(open);
        if (told !== drawn && isIn() && tell(socket, { drawings: open })) drawn = told;
      };
      const unwatch = drawings.watch(tellDrawings);
      const again = setInterval(tellDrawings, PAGES_MS).unref();
      tellDrawings();
      const wire = new TrafficTeller(
        () => control.traffic(callers),
        (traffic) => isIn() && tell(socket, { traffic }),
      );
      let stop = () => {};
      const leave = live.arrive(callers, () => view.tellRequests());
      if (live.requests(callers).length > 0) view.tellRequests();
      socket.on('close', () => {
        stop();
        unwatch();
        clearInterval(again);
        view.close();
        wire.look(false);
        leave();
      });
      socket.on('message', (data) => {
        if (!isIn()) return;
        const said = saidIn(String(data));
        if (!said) return socket.close(1008, 'no such message');
        if ('traffic' in said) return wire.look(said.traffic);
        if (!('filter' in said)) return view.heed(said);
        stop();
        stop = listen(callers, said.filter, (heard) => !isIn() || tell(socket, heard));
      });
    },
  };
}

interface ViewParts {
  readonly socket: WebSocket;
  readonly live: AppLive;
  readonly callers: Callers;
  /** Whether the person is still logged in. */
  isIn(): boolean;
}

/** What one person sees of the pages, and does with them. */
class LiveView {
  readonly #socket: WebSocket;
  readonly #live: AppLive;
  readonly #callers: Callers;
  readonly #isIn: () => boolean;
  /** What is shown now, by page and size. */
  readonly #shown = new Map<string, AbortController>();
  #look: Look = { all: false };
  #told = '';
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor({ socket, live, callers, isIn }: ViewParts) {
    this.#socket = socket;
    this.#live = live;
    this.#callers = callers;
    this.#isIn = isIn;
  }

  heed(said: Exclude<LiveWord, { traffic: boolean }>): void {
    const [live, callers] = [this.#live, this.#callers];
    if ('act' in said) {
      live.act(callers, said.page, said.act);
      return;
    }
    if ('look' in said) {
      this.#look = said.look;
      this.#told = '';
    } else if ('takeOver' in said) live.takeOver(callers, said.takeOver);
    else if ('handBack' in said) live.handBack(callers, said.handBack, said.note);
    else if ('dialog' in said) void live.answerDialog(callers, said.dialog, said.accept, said.text);
    else live.reply(callers, said.reply, said);
    this.#again(0);
  }

  tellRequests(): void {
    if (this.#isIn()) tell(this.#socket, { requests: this.#live.requests(this.#callers) });
  }

  close(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    for (const shown of this.#shown.values()) shown.abort();
  }

  #again(ms: number): void {
    clearTimeout(this.#timer);
    if (!this.#isOver) this.#timer = setTimeout(() => void this.#refresh(), ms).unref();
  }

  async #refresh(): Promise<void> {
    const { all, page } = this.#look;
    const isLooking = all || page !== undefined;
    const pages = isLooking ? await this.#live.pages(this.#callers).catch(() => []) : [];
    if (this.#isOver || !this.#isIn()) return;
    const told = JSON.stringify(pages);
    if (isLooking && told !== this.#told && tell(this.#socket, { pages })) this.#told = told;
    const wanted = new Set([
      ...(all ? pages.map(({ id }) => `small ${id}`) : []),
      ...(page !== undefined && pages.some(({ id }) => id === page) ? [`whole ${page}`] : []),
    ]);
    for (const [key, shown] of this.#shown) {
      if (wanted.has(key)) continue;
      shown.abort();
      this.#shown.delete(key);
    }
    for (const key of wanted) if (!this.#shown.has(key)) this.#show(key);
    if (isLooking) this.#again(PAGES_MS);
  }

  #show(key: string): void {
    const [size = '', page = ''] = key.split(' ');
    const isWhole = size === 'whole';
    const enough = new AbortController();
    const isThere = this.#live.show(
      this.#callers,
      page,
      isWhole,
      ({ bytes, width, height }) => this.#send({ page, isWhole, width, height }, bytes),
      enough.signal,
    );
    if (isThere) this.#shown.set(key, enough);
  }

  #send(head: FrameHead, bytes: Buffer): boolean {
    if (this.#socket.bufferedAmount > MOST_UNSEEN || !this.#isIn()) return false;
    const words = Buffer.from(JSON.stringify(head));
    const length = Buffer.alloc(4);
    length.writeUInt32LE(words.length);
    this.#socket.send(Buffer.concat([length, words, bytes]));
    return true;
  }
}

/** Says whether it was sent: a page that does not read is not sent more and more. */
function tell(socket: WebSocket, news: Heard | LiveNews): boolean {
  if (socket.bufferedAmount > MOST_UNREAD) return false;
  socket.send(JSON.stringify(news));
  return true;
}

function saidIn(text: string): Listen | LiveWord | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (isFields(value) && typeof value.filter === 'string') return { filter: value.filter };
    return liveWord.parse(value);
  } catch {
    return undefined;
  }
}
