import type { Glyph } from './cut-glyphs.ts';

/** How far two pictures of one letter may differ, as the mean of all pixels. */
const likeness = 12;

/** Pictures of one letter: on a screen the same letter of the same font looks the same everywhere. */
export class Shape {
  readonly sample: Glyph;
  readonly #votes = new Map<string, number>();

  constructor(sample: Glyph) {
    this.sample = sample;
  }

  vote(letter: string, weight: number): void {
    this.#votes.set(letter, (this.#votes.get(letter) ?? 0) + weight);
  }

  /** The letter on which the readings agree. */
  letter(): string | undefined {
    let [best, most, all] = ['', 0, 0];
    for (const [letter, weight] of this.#votes) {
      all += weight;
      if (weight > most) [best, most] = [letter, weight];
    }
    return most >= 2.5 && most >= 0.7 * all ? best : undefined;
  }
}

/** All the shapes on a picture. */
export class ShapeBook {
  readonly #bySize = new Map<number, Shape[]>();

  /** The shape of a glyph; one that looks like no other begins a new one. */
  shapeOf(glyph: Glyph): Shape {
    const size = glyph.width * 1000 + glyph.height;
    const known = this.#bySize.get(size) ?? [];
    this.#bySize.set(size, known);
    const same = known.find(({ sample }) => isAlike(sample, glyph));
    if (same) return same;
    const shape = new Shape(glyph);
    known.push(shape);
    return shape;
  }
}

function isAlike(one: Glyph, other: Glyph): boolean {
  const limit = likeness * one.pixels.length;
  let sum = 0;
  for (let i = 0; i < one.pixels.length; i++) {
    sum += Math.abs(one.pixels[i]! - other.pixels[i]!);
    if (sum > limit) return false;
  }
  return true;
}
