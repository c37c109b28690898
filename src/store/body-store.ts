import { createHash } from 'node:crypto';

/** A body by reference. In an item's data it is this object; that is how the store knows who needs the body. */
export interface BodyRef {
  /** SHA-256 of what is stored, in hex. */
  readonly blob: string;
  /** How long the body really was. */
  readonly length: number;
  /** How much of it is kept; less than `length` when it was cut, 0 when it could not be written. */
  readonly stored: number;
}

/** Where bodies lie. Nobody needs to count references: what nothing refers to any more is swept. */
export interface BodyStore {
  /** Writes the body unless it is there; marks it as used now in either case. */
  write(blob: string, content: Uint8Array): Promise<void>;
  read(blob: string): Promise<Uint8Array | undefined>;
  /** Removes bodies that were last written before `before` (milliseconds) and that nothing refers to. */
  sweep(
    before: number,
    unreferenced: (blobs: readonly string[]) => Promise<readonly string[]>,
  ): Promise<number>;
}

export const BLOB_NAME = /^[0-9a-f]{64}$/;

export function blobName(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
