/** How well words can be told from what is behind them, as WCAG counts it; undefined where the ground is not known. */
export function contrastOf(styles: Readonly<Record<string, string>>) {
  const ink = colourOf(styles.color);
  const ground = colourOf(styles['background-color']);
  // What shines through, or a picture, is not known from the element alone.
  if (!ink || !ground || ground[3]! < 1 || (styles['background-image'] ?? 'none') !== 'none')
    return undefined;
  const seen = ink.slice(0, 3).map((value, i) => value * ink[3]! + ground[i]! * (1 - ink[3]!));
  const [light, dark] = [luminance(seen), luminance(ground)].toSorted((one, other) => other - one);
  return Math.round(((light! + 0.05) / (dark! + 0.05)) * 100) / 100;
}

function colourOf(text: string | undefined): readonly number[] | undefined {
  const numbers = /^rgba?\(([\d.,\s/%]{1,60})\)$/
    .exec(text ?? '')?.[1]
    ?.match(/[\d.]+/g)
    ?.map(Number);
  return numbers && numbers.length >= 3 ? [...numbers.slice(0, 3), numbers[3] ?? 1] : undefined;
}

function luminance(colour: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = colour.slice(0, 3).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
