import type { Exchange } from '../decode/follow.ts';
import type { Ends } from './exchange-ledger.ts';

/** With what the thread begins. */
export interface FollowData {
  /** Descriptor sets. */
  readonly grpcSchemas?: readonly Uint8Array[];
}

/** An exchange, and the session whose rule its connection came by. */
export interface Followed {
  readonly exchange: Exchange;
  readonly session: string | undefined;
}

export interface Opened {
  readonly number: number;
  readonly ends: Ends;
  readonly session: string | undefined;
}

/** To the thread. */
export type FollowRequest =
  | {
      readonly parcel: ArrayBuffer;
      readonly used: number;
      /** Connections that are new in it. */
      readonly opened: readonly Opened[];
      readonly now: number;
    }
  | { readonly look: number }
  | { readonly next: true }
  | { readonly ask: number; readonly now: number };

/** From the thread. */
export interface FollowReply {
  /** Read, and free again. */
  readonly parcel?: ArrayBuffer;
  readonly exchanges?: readonly Followed[];
  /** Connections whose bytes are of no use any more. */
  readonly unwanted?: readonly number[];
  /** Another part of it follows when this one has been taken. */
  readonly hasMore?: boolean;
  /** Whether something runs that a later look may have to tell of. */
  readonly isBusy: boolean;
  /** The answer to `ask`. */
  readonly answers?: number;
  readonly running?: readonly Followed[];
}
