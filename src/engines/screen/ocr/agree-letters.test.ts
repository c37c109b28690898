import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agreeOnLetters } from './agree-letters.ts';
import { cutGlyphs } from './cut-glyphs.ts';
import { findLines } from './find-lines.ts';
import { findMarks } from './find-marks.ts';
import { textPicture } from './fixtures/text-picture.ts';
import { joinWords } from './join-words.ts';
import { linePicture } from './line-ocr.ts';
import type { ReadWord } from './line-reader.ts';

const size = 16;

/** Lines of monospaced text as an engine would read them that saw `read` in the place of `text`. */
function lines(texts: readonly { text: string; read?: string }[]) {
  const drawn = texts.map(({ text }, index) => ({ text, x: 10, y: 30 + index * 40, size, mono: true }));
  const picture = textPicture(700, 40 * texts.length + 20, '#fff', drawn);
  const found = findLines(findMarks(picture)).sort((a, b) => a.y - b.y);
  return found.map((line, index) => {
    const { plain, factor, pad } = linePicture(picture, line, 36);
    const { text, read = text } = texts[index]!;
    const pitch = size * 0.602 * factor;
    const start = (10 - line.x + pad) * factor;
    const glyphs = cutGlyphs(plain);
    return { plain, factor, glyphs, words: wordsOf(read, start, pitch), height: line.h };
  });
}

/** `~` marks a letter that was read a second time from the place of the one before it. */
function wordsOf(read: string, start: number, pitch: number): ReadWord[] {
  let column = 0;
  const words: ReadWord[] = [];
  let letters: { text: string; x: number; w: number; confidence: number }[] = [];
  const end = () => {
    const [first, last] = [letters[0], letters.at(-1)];
    if (first && last) {
      const text = letters.map((letter) => letter.text).join('');
      words.push({ text, x: first.x, y: 0, w: last.x + last.w - first.x, h: 30, confidence: 90, letters });
    }
    letters = [];
  };
  for (let index = 0; index < read.length; index++) {
    const isAgain = read[index] === '~';
    if (isAgain) index++;
    else if (index > 0) column++;
    if (read[index] === ' ') end();
    else
      letters.push({
        text: read[index]!,
        x: start + (column + (isAgain ? 0.45 : 0.1)) * pitch,
        w: 0.7 * pitch,
        confidence: isAgain ? 80 : 97,
      });
  }
  end();
  return words;
}

const agreed = (texts: readonly { text: string; read?: string }[]) =>
  agreeOnLetters(lines(texts)).map((words) => words.map(({ text }) => text).join(' '));

const lessons = [
  { text: 'lines of silly total oil' },
  { text: '2050 1000 1101 5010 7701' },
  { text: 'HELLO WORLD FOLLOW OVAL' },
];

test('what numbers and words taught decides in a key', () => {
  const result = agreed([...lessons, { text: 'k7a0b1lO05x', read: 'k7aOb1l0O5x' }]);
  assert.equal(result.at(-1), 'k7a0b1lO05x');
});

test('a letter that was read twice is there once', () => {
  const result = agreed([
    ...lessons,
    { text: 'export tail=i7W2l1f4jr fill', read: 'export tail=i7W~w2l1f4jr fill' },
  ]);
  assert.equal(result.at(-1), 'export tail=i7W2l1f4jr fill');
});

test('words of a language stay as they were read', () => {
  const result = agreed([{ text: '1101 1111 1011' }, { text: 'lill', read: 'Ill' }]);
  assert.equal(result.at(-1), 'Ill');
});

test('the height tells small letters from capitals', () => {
  const result = agreed([
    { text: 'names and measure' },
    { text: 'aB7xXzZ9sSn', read: 'aB7XxZz9SsN'.replace('N', 'n') },
  ]);
  assert.equal(result.at(-1), 'aB7xXzZ9sSn');
});

test('a blank that is not on the screen is taken out, one that is there stays', () => {
  const [line] = lines([{ text: 'export api_key=x7j.i2-l9 tail' }]);
  const { words, plain, glyphs, factor, height } = line!;
  const cut = words.flatMap((word) => {
    if (!word.text.includes('j')) return [word];
    const at = word.text.indexOf('j') + 1;
    const [head, tail] = [word.letters.slice(0, at), word.letters.slice(at)];
    return [head, tail].map((letters) => ({
      ...word,
      letters,
      text: letters.map(({ text }) => text).join(''),
      x: letters[0]!.x,
      w: letters.at(-1)!.x + letters.at(-1)!.w - letters[0]!.x,
    }));
  });
  assert.equal(cut.length, 4);
  const joined = joinWords(cut, { plain, glyphs, height, factor });
  assert.deepEqual(
    joined.map(({ text }) => text),
    ['export', 'api_key=x7j.i2-l9', 'tail'],
  );
});

test('an underscore that was taken for a blank comes back', () => {
  const [line] = lines([{ text: 'export API_KEY=x7 tail', read: 'export API KEY=x7 tail' }]);
  const { words, plain, glyphs, factor, height } = line!;
  const joined = joinWords(words, { plain, glyphs, height, factor });
  assert.deepEqual(
    joined.map(({ text }) => text),
    ['export', 'API_KEY=x7', 'tail'],
  );
});
