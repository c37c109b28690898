import {
  EXTENSION_PATH,
  EXTENSION_PROTOCOL,
  type FromExtension,
  LONGEST_MESSAGE,
  MOST_WRONG_CODES,
  type ToExtension,
} from '../src/contract/extension.ts';
import type { Standing } from './popup/standing.ts';
import { newCode, newNonce, prove } from './proof.ts';
import { dropSecret, keepSecret, portsOf, readSettings, type Settings } from './settings.ts';

/** A socket with messages keeps the worker awake, which sleeps after 30 s without any. */
const ALIVE_MS = 20_000;
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;
/** As long as the server waits for a code. */
const PAIRING_MS = 5 * 60_000;

/** What the server says once it is proven, and that we have parted. */
export type News =
  | Extract<ToExtension, { type: 'welcome' | 'kept' | 'taken' | 'answered' | 'drive' }>
  | { readonly type: 'parted' | 'away' };

interface Code {
  readonly code: string;
  readonly left: number;
  readonly until: number;
}

/**
 * The one connection to the server. It comes again by itself: after a pause that doubles up to 30 s, and by an alarm
 * when the worker was put to sleep meanwhile.
 */
export class Link {
  readonly #changed: (standing: Standing) => void;
  readonly #tellNews: (news: News) => unknown;
  #socket: WebSocket | undefined;
  #standing: Standing = { is: 'alone' };
  #code: Code | undefined;
  #pause = FIRST_PAUSE_MS;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Counts the attempts, so that what an earlier one hears is nobody's. */
  #attempt = 0;

  constructor(changed: (standing: Standing) => void, tellNews: (news: News) => unknown) {
    this.#changed = changed;
    this.#tellNews = tellNews;
  }

  get standing(): Standing {
    return this.#standing;
  }

