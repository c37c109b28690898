import { decoy, plainDecoy } from './decoys.ts';
import type { Sample } from './entities.ts';
import type { Chance } from './random.ts';

export const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** A private value; the renderer reads its boxes from the page. */
export const hidden = (sample: Sample) => `<span data-pii="${sample.kind}">${escaped(sample.text)}</span>`;

const look = (sample: Sample) => `<span data-decoy="${sample.kind}">${escaped(sample.text)}</span>`;

/** What a template fills its places with: private things with look-alikes between them, or only the latter. */
export class Filler {
  readonly chance: Chance;
  readonly isClean: boolean;

  constructor(chance: Chance, isClean: boolean) {
    this.chance = chance;
    this.isClean = isClean;
  }

  /** The value of something whose name says that it is a secret. */
  secret(make: (chance: Chance) => Sample): string {
    return this.isClean || !this.chance.is(0.7) ? look(plainDecoy(this.chance)) : hidden(make(this.chance));
  }

  /** The value alone, marked. */
  value(make: (chance: Chance) => Sample, share = 0.7): { label: string; html: string } {
    if (this.isClean || !this.chance.is(share)) {
      const sample = decoy(this.chance);
      return { label: sample.label, html: look(sample) };
    }
    const sample = make(this.chance);
    return { label: sample.label, html: hidden(sample) };
  }

  /** "Label: value". */
  labelled(make: (chance: Chance) => Sample, share = 0.7): string {
    const { label, html } = this.value(make, share);
    return `${escaped(label)}: ${html}`;
  }
}
