/** Pages of browsers as they are now, and how a person acts on them: what goes over the app's socket besides rows. */

import { z } from 'zod';
import type { Traffic } from './app-control.ts';
import type { DrawRequest } from './app-drawings.ts';

/** A page that is open now. */
export interface LivePage {
  /** The name of its tab. */
  readonly id: string;
  readonly title: string;
  readonly url: string;
  /** Its browser: the id of an instance, or nothing where it is the usual one. */
  readonly instance?: string;
  readonly context: string;
  /** The client whose page it is, as far as it said its name. */
  readonly agent?: string;
  /** Pictures come as it changes, or are asked for every now and then. */
  readonly isFilmed: boolean;
  /** A call is at work on it. */
  readonly isBusy: boolean;
  /** A person has taken it over. */
  readonly isTaken: boolean;
  /** How many calls wait until it is handed back. */
  readonly waiting: number;
  /** It asks something, and shows nothing else until it is answered. */
  readonly dialog?: { readonly type: string; readonly message: string; readonly proposed: string };
}

/** Something that an agent asks a person for. */
export interface HumanRequest {
  readonly id: string;
  /** In milliseconds since the epoch. */
  readonly time: number;
  readonly agent?: string;
  readonly ask: string;
  /** The page that it is about. */
  readonly page?: string;
}

const place = { x: z.number(), y: z.number() };
const button = z.enum(['left', 'middle', 'right']);

/** One thing that a person does with a page. Places are CSS pixels of the page. */
const personAct = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('move'), ...place }),
  z.object({ kind: z.enum(['down', 'up']), ...place, button, clicks: z.int().min(0).max(3) }),
  z.object({ kind: z.literal('wheel'), ...place, dx: z.number(), dy: z.number() }),
  z.object({ kind: z.enum(['keydown', 'keyup']), key: z.string().min(1).max(40) }),
  z.object({ kind: z.literal('text'), text: z.string().max(100_000) }),
]);
export type PersonAct = z.output<typeof personAct>;

/** What is to be seen: small pictures of all pages, one page in full, both or nothing. */
const look = z.object({ all: z.boolean(), page: z.string().optional() });
export type Look = z.output<typeof look>;

const words = z.string().max(4000);

/** What the page of the app says on its socket, besides which rows it wants. */
export const liveWord = z.union([
  z.object({ look }),
  z.object({ act: personAct, page: z.string() }),
  z.object({ takeOver: z.string() }),
  z.object({ handBack: z.string(), note: words }),
  z.object({ dialog: z.string(), accept: z.boolean(), text: words.optional() }),
  z.object({ reply: z.string(), text: words, isRefused: z.boolean() }),
  z.object({ traffic: z.boolean() }),
]);
export type LiveWord = z.output<typeof liveWord>;

/** What it hears, besides rows and pictures. */
export type LiveNews =
  | { readonly pages: readonly LivePage[] }
  | { readonly requests: readonly HumanRequest[] }
  | { readonly drawings: readonly DrawRequest[] }
  | { readonly traffic: Traffic };

/** What stands before a picture: four bytes with the length of this as JSON, this, and the picture. */
export interface FrameHead {
  readonly page: string;
  /** In full, or one of many small ones. */
  readonly isWhole: boolean;
  /** Of the page in it, in CSS pixels. */
  readonly width: number;
  readonly height: number;
}
