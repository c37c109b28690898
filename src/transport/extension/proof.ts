import { createHmac, timingSafeEqual } from 'node:crypto';
import { proofText } from '../../contract/extension.ts';

/** What both sides sign anew on every connection. */
export interface Nonces {
  readonly browser: string;
  readonly server: string;
}

/** Shows that a side knows the code or the secret, without telling it. */
export function prove(key: string, side: 'browser' | 'server', { browser, server }: Nonces): string {
  return createHmac('sha256', key)
    .update(proofText(side, browser, server))
    .digest('hex');
}

export function isProven(given: string, key: string, side: 'browser' | 'server', nonces: Nonces): boolean {
  const [one, other] = [given, prove(key, side, nonces)].map((hex) => Buffer.from(hex));
  return one!.length === other!.length && timingSafeEqual(one!, other!);
}
