/** Character error of the OCR engines on a corpus; fails when a default engine misses its bar. */
import type { OcrChoice } from '../src/engines/screen/ocr/ocr-engine.ts';
import { characterError } from './character-error.ts';
import { makeCorpus } from './corpus/corpus.ts';
import { evaluated, percent, readOptions, say } from './options.ts';
import { pictureOf } from './page-picture.ts';

/** At most this share of the characters may be wrong, in light and in dark themes each. */
const bar = 0.01;

const options = readOptions(process.argv.slice(2));
const engines = options.engines.map((choice) => ({
  choice,
  ocr: evaluated(choice),
  score: newScore(),
}));

interface Sum {
  wrong: number;
  all: number;
  pages: number;
  ms: number;
}

function newScore() {
  const sum = (): Sum => ({ wrong: 0, all: 0, pages: 0, ms: 0 });
  return { light: sum(), dark: sum(), byTemplate: new Map<string, Sum>() };
}

for (const page of await makeCorpus(options)) {
  const picture = await pictureOf(page);
  for (const { choice, ocr, score } of engines) {
    const start = performance.now();
    const { words } = await ocr.read(picture, { language: page.language });
    const ms = performance.now() - start;
    const error = characterError(page.words, words);
    const template = score.byTemplate.get(page.template) ?? { wrong: 0, all: 0, pages: 0, ms: 0 };
    score.byTemplate.set(page.template, template);
    for (const sum of [page.isDark ? score.dark : score.light, template]) {
      sum.wrong += error.wrong;
      sum.all += error.all;
      sum.pages += 1;
      sum.ms += ms;
    }
    if (options.isVerbose) {
      say(`${choice}: ${page.name}: ${percent(error.wrong, error.all)}, ${Math.round(ms)} ms`);
      for (const { truth, read } of error.misread) say(`    ${truth}\n    ${read}`);
    }
  }
}

let isBelow = false;
say(`seed ${options.seed}, ${options.pages} pages, character error (bar ${percent(bar, 1)})`);
for (const { choice, ocr, score } of engines) {
  await ocr.close();
  const { light, dark } = score;
  const seconds = ((light.ms + dark.ms) / 1000 / Math.max(1, light.pages + dark.pages)).toFixed(2);
  say(
    `${label(choice)} light ${percent(light.wrong, light.all)}, dark ${percent(dark.wrong, dark.all)}, ${seconds} s a page`,
  );
  const templates = [...score.byTemplate].map(([name, sum]) => `${name} ${percent(sum.wrong, sum.all)}`);
  say(`${' '.repeat(14)}${templates.join(', ')}`);
  isBelow ||= [light, dark].some(({ wrong, all }) => wrong > bar * all);
}
process.exitCode = isBelow ? 1 : 0;

function label(choice: OcrChoice): string {
  return choice.padEnd(13);
}
