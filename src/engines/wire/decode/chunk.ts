/** Which way bytes went: up is from the client to the target, down is back. */
export type Direction = 'up' | 'down';

export const oppositeOf = (direction: Direction): Direction => (direction === 'up' ? 'down' : 'up');

/** Bytes as one read gave them, from the log or live. Time is in microseconds since the epoch. */
export interface Chunk {
  readonly time: number;
  readonly direction: Direction;
  readonly bytes: Uint8Array;
}
