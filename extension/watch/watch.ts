import type {
  FromWorker,
  OwnSeen,
  RequestSeen,
  SeenBatch,
  ToWorker,
  WatchRules,
} from '../../src/contract/watching.ts';
import { pausedUntil, seesPrivate } from '../settings.ts';
import { Keeper } from './keeper.ts';
import { RecentWords } from './recent.ts';
import { hearRequests } from './requests.ts';
import { isGranted, watchGranted } from './sites.ts';

/** So much goes into one message to the server. */
const MOST_MESSAGE = 2 ** 20;

/** To keep each request by itself would hold up the page that asks for it. */
const CROWD_MS = 50;

/** Requests of one tab, and what it was at the first of them: it may be gone, or elsewhere, soon. */
interface Crowd {
  readonly words: { readonly frame: number; readonly word: RequestSeen }[];
  readonly tab: Promise<chrome.tabs.Tab | undefined>;
}

/**
 * Watches the sites that the person granted: takes what their pages tell, keeps it until the server has it, and
 * listens to nobody else. While it is paused nothing is taken.
 */
export class Watch {
  readonly #send: (batches: readonly SeenBatch[]) => boolean;
  readonly #keeper = new Keeper();
  readonly #recent = new RecentWords();
  readonly #ports = new Set<chrome.runtime.Port>();
  /** Of this run of the worker: its own words come under this name. */
  readonly #own = `worker ${crypto.randomUUID()}`;
  #part = 0;
  /** Told by the browser and not kept yet, by tab. */
  #requests = new Map<number, Crowd>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #rules: WatchRules | undefined;
  #pausedUntil = 0;
  #seesPrivate = false;
  readonly #ready: Promise<void>;
  #turns: Promise<void> = Promise.resolve();
  /** The server has all that was kept, and hears of what comes. */
  #isLive = false;

