import { z } from 'zod';
import { option } from '../option.ts';

const group = 'Screen';

/** How screenshots are read. */
export const screenOptions = {
  ocrEngine: option({
    schema: z.enum(['auto', 'tesseract', 'tesseract.js', 'accurate']).optional(),
    kind: 'text',
    group,
    placeholder: 'NAME',
    help: 'What reads text in pictures: auto, tesseract (the program), tesseract.js, or accurate (PP-OCR, whose packages you add). Without it: as the settings say, else auto.',
  }),
  ocrLanguage: option({
    schema: z.string().min(1).optional(),
    kind: 'text',
    group,
    placeholder: 'CODE',
    help: 'Language of the text in pictures, such as deu or eng+deu. Without it: as the settings say, else eng.',
  }),
};
