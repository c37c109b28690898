/**
 * What the browser extension and the server say to each other on their socket. Nonces, proofs and secrets are hex.
 * Without schemas: the extension loads nothing that it does not need, and each side checks by hand what it is told.
 */

import type { DriveCommand, Driven } from './driving.ts';
import type { Handed, ShownAnswer } from './handing.ts';
import type { SeenBatch, WatchRules } from './watching.ts';

/** Fixed by the key in the extension's manifest. */
export const EXTENSION_ID = 'chiabcpdnmnjlpogffobfilhkknlbckk';
export const EXTENSION_ORIGIN = `chrome-extension://${EXTENSION_ID}`;
/** Firefox makes up an origin for each profile. */
const FIREFOX_ORIGIN = /^moz-extension:\/\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
export const isExtensionOrigin = (origin: string): boolean =>
  origin === EXTENSION_ORIGIN || FIREFOX_ORIGIN.test(origin);
export const EXTENSION_PATH = '/extension';
/** Where the extension looks for the server, one after the other, unless a person names a port. */
export const EXTENSION_PORTS: readonly number[] = [7700, 7701, 7702];
/** Both sides must speak the same. */
export const EXTENSION_PROTOCOL = 1;

/** A code that was missed so often is good no longer. */
export const MOST_WRONG_CODES = 5;

/** Each side signs both nonces under its own name, so that no proof is good twice or for the other side. */
export const proofText = (side: 'browser' | 'server', browserNonce: string, serverNonce: string) =>
  `sensorium ${EXTENSION_PROTOCOL} ${side} ${browserNonce} ${serverNonce}`;

export type FromExtension =
  | {
      readonly type: 'hello';
      readonly protocol: number;
      /** Of the profile in which the extension runs; made up by it. */
      readonly browser: string;
      /** For people: Chrome 150 on Linux. */
      readonly name: string;
      readonly nonce: string;
      /** It shows a code and waits for a person to tell it to the server; else it shares a secret with it. */
      readonly isPairing: boolean;
    }
  /** By the code while pairing, by the secret after that. */
  | { readonly type: 'proof'; readonly proof: string }
  /** What the server proved to know is not the code. */
  | { readonly type: 'wrong'; readonly left: number }
  /** The person ended the pairing. */
  | { readonly type: 'forget' }
  /** Keeps the extension's worker awake, and shows that the server is. */
  | { readonly type: 'alive' }
  | { readonly type: 'seen'; readonly batches: readonly SeenBatch[] }
  /** Told until it is taken. */
  | { readonly type: 'handed'; readonly handed: Handed }
  | Driven
  /** A piece of a message that is too long for one: what was driven answers with pictures and documents. */
  | { readonly type: 'part'; readonly text: string; readonly isLast: boolean };

/** A longer message comes in parts of this length. */
export const LONGEST_MESSAGE = 2 ** 20;

export type ToExtension =
  /** It has heard of the pairing, and waits for the code. */
  | { readonly type: 'waiting' }
  /** It knows the code, or the secret; now the extension must show the same. */
  | { readonly type: 'challenge'; readonly nonce: string; readonly proof: string }
  | { readonly type: 'paired'; readonly secret: string }
  /** Without rules no record is kept, and nothing of pages is wanted. */
  | {
      readonly type: 'welcome';
      readonly version: string;
      readonly rules?: WatchRules;
      /** The web app is on the same port. */
      readonly hasApp: boolean;
    }
  /** All batches up to that number are in the record, or in good hands. */
  | { readonly type: 'kept'; readonly upTo: number }
  /** Agents can see what was handed to them; or why they never will. */
  | { readonly type: 'taken'; readonly id: string; readonly why?: string }
  /** For the person who has shown it. */
  | { readonly type: 'answered'; readonly answer: ShownAnswer }
  /** It shares no secret with this browser, or no longer. */
  | { readonly type: 'unknown' }
  | { readonly type: 'refused'; readonly why: string }
  | { readonly type: 'alive' }
  | DriveCommand;

/** A browser that is paired, as people are told of it. */
export interface PairedBrowser {
  readonly id: string;
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly since: number;
  readonly isConnected: boolean;
}
