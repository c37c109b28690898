/** What is drawn on a picture: kept as marks and never as pixels, so that it can be changed. */

/** A part of a picture, in pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

export const KINDS = [
  'arrow',
  'rect',
  'ellipse',
  'text',
  'blur',
  'redact',
  'step',
  'freehand',
  'highlight',
  'crop',
] as const;
export type Kind = (typeof KINDS)[number];

export interface Point {
  readonly x: number;
  readonly y: number;
}

interface Stroke {
  readonly color: string;
  readonly strokeWidth: number;
  /** 0 to 1. */
  readonly opacity: number;
}

interface Shape extends Stroke {
  readonly box: Box;
  readonly fillColor?: string | undefined;
}

/** One mark on a picture, complete: nothing is left to defaults. All coordinates are those of the full picture. */
export type Annotation =
  | ({ readonly type: 'rect' | 'ellipse' } & Shape)
  | ({ readonly type: 'arrow'; readonly from: Point; readonly to: Point } & Stroke)
  | ({ readonly type: 'freehand'; readonly points: readonly Point[] } & Stroke)
  | {
      readonly type: 'text';
      readonly at: Point;
      readonly text: string;
      readonly color: string;
      readonly fillColor?: string | undefined;
      readonly fontSize: number;
      readonly fontFamily: string;
      readonly opacity: number;
    }
  | {
      readonly type: 'step';
      readonly at: Point;
      readonly label: string;
      readonly color: string;
      readonly size: number;
      readonly opacity: number;
    }
  | { readonly type: 'blur'; readonly box: Box; readonly blockSize: number }
  /** Covers every pixel that it touches; what was there has no say in what is seen. */
  | { readonly type: 'redact'; readonly box: Box; readonly color: string }
  | { readonly type: 'highlight'; readonly box: Box; readonly color: string }
  | { readonly type: 'crop'; readonly box: Box };

/** What a mark gets that does not say it itself. */
export interface AnnotationDefaults {
  readonly strokeColor: string;
  readonly strokeWidth: number;
  readonly fontSize: number;
  readonly fontFamily: string;
  readonly stepColor: string;
  readonly stepSize: number;
  readonly blurRadius: number;
}

export const ANNOTATION_DEFAULTS: AnnotationDefaults = {
  strokeColor: '#FF0000',
  strokeWidth: 2,
  fontSize: 16,
  fontFamily: 'sans-serif',
  stepColor: '#FF0000',
  stepSize: 24,
  blurRadius: 10,
};
