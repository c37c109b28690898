import { existsSync } from 'node:fs';
import path from 'node:path';
import { fault } from '../../../kernel/fault.ts';
import type { AddOns } from './add-ons.ts';

const scope = '@tesseract.js-data';
const variant = '4.0.0_best_int';

/** The folder with the data of a language for tesseract.js, when it is installed. */
export function languageFolder(code: string, addOns: AddOns): string | undefined {
  const manifest = isCode(code) ? addOns.find(`${packageOf(code)}/package.json`) : undefined;
  const folder = manifest && path.join(path.dirname(manifest), variant);
  return folder && existsSync(path.join(folder, `${code}.traineddata.gz`)) ? folder : undefined;
}

export const packageOf = (code: string) => `${scope}/${code}`;

/** The languages that tesseract.js can read here. */
export function languagesOfTesseractJs(addOns: AddOns): string[] {
  return addOns.list(scope).filter((code) => languageFolder(code, addOns) !== undefined);
}

/** Codes become parts of commands and of file names, so nothing else passes here. */
export function languageCodes(language: string): string[] {
  const codes = language.split('+');
  const wrong = codes.find((code) => !isCode(code));
  if (wrong !== undefined) throw fault('INVALID_OCR_LANGUAGE', { language: wrong });
  return codes;
}

/** Such as `deu`, `chi_sim` or `aze_cyrl`; native data may also lie in a folder, as `script/Latin` does. */
const isCode = (code: string) => /^(?:script\/)?[A-Za-z]{3,12}(?:_[A-Za-z]{2,12}){0,2}$/.test(code);
