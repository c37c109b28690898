/** Where bytes go on to: the next disturbance, or the socket. */
export interface Outlet {
  push(bytes: Buffer): void;
  end(): void;
}

/** What a disturbance can do and know. */
export interface DisturbanceContext {
  /** Changes when disturbances before or behind are added or removed. */
  readonly next: Outlet;
  /** Milliseconds that only go forward. */
  readonly now: () => number;
  /** From 0 to 1. */
  readonly random: () => number;
  /** Ends the connection in good order: what has been passed on arrives. */
  close(why: string): void;
  /** Ends it with a reset to both sides. */
  reset(why: string): void;
  /** Bytes that will never be passed on. */
  discard(count: number): void;
}

/** A toxic at work on one direction of one connection. */
export interface Disturbance extends Outlet {
  /** Passes on at once all that is held: the toxic is being removed. */
  flush(): void;
  /** The connection is over. */
  stop(): void;
}
