import { parseArgs } from 'node:util';
import type { OcrChoice } from '../src/engines/screen/ocr/make-ocr.ts';

/** No recognizer and no constant was chosen by looking at this one. */
export const heldOutSeed = 90_210;

export interface EvalOptions {
  readonly seed: number;
  readonly pages: number;
  readonly only: string | undefined;
  readonly engines: readonly OcrChoice[];
  readonly isVerbose: boolean;
}

const choices: readonly OcrChoice[] = ['auto', 'tesseract', 'tesseract.js', 'accurate'];

export function readOptions(argv: readonly string[]): EvalOptions {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      seed: { type: 'string', default: String(heldOutSeed) },
      pages: { type: 'string', default: '52' },
      only: { type: 'string' },
      engine: { type: 'string', multiple: true, default: ['tesseract', 'tesseract.js'] },
      verbose: { type: 'boolean', default: false },
    },
  });
  const engines = values.engine.map((name) => {
    const choice = choices.find((one) => one === name);
    if (!choice) throw new Error(`There is no engine "${name}"; there are ${choices.join(', ')}.`);
    return choice;
  });
  const { only, verbose } = values;
  return { seed: Number(values.seed), pages: Number(values.pages), only, engines, isVerbose: verbose };
}

export const percent = (part: number, whole: number) => `${((100 * part) / Math.max(1, whole)).toFixed(2)} %`;

export function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
