import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Chance } from '../../../../eval/corpus/random.ts';
import { textPicture } from '../ocr/fixtures/text-picture.ts';
import type { OcrResult } from '../ocr/ocr-engine.ts';
import type { Box, Picture } from '../picture.ts';
import { redactPicture } from './redact-picture.ts';

const size = 16;
const [width, height] = [260, 60];
const draw = (text: string, background = '#fff', colour = '#222') =>
  textPicture(width, height, background, [{ text, x: 20, y: 36, size, mono: true, colour }]);

/** The box of the ink, as OCR would give it. */
function inkBox({ pixels }: Picture): Box {
  let [x, y, right, bottom] = [width, height, 0, 0];
  for (let at = 0; at < width * height; at++) {
    if (pixels[at * 4] === pixels[0]) continue;
    x = Math.min(x, at % width);
    right = Math.max(right, at % width);
    y = Math.min(y, Math.floor(at / width));
    bottom = Math.max(bottom, Math.floor(at / width));
  }
  return { x, y, w: right - x + 1, h: bottom - y + 1 };
}

const read = (text: string, picture: Picture): OcrResult => ({
  text,
  words: [{ text, ...inkBox(picture), confidence: 95, line: 0 }],
  language: 'eng',
  engine: 'test',
});

const hidden = async (text: string) => {
  const picture = draw(text);
  // The word list makes anything private, so that every candidate is hidden alike.
  const { picture: result } = await redactPicture(picture, read(text, picture), { words: [text] });
  return result;
};

const difference = (one: Picture, other: Picture, to = width) => {
  let sum = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < to; x++) {
      const at = (y * width + x) * 4;
      sum += Math.abs(one.pixels[at]! - other.pixels[at]!);
    }
  }
  return sum;
};

/** What a person would see who has the redacted picture, the font and the place. */
async function attack(
  seen: Picture,
  length: number,
  redo: (text: string) => Promise<Picture>,
  chance: Chance,
) {
  let known = '';
  for (let at = 0; at < length; at++) {
    const tries = await Promise.all(
      chance.shuffled([...'0123456789']).map(async (digit) => {
        const guess = (known + digit).padEnd(length, '0');
        const to = Math.min(width, Math.floor(20 + (at + 1) * size * 0.602));
        return { digit, away: difference(seen, await redo(guess), to) };
      }),
    );
    known += tries.reduce((best, one) => (one.away < best.away ? one : best)).digit;
  }
  return known;
}

/** The usual mosaic: every block is the mean of what it hides. */
function averaged(picture: Picture, block = 5): Picture {
  const pixels = new Uint8Array(picture.pixels);
  for (let top = 0; top < height; top += block) {
    for (let left = 0; left < width; left += block) {
      let [sum, count] = [0, 0];
      const each = (visit: (at: number) => void) => {
        for (let y = top; y < Math.min(height, top + block); y++)
          for (let x = left; x < Math.min(width, left + block); x++) visit((y * width + x) * 4);
      };
      each((at) => {
        sum += picture.pixels[at]!;
        count++;
      });
      each((at) => {
        pixels[at] = Math.round(sum / count);
      });
    }
  }
  return { ...picture, pixels };
}

describe('what is hidden cannot be computed back', () => {
  const length = 10;
  const secrets = Array.from({ length: 6 }, (_, index) => new Chance(index + 1).digits(length));
  const share = async (redo: (text: string) => Promise<Picture>) => {
    const chance = new Chance(99);
    let right = 0;
    for (const secret of secrets) {
      const guess = await attack(await redo(secret), length, redo, chance);
      right += [...guess].filter((digit, index) => digit === secret[index]).length;
    }
    return right / (secrets.length * length);
  };

  test('the attack works where the fill depends on what it hides', async () => {
    const recovered = await share(async (text) => averaged(draw(text)));
    assert.ok(recovered > 0.8, `${recovered}`);
  });

  test('and gets no more than chance from ours', async () => {
    const recovered = await share(hidden);
    // One in ten by chance; of 60 digits, 0.22 is three standard deviations.
    assert.ok(recovered < 0.22, `${recovered}`);
  });

  test('two secrets in one place give the same picture, byte for byte', async () => {
    assert.deepEqual((await hidden('480593726184')).pixels, (await hidden('438096527084')).pixels);
  });
});

describe('a redacted picture', () => {
  const text = 'anna@example.com';

  test('has the colour around it, in light and in dark, and a label', async () => {
    for (const [background, value] of [
      ['#ffffff', 255],
      ['#101418', 16],
    ] as const) {
      const picture = draw(text, background, background === '#ffffff' ? '#111' : '#eee');
      const { picture: result, detections } = await redactPicture(picture, read(text, picture));
      const [box] = detections;
      assert.equal(box!.type, 'email');
      const inside = [];
      for (let y = box!.y + 1; y < box!.y + box!.h - 1; y++) {
        for (let x = box!.x + 1; x < box!.x + box!.w - 1; x++)
          inside.push(result.pixels[(y * width + x) * 4]!);
      }
      const plain = inside.filter((shade) => shade === value).length / inside.length;
      assert.ok(plain > 0.7 && plain < 1, `${plain} of it has the colour around, the rest is the label`);
      assert.equal(new Set(inside).size, 2);
    }
  });

  test('is untouched outside of the boxes, and the given picture is not changed', async () => {
    const picture = draw(text);
    const before = new Uint8Array(picture.pixels);
    const { picture: result, detections } = await redactPicture(picture, read(text, picture));
    assert.deepEqual(picture.pixels, before);
    const [box] = detections;
    for (let at = 0; at < width * height; at++) {
      const [x, y] = [at % width, Math.floor(at / width)];
      const isInside = x >= box!.x && x < box!.x + box!.w && y >= box!.y && y < box!.y + box!.h;
      if (!isInside) assert.equal(result.pixels[at * 4], before[at * 4]);
    }
    const ink = inkBox(picture);
    assert.ok(box!.x < ink.x && box!.x + box!.w > ink.x + ink.w, 'the whole word is covered');
    assert.ok(box!.y < ink.y && box!.y + box!.h > ink.y + ink.h);
  });

  test('with a mosaic looks blurred, by chance alone', async () => {
    const shown = async (secret: string) => {
      const picture = draw(secret);
      const chance = new Chance(5);
      const options = { words: [secret], style: 'mosaic', random: () => chance.next() } as const;
      return (await redactPicture(picture, read(secret, picture), options)).picture;
    };
    const one = await shown('480593726184');
    assert.deepEqual(one.pixels, (await shown('438096527084')).pixels);
    assert.ok(new Set(one.pixels).size > 8);
  });

  test('with nothing private is the given one, and says what is not looked for', async () => {
    const picture = draw('hello');
    const { picture: result, detections, notCovered } = await redactPicture(picture, read('hello', picture));
    assert.equal(result, picture);
    assert.deepEqual(detections, []);
    assert.match(notCovered, /Names, postal addresses/);
  });

  test('survives boxes at the edge of the picture', async () => {
    const picture = textPicture(100, 14, '#fff', [{ text, x: 0, y: 12, size: 10 }]);
    const words = [{ text, x: 0, y: 0, w: 100, h: 14, confidence: 90, line: 0 }];
    const { detections } = await redactPicture(picture, { text, words, language: 'eng', engine: 'test' });
    const { x, y, w, h } = detections[0]!;
    assert.deepEqual({ x, y, w, h }, { x: 0, y: 0, w: 100, h: 14 });
  });
});
