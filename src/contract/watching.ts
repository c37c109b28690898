/**
 * What the extension tells of pages that a person lets it watch. Times are milliseconds since the epoch. A page could
 * lie in all that comes from its own world, so the server believes nothing of it beyond that page.
 */

/** What is seen in a document, in the order in which it was; each batch is told until it is said to be kept. */
export interface SeenBatch {
  /** Counts up within one run of the browser; what is kept is told by it. */
  readonly number: number;
  readonly tab: number;
  /** A document, by a name that was made up for it, or the browser's own word of the tab. */
  readonly document: string;
  /** Counts from 1 within the document, so that what comes twice is taken once. */
  readonly part: number;
  /** 0: the main one. */
  readonly frame: number;
  /** Of the frame. */
  readonly url: string;
  /** Seen words, and what the script says that watches actions and vitals. */
  readonly words: readonly unknown[];
}

/** What is typed into secret fields never leaves the page that it is typed in. */
export interface WatchRules {
  readonly testIds: readonly string[];
  readonly secretWords: readonly string[];
  readonly inputValues: boolean;
}

/** What a page's script and the extension's worker say to each other. */
export interface ToWorker extends Pick<SeenBatch, 'document' | 'part' | 'url'> {
  /** In JSON: whoever passes them on need not look at them. */
  readonly words: string;
}
export type FromWorker =
  | { readonly rules: WatchRules }
  | { readonly kept: number }
  /** The page is not to be watched, or no longer. */
  | { readonly isOver: true };

/** So much of a body is told; of a longer one only its length. */
export const MOST_BODY = 2 ** 20;
/** So much is kept while no server is there; the rest is counted. */
export const MOST_KEPT = 10 * 2 ** 20;

/** Text as it is, or bytes in base64; or only how much there was. */
export type SeenBody =
  | { readonly text: string }
  | { readonly base64: string }
  | { readonly length: number; readonly isTooLarge: true };

interface At {
  readonly at: number;
}

/** From the page's own world. */
export type PageSeen =
  | (At & {
      readonly say: 'console';
      readonly api: string;
      readonly args: readonly unknown[];
      readonly isCut: boolean;
      /** As the engine writes it, the innermost call first. */
      readonly stack: string;
    })
  | (At & {
      readonly say: 'exception';
      readonly kind: 'exception' | 'rejection';
      /** The class, when it is an error. */
      readonly name?: string;
      /** An error with its stack, or what else was thrown. */
      readonly text: string;
      readonly value?: unknown;
      readonly url?: string;
      readonly line?: number;
      readonly column?: number;
    })
  | AskedSeen
  | StorageSeen
  | (At & {
      readonly say: 'socket';
      readonly socket: number;
      readonly event: 'created' | 'open' | 'sent' | 'got' | 'failed';
      readonly url?: string;
      readonly body?: SeenBody;
    })
  | (At & {
      readonly say: 'socket';
      readonly socket: number;
      readonly event: 'closed';
      readonly code: number;
      readonly reason: string;
      readonly wasClean: boolean;
    });

/** A page has changed what it keeps in the browser. */
export interface StorageSeen extends At {
  readonly say: 'storage';
  readonly area: 'local' | 'session';
  readonly change: 'set' | 'removed' | 'cleared';
  readonly key?: string;
  /** Its beginning. */
  readonly value?: string;
  readonly size?: number;
}

/** What a script has asked for, told when it has ended, or once it is answered where its end may never come. */
export interface AskedSeen extends At {
  readonly say: 'asked';
  readonly type: 'fetch' | 'xhr' | 'ping' | 'eventsource';
  readonly method: string;
  readonly url: string;
  readonly ms: number;
  readonly status?: number;
  readonly statusText?: string;
  readonly requestBody?: SeenBody;
  readonly requestType?: string;
  readonly responseBody?: SeenBody;
  readonly responseHeaders?: readonly (readonly [string, string])[];
  readonly failure?: string;
  /** It was answered and goes on: the browser tells when it has ended. */
  readonly isUnderWay?: true;
}

/** From the worlds that no page can reach. */
export type OwnSeen =
  /** A document has begun, is shown again, or another address of it. */
  | (At & {
      readonly say: 'document';
      readonly kind: 'begun' | 'restored' | 'same-document';
      readonly reason?: string;
      readonly status?: number;
      readonly mimeType?: string;
    })
  | RequestSeen
  | (At & { readonly say: 'closed' })
  /** So many batches were not kept while no server was there. */
  | (At & { readonly say: 'lost'; readonly count: number });

/** A request as the browser tells of it when it has ended. */
export interface RequestSeen extends At {
  readonly say: 'request';
  readonly id: string;
  readonly type: string;
  readonly method: string;
  readonly url: string;
  readonly ms: number;
  readonly status?: number;
  readonly statusText?: string;
  readonly requestHeaders: readonly (readonly [string, string])[];
  /** Of a form that was sent off. */
  readonly requestBody?: SeenBody;
  readonly responseHeaders?: readonly (readonly [string, string])[];
  readonly isFromCache: boolean;
  readonly ip?: string;
  readonly redirectedTo?: string;
  readonly failure?: string;
}
