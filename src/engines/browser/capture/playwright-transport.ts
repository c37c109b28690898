import type { Browser } from 'playwright-core';
import { insideOf } from '../launch/playwright-inside.ts';

/** What goes between Playwright and a Chromium, as far as it matters here. */
export interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly sessionId?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

export interface Transport {
  send(message: Message): void;
  onmessage?: ((message: Message) => void) | undefined;
}

/**
 * What Playwright speaks to the browser through, where it runs in this process. It has no public name: undefined
 * where a later version has it elsewhere.
 */
export function transportOf(browser: Browser): Transport | undefined {
  const inside = insideOf(browser) as
    | { readonly _connection?: { readonly _transport?: Transport } }
    | undefined;
  return inside?._connection?._transport;
}
