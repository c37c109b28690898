/** Recall and precision of redaction, on perfect text and on what OCR reads; fails when a bar is missed. */
import type { OcrResult } from '../src/engines/screen/ocr/ocr-engine.ts';
import { redactPicture } from '../src/engines/screen/pii/redact-picture.ts';
import { makeCorpus, type Page } from './corpus/corpus.ts';
import { evaluated, percent, readOptions, say } from './options.ts';
import { pictureOf } from './page-picture.ts';
import { RedactionScore } from './redaction-score.ts';

const bars = { perfect: { recall: 0.99, precision: 0.98 }, read: { recall: 0.97, precision: 0 } };

const options = readOptions(process.argv.slice(2));
const sources = [
  { name: 'perfect text', bar: bars.perfect, score: new RedactionScore(), ocr: undefined },
  ...options.engines.map((engine) => ({
    name: engine,
    bar: bars.read,
    score: new RedactionScore(),
    ocr: evaluated(engine),
  })),
];

for (const page of await makeCorpus(options)) {
  const picture = await pictureOf(page);
  for (const { ocr, score } of sources) {
    const text = ocr ? await ocr.read(picture, { language: page.language }) : perfectText(page);
    const { detections } = await redactPicture(picture, text);
    score.add(page, detections);
  }
}

let isBelow = false;
say(`seed ${options.seed}, ${options.pages} pages`);
for (const { name, bar, score, ocr } of sources) {
  await ocr?.close();
  const { hidden, found, right, leaking, pages, alarmed, clean } = score;
  say(
    `${name.padEnd(13)} recall ${percent(hidden, score.private)} of ${score.private}, precision ${percent(right, found)}, pages with a leak ${leaking} of ${pages}, clean pages with an alarm ${alarmed} of ${clean}`,
  );
  const missed = [...score.missed].map(([kind, count]) => `${kind} ${count}`);
  if (missed.length > 0) say(`${' '.repeat(14)}missed: ${missed.join(', ')}`);
  if (options.isVerbose) for (const note of score.notes) say(`    ${note}`);
  isBelow ||= hidden < bar.recall * score.private || right < bar.precision * found || alarmed > 0;
}
process.exitCode = isBelow ? 1 : 0;

/** As an engine without fault would read it: the boxes of the letters, not of the lines. */
function perfectText({ words, language }: Page): OcrResult {
  const read = words.map(({ text, x, y, w, h, run }) => {
    return { text, x, y: y + 0.15 * h, w, h: 0.7 * h, confidence: 100, line: run };
  });
  return { text: '', words: read, language, engine: 'none' };
}
