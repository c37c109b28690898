import { randomBytes } from 'node:crypto';
import type { WebSocket } from 'ws';
import type { Driven } from '../../contract/driving.ts';
import {
  type FromExtension,
  MOST_WRONG_CODES,
  type PairedBrowser,
  type ToExtension,
} from '../../contract/extension.ts';
import type { Handed } from '../../contract/handing.ts';
import type { WatchRules } from '../../contract/watching.ts';
import { asFault, fault } from '../../kernel/fault.ts';
import type { Log } from '../../kernel/log.ts';
import { type CallerName, namesOfPerson } from '../../kernel/owner.ts';
import { VERSION } from '../../kernel/version.ts';
import { within } from '../../kernel/within.ts';
import type { BrowserBook, KnownBrowser } from './browser-book.ts';
import { Guest, readMessage, speaksOurs } from './guest.ts';

/** Takes what paired browsers tell of the pages that their person lets us watch. */
export interface Watcher {
  readonly rules: WatchRules;
  /** Gives the number up to which all is in the record. */
  take(batches: readonly unknown[]): Promise<number>;
  /** Nothing more is taken: what waits is told, and the same number given. */
  end(): Promise<number>;
}

/** Drives tabs of browsers that are here, and brings their person the answers of agents. */
export interface Driver {
  joined(
    browser: KnownBrowser,
    tell: (message: ToExtension) => void,
  ): { heard(driven: Driven): void; left(): void };
}

export interface ExtensionDoorOptions {
  readonly book: BrowserBook;
  readonly log: Log;
  /** Undefined where no record is kept. */
  readonly watch?: (browser: KnownBrowser) => Promise<Watcher | undefined>;
  readonly drives?: Driver;
  /** Takes what a person hands to their agents; fails with what they can be told. */
  readonly hands?: (browser: KnownBrowser, handed: unknown) => Promise<void>;
  /** The web app is on the same port. */
  readonly hasApp?: boolean;
  readonly times?: Partial<typeof TIMES>;
}

const TIMES = {
  /** To say who it is, and to show it. */
  proof: 10_000,
  /** To walk from the popup to a terminal. */
  pairing: 5 * 60_000,
};
/** Whoever is not let in yet costs little, but not nothing. */
const MOST_WAITING = 20;

/** Lets browsers in whose extension shares a secret with us, and makes such secrets when a person tells a code. */
export class ExtensionDoor {
  readonly #book: BrowserBook;
  readonly #log: Log;
  readonly #times: typeof TIMES;
  readonly #waiting = new Set<WebSocket>();
  /** Those that show a code. */
  readonly #pairing = new Set<Guest>();
  readonly #inside = new Map<string, Guest>();
  readonly #watch: NonNullable<ExtensionDoorOptions['watch']>;
  readonly #watchers = new Map<Guest, Watcher>();
  readonly #drives: Driver | undefined;
  readonly #hands: ExtensionDoorOptions['hands'];
  readonly #hasApp: boolean;
  readonly #driven = new Map<Guest, ReturnType<Driver['joined']>>();

  constructor(options: ExtensionDoorOptions) {
    const { book, log, times, drives, hands, hasApp = false, watch = async () => undefined } = options;
    this.#watch = watch;
    this.#hands = hands;
    this.#hasApp = hasApp;
    this.#drives = drives;
    this.#book = book;
    this.#log = log;
    this.#times = { ...TIMES, ...times };
  }

