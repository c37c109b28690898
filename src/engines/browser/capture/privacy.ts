import type { Headers } from '../../../contract/network-data.ts';
import { isSecretName } from './privacy-names.page.ts';

/** What is never recorded. All of it can be set. */
export interface PrivacyRules {
  /** Names of headers, in lower case, whose values are withheld. */
  readonly headers: readonly string[];
  /** Words in a path that mark an endpoint for signing in: bodies to and from it are withheld. */
  readonly authWords: readonly string[];
  /** A field with one of these words in its name holds a secret: in forms, JSON, multipart bodies and queries. */
  readonly secretWords: readonly string[];
  /** Off: no bodies at all, of requests and sockets. */
  readonly bodies: boolean;
  /** Off: what is typed is never recorded, only how long it is. */
  readonly inputValues: boolean;
}

const listed = (words: string) => words.trim().split(/\s+/);

export const DEFAULT_PRIVACY: PrivacyRules = {
  headers: listed(`
    authorization proxy-authorization cookie set-cookie x-auth-token x-api-key x-csrf-token x-xsrf-token api-key
    x-amz-security-token
  `),
  authWords: listed(`
    auth login signin signup token oauth oauth2 session sessions password register apikey api-key sign-in sign-up
    tokens passwords
  `),
  secretWords: listed(`
    password passwd passphrase passcode pwd secret token card creditcard ccnumber ccnum cvv cvc csc ssn otp pin iban
    securitycode onetimecode kennwort passwort
  `),
  bodies: true,
  inputValues: true,
};

const WITHHELD = '[withheld]';
const REDACTED = '[redacted]';

const JSON_FIELD = /"([^"\\]{1,100})"(\s{0,20}:\s{0,20})("(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*)/g;
const MULTIPART_FIELD = /(name="([^"\r\n]{1,100})"(?:\r\n[^\r\n]{1,200})*\r\n\r\n)([\s\S]*?)(?=\r\n--|$)/g;

export class Privacy {
  readonly rules: PrivacyRules;
  readonly #headers: ReadonlySet<string>;
  readonly #authPath: RegExp;

  constructor(rules: Partial<PrivacyRules> = {}) {
    this.rules = { ...DEFAULT_PRIVACY, ...rules };
    this.#headers = new Set(this.rules.headers.map((name) => name.toLowerCase()));
    const words = this.rules.authWords.map((word) => word.replaceAll(/[^\w-]/g, '')).filter(Boolean);
    this.#authPath = words.length
      ? new RegExp(`(?:^|[/_.-])(?:${words.join('|')})(?:[/_.-]|$)`, 'i')
      : /(?!)/;
  }

  /** The headers with their secret values withheld, and the names of those. */
  headers(all: Headers): { readonly headers: Headers; readonly withheld: readonly string[] } {
    const withheld = new Set<string>();
    const headers = all.map(([name, value]): [string, string] => {
      if (!this.#headers.has(name.toLowerCase())) return [name, value];
      withheld.add(name.toLowerCase());
      return [name, WITHHELD];
    });
    return { headers, withheld: [...withheld] };
  }

  isAuthEndpoint(url: string): boolean {
    const path = URL.parse(url)?.pathname ?? url;
    return this.#authPath.test(path);
  }

  isSecretField(name: string): boolean {
    return isSecretName(name, this.rules.secretWords);
  }

  /** The address with secret values of its query taken out. */
  url(url: string): string {
    const query = url.indexOf('?');
    if (query < 0 || !url.includes('=', query)) return url;
    const hash = url.indexOf('#', query);
    const end = hash < 0 ? url.length : hash;
    return url.slice(0, query + 1) + this.#form(url.slice(query + 1, end)) + url.slice(end);
  }

  /** A body with the values of secret fields taken out; the same string when there are none. */
  body(text: string, mimeType: string): string {
    if (mimeType.includes('x-www-form-urlencoded')) return this.#form(text);
    if (mimeType.startsWith('multipart/')) {
      return text.replaceAll(MULTIPART_FIELD, (whole, head: string, name: string) =>
        this.isSecretField(name) ? head + REDACTED : whole,
      );
    }
    // JSON is often sent as text/plain, to go without a preflight.
    if (!/^\s*[[{]/.test(text)) return text;
    return text.replaceAll(JSON_FIELD, (whole, name: string, colon: string) =>
      this.isSecretField(name) ? `"${name}"${colon}"${REDACTED}"` : whole,
    );
  }

  #form(text: string): string {
    return text
      .split('&')
      .map((pair) => {
        const equals = pair.indexOf('=');
        if (equals < 0 || !this.isSecretField(decoded(pair.slice(0, equals)))) return pair;
        return `${pair.slice(0, equals)}=${REDACTED}`;
      })
      .join('&');
  }
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name.replaceAll('+', ' '));
  } catch {
    return name;
  }
}
