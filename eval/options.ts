import { parseArgs } from 'node:util';
import { addOnFolder, stateFolder } from '../src/config/folders.ts';
import { makeOcr } from '../src/engines/screen/ocr/make-ocr.ts';
import { OCR_CHOICES, type Ocr, type OcrChoice } from '../src/engines/screen/ocr/ocr-engine.ts';

/** No recognizer and no constant was chosen by looking at this one. */
export const heldOutSeed = 52_067;

export interface EvalOptions {
  readonly seed: number;
  readonly pages: number;
  readonly only: string | undefined;
  readonly engines: readonly OcrChoice[];
  readonly isVerbose: boolean;
}

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
    const choice = OCR_CHOICES.find((one) => one === name);
    if (!choice) throw new Error(`There is no engine "${name}"; there are ${OCR_CHOICES.join(', ')}.`);
    return choice;
  });
  const { only, verbose } = values;
  return { seed: Number(values.seed), pages: Number(values.pages), only, engines, isVerbose: verbose };
}

/** With the packages that the product would find here too. */
export function evaluated(engine: OcrChoice): Ocr {
  return makeOcr({ engine, addOns: addOnFolder(stateFolder(undefined, process.env)) });
}

export const percent = (part: number, whole: number) => `${((100 * part) / Math.max(1, whole)).toFixed(2)} %`;

export function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