  /** `send` says whether the server could be told. */
  constructor(send: (batches: readonly SeenBatch[]) => boolean) {
    this.#send = send;
    this.#ready = this.#load();
    chrome.runtime.onConnect.addListener((port) => void this.#connected(port));
    // What a page says in the moment in which it is left: its own way is closed by then.
    chrome.runtime.onMessage.addListener((message, sender) => {
      const { tab, frameId = 0 } = sender;
      const { left } = message as { readonly left?: readonly ToWorker[] };
      if (tab?.id === undefined || !left) return;
      this.#inTurn(async () => {
        await this.#ready;
        if (!(await this.#isWatched(tab))) return;
        for (const told of left) await this.#take({ tab: tab.id!, frame: frameId, ...read(told) });
      });
    });
    chrome.tabs.onRemoved.addListener((tab) => {
      this.#keepRequests(); // nothing of it comes after its end
      this.#tell(tab, 0, { say: 'closed', at: Date.now() });
    });
    hearRequests((tab, frame, word) => this.#requested(tab, frame, word));
    const anew = () => void this.apply();
    chrome.permissions.onAdded.addListener(anew);
    chrome.permissions.onRemoved.addListener(anew);
  }

  /** The server wants to know of pages by these rules; without any it wants nothing. */
  async connected(rules: WatchRules | undefined): Promise<void> {
    await chrome.storage.local.set({ rules: rules ?? null });
    this.#rules = rules;
    await this.apply();
    for (const port of this.#ports) if (rules) post(port, { rules });
    this.#isLive = false;
    const lost = await this.#keeper.takeLost();
    if (lost > 0) this.#tell(-1, 0, { say: 'lost', at: Date.now(), count: lost });
    if (rules) this.#inTurn(() => this.#sendAll());
  }

  async #sendAll(): Promise<void> {
    const all = await this.#keeper.all();
    this.#isLive = true;
    for (let from = 0; from < all.length; ) {
      let to = from;
      for (let size = 0; to < all.length && size < MOST_MESSAGE; to++) size += JSON.stringify(all[to]).length;
      this.#isLive &&= this.#send(all.slice(from, to));
      from = to;
    }
  }

  kept(upTo: number): Promise<void> {
    return this.#keeper.letGo(upTo);
  }

  /** Parted from the server: what was seen for it is nobody's. */
  async parted(): Promise<void> {
    this.#rules = undefined;
    await chrome.storage.local.remove('rules');
    await this.#keeper.letGo(Number.POSITIVE_INFINITY);
    await this.apply();
  }

  /** The permissions, the pause or the server are others now. */
  async apply(): Promise<void> {
    await this.#choices();
    await watchGranted(this.#rules !== undefined);
    for (const port of this.#ports)
      if (!(await this.#isWatched(port.sender?.tab))) post(port, { isOver: true });
  }

  /** Whether the person wants this tab to be watched. */
  async #isWatched(tab: chrome.tabs.Tab | undefined): Promise<boolean> {
    if (!this.#rules || !tab || (tab.incognito && !this.#seesPrivate)) return false;
    return isGranted(tab.url);
  }

  async #choices(): Promise<void> {
    [this.#pausedUntil, this.#seesPrivate] = await Promise.all([pausedUntil(), seesPrivate()]);
  }

  async #load(): Promise<void> {
    const { rules } = await chrome.storage.local.get('rules');
    this.#rules = (rules ?? undefined) as WatchRules | undefined;
    await this.#choices();
  }

  async #connected(port: chrome.runtime.Port): Promise<void> {
    const { tab, frameId = 0 } = port.sender ?? {};
    if (port.name !== 'seen' || tab?.id === undefined) return;
    this.#ports.add(port);
    port.onDisconnect.addListener(() => this.#ports.delete(port));
    // Frames of a granted site may stand in a page of another one, which nobody granted.
    const isWanted = () => this.#ready.then(() => this.#isWatched(tab));
    port.onMessage.addListener((message) => {
      const told = message as ToWorker;
      this.#inTurn(async () => {
        // Asked each time: the person may have taken the permission back.
        if (await isWanted()) await this.#take({ tab: tab.id!, frame: frameId, ...read(told) });
        post(port, { kept: told.part });
      });
    });
    if ((await isWanted()) && this.#rules) post(port, { rules: this.#rules });
    else post(port, { isOver: true });
  }

  /** Requests come in crowds, which are kept together. */
  #requested(tab: number, frame: number, word: RequestSeen): void {
    const known = this.#requests.get(tab);
    if (known) known.words.push({ frame, word });
    else this.#requests.set(tab, { words: [{ frame, word }], tab: tabOf(tab) });
    this.#timer ??= setTimeout(() => this.#keepRequests(), CROWD_MS);
  }

  #keepRequests(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const requests = this.#requests;
    this.#requests = new Map();
    this.#inTurn(async () => {
      await this.#ready;
      for (const [id, { words, tab }] of requests) {
        const [before, now] = [await tab, await tabOf(id)];
        // Frames of a granted site may stand in a page of another one, which nobody granted.
        const isWanted = (await this.#isWatched(before)) && (!now || (await this.#isWatched(now)));
        const isPrivate = before?.incognito !== false && !this.#seesPrivate;
        const wanted = words.filter(({ word }) => isWanted || (word.type === 'main_frame' && !isPrivate));
        for (const [frame, some] of Map.groupBy(wanted, (one) => one.frame))
          await this.#ownWords(
            id,
            frame,
            some.map(({ word }) => word),
          );
      }
    });
  }

  #tell(tab: number, frame: number, word: OwnSeen): void {
    this.#inTurn(() => this.#ownWords(tab, frame, [word]));
  }

  #ownWords(tab: number, frame: number, words: readonly OwnSeen[]): Promise<void> {
    return this.#take({ tab, frame, document: this.#own, part: ++this.#part, url: '', words });
  }

  async #take({ tab, frame, document, part, url, words }: Omit<SeenBatch, 'number'>): Promise<void> {
    await this.#ready;
    if (!this.#rules || this.#pausedUntil > Date.now()) return;
    this.#recent.heard(words);
    const batch = await this.#keeper.keep({ tab, frame, document, part, url, words });
    // What came before it goes before it.
    if (batch && this.#isLive) this.#isLive = this.#send([batch]);
  }

  /** One after the other, as it was told. */
  #inTurn(work: () => Promise<void>): void {
    this.#turns = this.#turns.then(work).catch(() => {}); // the page is gone
  }
}

const tabOf = (id: number) => chrome.tabs.get(id).catch(() => undefined); // it is gone
const read = (told: ToWorker) => ({ ...told, words: JSON.parse(told.words) as readonly unknown[] });

function post(port: chrome.runtime.Port, message: FromWorker): void {
  try {
    port.postMessage(message);
  } catch {
    // The page is gone.
  }
}
