/** In pixels of the screen, as far as videos go. */
export function windowSize(): { readonly width: number; readonly height: number } {
  const MOST = 4096;
  const inScreen = (length: number) => Math.min(MOST, Math.max(16, Math.round(length * devicePixelRatio)));
  return { width: inScreen(innerWidth), height: inScreen(innerHeight) };
}
