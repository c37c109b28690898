/** A picture as pixels. Everything between capture and encoding works on this. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  /** RGBA, row by row, without gaps: `width * height * 4` bytes. */
  readonly pixels: Uint8Array;
}

/** A part of a picture or of the screen, in pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}
