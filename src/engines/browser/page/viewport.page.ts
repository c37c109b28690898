export interface Screen {
  /** Pixels of the screen for one CSS pixel. */
  readonly ratio: number;
  readonly width: number;
  readonly height: number;
  /** As DevTools calls them. */
  readonly orientation: 'portraitPrimary' | 'portraitSecondary' | 'landscapePrimary' | 'landscapeSecondary';
  readonly angle: number;
}

export function screenNow(): Screen {
  const { type, angle } = screen.orientation;
  return {
    ratio: devicePixelRatio,
    width: screen.width,
    height: screen.height,
    orientation: type.replace(/-(.)/, (_, letter: string) => letter.toUpperCase()) as Screen['orientation'],
    angle,
  };
}
