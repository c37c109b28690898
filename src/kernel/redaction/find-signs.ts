import { DIGIT, KIND } from './characters.ts';
import { azureSecretEnd, passwordHashEnd } from './odd-keys.ts';
import { PasswordOptions } from './password-options.ts';
import { PrivateKeys } from './private-keys.ts';
import { CODES, type Find, type TextWindow } from './text-window.ts';
import { UrlPassword } from './url-password.ts';

const [DOLLAR, DASH, SLASH, COLON, CAPITAL_B, CAPITAL_Q] = [36, 45, 47, 58, 66, 81];
/** Of a secret of Azure so many characters stand before its third sign. */
const BEFORE_WAVE = 5;

/** Whether a secret may begin at a sign outside of words, or stand around it. */
export function mayBeginAtSign(code: number, at: number): boolean {
  if (code === COLON) return CODES[at + 1] === SLASH && CODES[at + 2] === SLASH;
  if (code === DASH) return true;
  if (code === DOLLAR) return KIND[CODES[at + 1]!] !== 0;
  return CODES[at - 1] === CAPITAL_Q && KIND[CODES[at - 2]!] === DIGIT;
}

/** Secrets that begin with a sign: passwords of addresses, private keys, options of commands, hashes. */
export class SignFinder {
  readonly #window: TextWindow;
  readonly #options: PasswordOptions;
  readonly #privateKeys: PrivateKeys;
  readonly #url = new UrlPassword();

  constructor(window: TextWindow) {
    this.#window = window;
    this.#options = new PasswordOptions(window);
    this.#privateKeys = new PrivateKeys(window);
  }

  shift(by: number): void {
    this.#options.shift(by);
  }

  secretAt(code: number, at: number, done: number): Find | undefined {
    const window = this.#window;
    if (code === COLON) {
      const url = this.#url;
      return url.read(at + 3) ? window.found('url-password', url.from, url.to) : undefined;
    }
    if (code === DASH) {
      if (CODES[at + 1] === DASH && CODES[at + 5] === CAPITAL_B)
        return this.#upTo('private-key', at, this.#privateKeys.endOf(at));
      const end = this.#options.valueEnd(at);
      return this.#upTo('password', this.#options.from, end);
    }
    if (code === DOLLAR) return this.#upTo('password-hash', at, passwordHashEnd(window, at));
    const from = at - BEFORE_WAVE;
    return from >= done ? this.#upTo('vendor-key', from, azureSecretEnd(from)) : undefined;
  }

  #upTo(name: string, from: number, to: number): Find | undefined {
    return to > 0 ? this.#window.found(name, from, to) : undefined;
  }
}