  open(socket: WebSocket): void {
    if (this.#waiting.size >= MOST_WAITING) {
      socket.close(1013, 'too many browsers wait');
      return;
    }
    this.#waiting.add(socket);
    let guest: Guest | undefined;
    let patience = setTimeout(() => socket.close(1008, 'took too long'), this.#times.proof);
    const isIn = () => {
      clearTimeout(patience);
      this.#waiting.delete(socket);
    };
    socket.on('close', () => {
      isIn();
      if (guest) this.#left(guest);
    });
    socket.on('message', (data) => {
      const message = readMessage(data);
      if (!message || (message.type === 'hello') !== (guest === undefined)) {
        socket.close(1008, 'no such message');
      } else if (message.type !== 'hello') this.#told(guest!, message);
      else {
        guest = new Guest(socket, message, isIn);
        clearTimeout(patience);
        const ms = message.isPairing ? this.#times.pairing : this.#times.proof;
        patience = setTimeout(() => socket.close(1008, 'took too long'), ms);
        void this.#greet(guest);
      }
    });
  }

  /** A person tells the code that a popup shows. */
  async pair(code: string, owner: CallerName): Promise<PairedBrowser> {
    if (!/^\d{6}$/.test(code)) throw fault('INVALID_PAIRING_CODE', { code });
    const [guest, other] = [...this.#pairing].filter(({ isOpen }) => isOpen);
    if (!guest) throw fault('NO_BROWSER_TO_PAIR', {});
    // Whoever asks could learn the code from what we would tell it: nobody may hide behind somebody else's popup.
    if (other) throw fault('SEVERAL_BROWSERS_TO_PAIR', {});
    const offered = await within(guest.challenge(code), this.#times.proof);
    if (offered === undefined || offered === 'gone') throw fault('BROWSER_LEFT_PAIRING', {});
    if (offered !== 'fits') {
      const left = Math.max(0, Math.min(MOST_WRONG_CODES, offered.left));
      throw fault('WRONG_PAIRING_CODE', { left });
    }
    const { browser: id, name } = guest.hello;
    const known = { id, name, owner, secret: randomBytes(32).toString('hex'), since: Date.now() };
    await this.#book.add(known);
    this.#pairing.delete(guest);
    guest.tell({ type: 'paired', secret: known.secret });
    await this.#letIn(guest, known);
    return { id, name, since: known.since, isConnected: true };
  }

  /** Those that the caller has paired, under whatever name of theirs. */
  async list(caller: CallerName): Promise<readonly PairedBrowser[]> {
    const all = await this.#known(caller);
    return all.map(({ id, name, since }) => ({ id, name, since, isConnected: this.#inside.has(id) }));
  }

  /** The browser is told if it is there; else it will be when it comes again. */
  async revoke(id: string, caller: CallerName): Promise<void> {
    const known = await this.#known(caller);
    if (!known.some((one) => one.id === id))
      throw fault('NO_SUCH_BROWSER', { id, ids: known.map((one) => one.id) });
    await this.#forget(id);
  }

  async #forget(id: string): Promise<void> {
    await this.#book.remove(id);
    this.#inside.get(id)?.tell({ type: 'unknown' });
    this.#inside.get(id)?.close('no longer paired');
  }

  async #known(caller: CallerName): Promise<readonly KnownBrowser[]> {
    const mine = namesOfPerson(caller);
    return (await this.#book.list()).filter(({ owner }) => owner === undefined || mine.includes(owner));
  }

  /** What browsers have told is brought to its end, and they hear of it: nothing has to be told again. */
  async close(): Promise<void> {
    const ending = [...this.#watchers].map(async ([guest, watcher]) =>
      guest.tell({ type: 'kept', upTo: await watcher.end() }),
    );
    await Promise.allSettled(ending);
  }

  async #greet(guest: Guest): Promise<void> {
    const { hello } = guest;
    if (!speaksOurs(hello)) {
      guest.tell({ type: 'refused', why: `Sensorium ${VERSION} speaks another version of this protocol.` });
      guest.close('another protocol');
      return;
    }
    if (hello.isPairing) {
      this.#pairing.add(guest);
      guest.tell({ type: 'waiting' });
      return;
    }
    const known = await this.#book.find(hello.browser);
    if (!known) {
      guest.tell({ type: 'unknown' });
      guest.close('not paired');
      return;
    }
    if ((await guest.challenge(known.secret)) !== 'fits') {
      this.#log.warning('a browser did not prove that it is paired', { browser: known.name });
      guest.close('not proven');
      return;
    }
    await this.#letIn(guest, known);
  }

  async #letIn(guest: Guest, known: KnownBrowser): Promise<void> {
    const { browser } = guest.hello;
    const before = this.#inside.get(browser);
    this.#inside.set(browser, guest);
    // The worker of an extension may have died without a word, and come again.
    before?.close('it came again');
    guest.isIn();
    const watcher = await this.#watch(known).catch((cause) => {
      this.#log.error('a browser cannot be watched', { cause });
      return undefined;
    });
    if (watcher) this.#watchers.set(guest, watcher);
    const hasApp = this.#hasApp;
    guest.tell({ type: 'welcome', version: VERSION, hasApp, ...(watcher && { rules: watcher.rules }) });
    const driven = this.#drives?.joined(known, (message) => guest.tell(message));
    if (driven) this.#driven.set(guest, driven);
  }

  #told(guest: Guest, message: FromExtension): void {
    const isInside = this.#inside.get(guest.hello.browser) === guest;
    if (!isInside) guest.shows(message);
    else if (message.type === 'alive') guest.tell(message);
    else if (message.type === 'part') {
      const whole = guest.joined(message);
      if (whole && whole.type !== 'part') this.#told(guest, whole);
    } else if (message.type === 'driven') this.#driven.get(guest)?.heard(message);
    else if (message.type === 'handed') void this.#handed(guest, message.handed);
    else if (message.type === 'seen') void this.#seen(guest, message.batches);
    else if (message.type === 'forget') void this.#forget(guest.hello.browser).catch(() => {}); // told once it comes again
  }

  async #seen(guest: Guest, batches: readonly unknown[]): Promise<void> {
    try {
      const upTo = await this.#watchers.get(guest)?.take(batches);
      if (upTo !== undefined) guest.tell({ type: 'kept', upTo });
    } catch (cause) {
      this.#log.error('what a browser told could not be taken', { cause }); // it tells it again
    }
  }

  /** Told also when it failed for good: it is not brought again and again. */
  async #handed(guest: Guest, handed: Handed): Promise<void> {
    const known = await this.#book.find(guest.hello.browser);
    if (!known) return;
    try {
      if (!this.#hands) throw new Error('this Sensorium keeps no record');
      await this.#hands(known, handed);
      guest.tell({ type: 'taken', id: handed.id });
    } catch (cause) {
      this.#log.warning('what a person handed over could not be taken', { cause });
      guest.tell({ type: 'taken', id: handed.id, why: asFault(cause).message });
    }
  }

  #left(guest: Guest): void {
    this.#pairing.delete(guest);
    this.#watchers.delete(guest);
    this.#driven.get(guest)?.left();
    this.#driven.delete(guest);
    const { browser } = guest.hello;
    if (this.#inside.get(browser) === guest) this.#inside.delete(browser);
  }
}
