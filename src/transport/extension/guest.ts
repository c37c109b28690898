import { randomBytes } from 'node:crypto';
import type { WebSocket } from 'ws';
import { EXTENSION_PROTOCOL, type FromExtension, type ToExtension } from '../../contract/extension.ts';
import type { Handed } from '../../contract/handing.ts';
import { isFields } from '../message.ts';
import { isProven, type Nonces, prove } from './proof.ts';

type Hello = Extract<FromExtension, { type: 'hello' }>;

/** How a code was taken. */
export type Offered = 'fits' | 'gone' | { readonly left: number };

/** A connection of an extension: who it says it is, and what it has shown. */
export class Guest {
  readonly hello: Hello;
  /** Of a message that comes in parts, what has come. */
  #parts = '';
  /** To be called when it is let in: nobody waits for it any more. */
  readonly isIn: () => void;
  readonly #socket: WebSocket;
  #nonces: Nonces;
  /** What is shown to know next; undefined when nothing is asked for. */
  #asked: { readonly key: string; readonly answer: (offered: Offered) => void } | undefined;

  constructor(socket: WebSocket, hello: Hello, isIn: () => void) {
    this.#socket = socket;
    this.isIn = isIn;
    this.hello = hello;
    this.#nonces = { browser: hello.nonce, server: '' };
    socket.on('close', () => this.#answered('gone'));
  }

  get isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN;
  }

  tell(message: ToExtension): void {
    if (this.isOpen) this.#socket.send(JSON.stringify(message));
  }

  close(why: string): void {
    this.#socket.close(1008, why);
  }

  /** Shows that we know the key and asks for the same, with a nonce that was never used before. */
  challenge(key: string): Promise<Offered> {
    this.#answered('gone');
    this.#nonces = { ...this.#nonces, server: randomBytes(32).toString('hex') };
    const proof = prove(key, 'server', this.#nonces);
    const { promise, resolve: answer } = Promise.withResolvers<Offered>();
    this.#asked = { key, answer };
    if (!this.isOpen) this.#answered('gone');
    this.tell({ type: 'challenge', nonce: this.#nonces.server, proof });
    return promise;
  }

  /** The message that a part completes. */
  joined({ text, isLast }: Extract<FromExtension, { type: 'part' }>): FromExtension | undefined {
    this.#parts += text;
    if (this.#parts.length > MOST_JOINED) this.close('too long');
    if (!isLast) return undefined;
    const whole = this.#parts;
    this.#parts = '';
    return readMessage(whole);
  }

  /** What it says while something is asked of it. */
  shows(message: FromExtension): void {
    if (message.type === 'wrong') this.#answered({ left: message.left });
    if (message.type !== 'proof') return;
    const isTrue = this.#asked && isProven(message.proof, this.#asked.key, 'browser', this.#nonces);
    this.#answered(isTrue ? 'fits' : 'gone');
  }

  #answered(offered: Offered): void {
    const asked = this.#asked;
    this.#asked = undefined;
    asked?.answer(offered);
  }
}

/** As of pictures of long pages. */
const MOST_JOINED = 2 ** 28;
const HEX = /^[0-9a-f]{64}$/;
const NAME = /^[\w-]{8,64}$/;

/** A message, if it is one of ours in every part. */
export function readMessage(data: unknown): FromExtension | undefined {
  try {
    const value: unknown = JSON.parse(String(data));
    if (!isFields(value)) return undefined;
    const { type } = value;
    if (type === 'forget' || type === 'alive') return { type };
    if (type === 'seen') return Array.isArray(value.batches) ? { type, batches: value.batches } : undefined;
    if (type === 'handed')
      return isFields(value.handed) && typeof value.handed.id === 'string'
        ? { type, handed: value.handed as Handed }
        : undefined;
    if (type === 'driven')
      return typeof value.group === 'string' ? (value as unknown as FromExtension) : undefined;
    if (type === 'part')
      return typeof value.text === 'string'
        ? { type, text: value.text, isLast: value.isLast === true }
        : undefined;
    if (type === 'wrong') return { type, left: Number(value.left) || 0 };
    if (type === 'proof') return typeof value.proof === 'string' ? { type, proof: value.proof } : undefined;
    return type === 'hello' ? helloOf(value) : undefined;
  } catch {
    return undefined;
  }
}

function helloOf({ protocol, browser, name, nonce, isPairing }: Record<string, unknown>): Hello | undefined {
  if (typeof browser !== 'string' || !NAME.test(browser)) return undefined;
  if (typeof nonce !== 'string' || !HEX.test(nonce)) return undefined;
  if (typeof name !== 'string' || typeof isPairing !== 'boolean') return undefined;
  const shown = name.replaceAll(/[^\w .()-]/g, '').slice(0, 80) || 'a browser';
  return { type: 'hello', protocol: Number(protocol), browser, name: shown, nonce, isPairing };
}

export const speaksOurs = ({ protocol }: Hello) => protocol === EXTENSION_PROTOCOL;
