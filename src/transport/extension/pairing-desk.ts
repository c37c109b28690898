import { EXTENSION_PATH, type PairedBrowser } from '../../contract/extension.ts';
import { Fault, type FaultCode, fault, faults } from '../../kernel/fault.ts';
import { textWithin } from '../../kernel/text-within.ts';
import { isFields } from '../message.ts';

const ANSWER_MS = 20_000;

/** What a command of ours asks of the server that browsers are paired with. */
export class PairingDesk {
  readonly #base: string;
  readonly #key: string;

  /** `base` is the server's address, without a path. */
  constructor(base: string, key: string) {
    this.#base = base;
    this.#key = key;
  }

  /** Whether it takes our key. */
  isThere(): Promise<boolean> {
    return this.list().then(
      () => true,
      () => false,
    );
  }

  pair(code: string): Promise<PairedBrowser> {
    return this.#ask('POST', 'pair', { code }) as Promise<PairedBrowser>;
  }

  list(): Promise<readonly PairedBrowser[]> {
    return this.#ask('GET', 'browsers') as Promise<readonly PairedBrowser[]>;
  }

  async revoke(id: string): Promise<void> {
    await this.#ask('DELETE', `browsers/${encodeURIComponent(id)}`);
  }

  async #ask(method: string, path: string, body?: object): Promise<unknown> {
    const refused = (why: string, cause?: unknown) =>
      fault('PAIRING_REFUSED', { endpoint: this.#base, why }, cause);
    let response: Response;
    try {
      response = await fetch(`${this.#base}${EXTENSION_PATH}/${path}`, {
        method,
        headers: { authorization: `Bearer ${this.#key}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(ANSWER_MS),
      });
    } catch (cause) {
      throw refused('nobody answers', cause);
    }
    const value: unknown = await textWithin(response)
      .then(JSON.parse)
      .catch(() => undefined);
    if (response.ok) return value;
    if (isFields(value) && isCode(value.code) && isFields(value.data))
      throw new Fault(value.code, value.data);
    throw refused(`it answers ${response.status}`);
  }
}

/** The server is of our own version: what it could not do, it says as we would. */
const isCode = (code: unknown): code is FaultCode => typeof code === 'string' && Object.hasOwn(faults, code);
