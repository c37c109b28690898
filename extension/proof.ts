import { proofText } from '../src/contract/extension.ts';

export interface Nonces {
  readonly browser: string;
  readonly server: string;
}

/** Shows that a side knows the code or the secret, without telling it. */
export async function prove(key: string, side: 'browser' | 'server', nonces: Nonces): Promise<string> {
  const bytes = (words: string) => new TextEncoder().encode(words);
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const made = await crypto.subtle.importKey('raw', bytes(key), algorithm, false, ['sign']);
  const text = proofText(side, nonces.browser, nonces.server);
  return hex(new Uint8Array(await crypto.subtle.sign('HMAC', made, bytes(text))));
}

export const newNonce = () => hex(crypto.getRandomValues(new Uint8Array(32)));

/** Six digits, each as likely as any other. */
export function newCode(): string {
  const most = 4_294_000_000; // a multiple of a million
  for (;;) {
    const [drawn = 0] = crypto.getRandomValues(new Uint32Array(1));
    if (drawn < most) return String(drawn % 1_000_000).padStart(6, '0');
  }
}

const hex = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
