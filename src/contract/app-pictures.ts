/** Pictures of the shelf, as the web app's editor asks for them. */
import type { Annotation } from './picture-marks.ts';

export interface PictureRow {
  readonly id: string;
  /** ISO. */
  readonly time: string;
  readonly width: number;
  readonly height: number;
  /** Of what: browser, fullscreen, window, redacted, … */
  readonly mode: string;
  readonly title?: string;
  /** How many marks are on it. */
  readonly marks: number;
}

export interface PicturesAnswer {
  /** Newest first. */
  readonly pictures: readonly PictureRow[];
}

export interface PictureAnswer {
  readonly picture: PictureRow;
  readonly marks: readonly Annotation[];
  /** Whether marks are remembered here. */
  readonly isKept: boolean;
}

export interface HiddenAnswer {
  /** Covers for what is private; none where nothing was found. */
  readonly marks: readonly Annotation[];
  /** What is not looked for. */
  readonly notCovered: string;
}

export const EXPORTS = ['png', 'jpeg', 'webp', 'svg'] as const;
export type ExportFormat = (typeof EXPORTS)[number];

/** Marks as tools take them: flat. */
export type GivenMark = Readonly<Record<string, unknown>>;