  /** Begins, or looks whether it has to: woken by the person, the alarm or the browser. */
  async wake(): Promise<void> {
    if (this.#socket) return;
    const [settings, kept] = await Promise.all([readSettings(), keptCode()]);
    if (this.#socket) return;
    this.#code = kept;
    if (!settings.secret && !this.#code)
      this.#set(this.#standing.is === 'alone' ? this.#standing : { is: 'alone' });
    else await this.#connect(settings);
  }

  /** Shows a code, and waits until a person has told it to the server. */
  async pair(): Promise<void> {
    this.#hangUp();
    await dropSecret();
    await this.#show({ code: newCode(), left: MOST_WRONG_CODES, until: Date.now() + PAIRING_MS });
    this.#pause = FIRST_PAUSE_MS;
    await this.#connect(await readSettings());
  }

  /** The person parts from the server, or wants no code any more. */
  async part(): Promise<void> {
    this.#tell({ type: 'forget' });
    this.#hangUp();
    await Promise.all([dropSecret(), this.#show(undefined)]);
    this.#tellNews({ type: 'parted' });
    this.#set({ is: 'alone' });
  }

  /** Another port was named. */
  async anew(): Promise<void> {
    this.#hangUp();
    this.#pause = FIRST_PAUSE_MS;
    await this.wake();
  }

  /** Whether the server could be told. */
  send(message: FromExtension): boolean {
    if (this.#standing.is !== 'connected') return false;
    this.#tell(message);
    return true;
  }

  async #connect(settings: Settings): Promise<void> {
    const attempt = ++this.#attempt;
    if (this.#code && this.#standing.is !== 'pairing') this.#setPairing(false);
    for (const port of portsOf(settings)) {
      const socket = await opened(port);
      if (attempt !== this.#attempt) return void socket?.close();
      if (!socket) continue;
      this.#socket = socket;
      const talk = new Talk(settings, port, this.#code?.code);
      socket.onclose = () => attempt === this.#attempt && this.#lost();
      socket.onmessage = async ({ data }) => {
        const message = JSON.parse(String(data)) as ToExtension;
        if (attempt === this.#attempt) await this.#heard(talk, message);
      };
      this.#tell(talk.hello(Boolean(this.#code)));
      return;
    }
    this.#lost();
  }

  async #heard(talk: Talk, message: ToExtension): Promise<void> {
    switch (message.type) {
      case 'waiting':
        return this.#setPairing(true);
      case 'challenge': {
        const proof = await talk.answer(message);
        if (proof) this.#tell({ type: 'proof', proof });
        else if (this.#code) await this.#missed(this.#code);
        else this.#refuse('Another program answers on the port of Sensorium. Look what it is, or pair anew.');
        return;
      }
      case 'paired':
        // Only from whoever has shown that a person told it the code.
        if (!this.#code || !talk.isProven) return;
        await keepSecret(message.secret);
        return this.#show(undefined);
      case 'welcome':
        if (!talk.isProven) return;
        this.#pause = FIRST_PAUSE_MS;
        this.#keepAlive();
        this.#set({
          is: 'connected',
          version: message.version,
          port: talk.port,
          keepsRecord: message.rules !== undefined,
          hasApp: message.hasApp,
        });
        return void this.#tellNews(message);
      case 'kept':
      case 'taken':
      case 'answered':
      case 'drive':
        return void (talk.isProven && this.#tellNews(message));
      case 'unknown':
        return this.#parted(talk);
      case 'refused':
        return this.#refuse(message.why);
      case 'alive':
        return;
    }
  }

  /** Whoever says so before it has shown the secret may be anybody: then the secret stays. */
  async #parted({ isProven }: Talk): Promise<void> {
    if (isProven) {
      await dropSecret();
      this.#tellNews({ type: 'parted' });
    }
    this.#hangUp();
    this.#set({ is: 'alone', why: 'parted' });
  }

  async #missed({ code, left, until }: Code): Promise<void> {
    this.#tell({ type: 'wrong', left: left - 1 });
    if (left > 1) {
      await this.#show({ code, left: left - 1, until });
      return this.#setPairing(true);
    }
    await this.#show(undefined);
    this.#hangUp();
    this.#set({ is: 'alone', why: 'missed' });
  }

  #refuse(why: string): void {
    this.#hangUp();
    this.#set({ is: 'refused', why });
  }

  #lost(): void {
    this.#hangUp();
    this.#tellNews({ type: 'away' });
    if (this.#code && this.#code.until < Date.now()) void this.#show(undefined);
    if (this.#code) this.#setPairing(false);
    else this.#set({ is: this.#standing.is === 'pairing' ? 'alone' : 'away' });
    if (this.#standing.is === 'alone') return;
    this.#timer = setTimeout(() => void this.wake(), this.#pause);
    this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE_MS);
  }

  #keepAlive(): void {
    clearInterval(this.#timer);
    this.#timer = setInterval(() => this.#tell({ type: 'alive' }), ALIVE_MS);
  }

  #hangUp(): void {
    this.#attempt++;
    clearInterval(this.#timer);
    this.#socket?.close();
    this.#socket = undefined;
  }

  #tell(message: FromExtension): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#sendWhole(JSON.stringify(message));
  }

  #sendWhole(text: string): void {
    if (text.length <= LONGEST_MESSAGE) {
      this.#socket?.send(text);
      return;
    }
    for (let from = 0; from < text.length; from += LONGEST_MESSAGE) {
      const to = from + LONGEST_MESSAGE;
      const part = { type: 'part', text: text.slice(from, to), isLast: to >= text.length };
      this.#socket?.send(JSON.stringify(part));
    }
  }

  /** Kept until the browser ends: the worker may be put to sleep while a person walks to a terminal. */
  async #show(code: Code | undefined): Promise<void> {
    this.#code = code;
    await (code ? chrome.storage.session.set({ code }) : chrome.storage.session.remove('code'));
  }

  #setPairing(isHeard: boolean): void {
    if (this.#code) this.#set({ is: 'pairing', code: this.#code.code, left: this.#code.left, isHeard });
  }

  #set(standing: Standing): void {
    this.#standing = standing;
    this.#changed(standing);
  }
}

/** What was said on one connection: who must know what. */
class Talk {
  readonly port: number;
  readonly #settings: Settings;
  readonly #key: string;
  readonly #nonce = newNonce();
  #isProven = false;

  constructor(settings: Settings, port: number, code: string | undefined) {
    this.#settings = settings;
    this.port = port;
    this.#key = code ?? settings.secret ?? '';
  }

  /** The server has shown that it knows the code or the secret. */
  get isProven(): boolean {
    return this.#isProven;
  }

  hello(isPairing: boolean): FromExtension {
    const { browser } = this.#settings;
    return {
      type: 'hello',
      protocol: EXTENSION_PROTOCOL,
      browser,
      name: ownName(),
      nonce: this.#nonce,
      isPairing,
    };
  }

  /** Our proof, if the server's is right. */
  async answer({ nonce, proof }: Extract<ToExtension, { type: 'challenge' }>): Promise<string | undefined> {
    const nonces = { browser: this.#nonce, server: nonce };
    if (proof !== (await prove(this.#key, 'server', nonces))) return undefined;
    this.#isProven = true;
    return prove(this.#key, 'browser', nonces);
  }
}

async function keptCode(): Promise<Code | undefined> {
  const { code } = await chrome.storage.session.get('code');
  const kept = code as Code | undefined;
  return kept && kept.until > Date.now() ? kept : undefined;
}

function opened(port: number): Promise<WebSocket | undefined> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}${EXTENSION_PATH}`);
    socket.onopen = () => resolve(socket);
    socket.onerror = () => resolve(undefined);
  });
}

/** Such as Chrome 150 on Linux. */
function ownName(): string {
  const [, name = 'Browser', version = ''] = /(Edg|Chrome|Firefox)\/(\d+)/.exec(navigator.userAgent) ?? [];
  const system = /Windows|Mac OS|Android|CrOS|Linux/.exec(navigator.userAgent)?.[0] ?? 'this machine';
  return `${name === 'Edg' ? 'Edge' : name} ${version} on ${system}`;
}
