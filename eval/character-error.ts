import type { OcrWord } from '../src/engines/screen/ocr/ocr-engine.ts';
import type { TruthWord } from './corpus/read-truth.ts';

export interface CharacterError {
  readonly wrong: number;
  readonly all: number;
  /** The runs that were misread, for looking at. */
  readonly misread: readonly { truth: string; read: string }[];
}

interface Run {
  truth: string;
  words: OcrWord[];
  x: number;
  y: number;
  right: number;
  bottom: number;
}

/**
 * Edits between what stands on the page and what was read, without spaces. Each read word belongs to the run of
 * text under its middle; a word where there is no text counts in full.
 */
export function characterError(truth: readonly TruthWord[], read: readonly OcrWord[]): CharacterError {
  const runs = new Map<number, Run>();
  for (const word of truth) {
    const run = runs.get(word.run) ?? { truth: '', words: [], x: word.x, y: word.y, right: 0, bottom: 0 };
    run.truth += word.text;
    run.x = Math.min(run.x, word.x);
    run.y = Math.min(run.y, word.y);
    run.right = Math.max(run.right, word.x + word.w);
    run.bottom = Math.max(run.bottom, word.y + word.h);
    runs.set(word.run, run);
  }
  let wrong = 0;
  const misread: { truth: string; read: string }[] = [];
  for (const word of read) {
    const run = runAt([...runs.values()], word.x + word.w / 2, word.y + word.h / 2);
    if (run) run.words.push(word);
    else {
      wrong += word.text.length;
      misread.push({ truth: '', read: word.text });
    }
  }
  let all = 0;
  for (const run of runs.values()) {
    const text = run.words
      .toSorted((a, b) => a.x - b.x)
      .map((word) => word.text.replaceAll(/\s/g, ''))
      .join('');
    const edits = distance([...run.truth], [...text]);
    all += run.truth.length;
    wrong += edits;
    if (edits > 0) misread.push({ truth: run.truth, read: text });
  }
  return { wrong, all, misread };
}

/** Runs may touch; the one whose middle is nearest in height has it. */
function runAt(runs: readonly Run[], x: number, y: number): Run | undefined {
  const here = runs.filter(
    (run) => x >= run.x - 4 && x <= run.right + 4 && y >= run.y - 2 && y <= run.bottom + 2,
  );
  const away = (run: Run) => Math.abs((run.y + run.bottom) / 2 - y);
  return here.sort((a, b) => away(a) - away(b))[0];
}

function distance(a: readonly string[], b: readonly string[]): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const swap = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(swap, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[b.length]!;
}
