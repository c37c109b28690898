/** Where `{"time":"YYYY-MM-DDTHH:MM:SS.` stands in the arena; both encoders read it there. */
export const PREFIX_AT = 64;
export const PREFIX_LENGTH = 29;
/** The first address that is free for slots and blocks; below lie the prefix and the table of the encoder. */
export const ARENA_START = 1024 * 1024;
/** An encoder may write this far behind a record. */
export const SLACK = 32;

/** Writes data records within one arena of memory; all arguments but `micros` are addresses and lengths. */
export interface Encoder {
  readonly kind: 'wasm' | 'javascript';
  readonly bytes: Buffer;
  /** Writes one whole record at `out` and gives the address behind it. */
  record(
    out: number,
    micros: number,
    head: number,
    headLength: number,
    tail: number,
    tailLength: number,
    from: number,
    length: number,
  ): number;
}
