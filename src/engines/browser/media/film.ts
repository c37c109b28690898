/** What takes the pictures of a video while it runs. */

export type VideoFormat = 'webm' | 'mp4' | 'mkv';

export interface VideoSize {
  readonly width: number;
  readonly height: number;
}

export interface Film {
  /** What its file will be, unless its browser dies. */
  readonly format: VideoFormat;
  /** How many pictures there are so far, where that is known. */
  readonly frames: number;
  /** Nothing is added any more; a page or browser that is gone has been seen up to there. */
  end(): Promise<Developed>;
  /** Gives back what it took on the disk, also after its end. */
  discard(): Promise<void>;
}

/** A film that has ended, ready to be written down. */
export interface Developed extends VideoSize {
  readonly format: VideoFormat;
  /** Milliseconds. */
  readonly duration: number;
  readonly frames: number;
  readonly content: Uint8Array | AsyncIterable<Uint8Array>;
}
