import { z } from 'zod';
import { offSwitch, option } from '../option.ts';

/** How screenshots are read. */
export const screenOptions = {
  ocrEngine: option('Screen', {
    schema: z.enum(['auto', 'tesseract', 'tesseract.js', 'accurate']).optional(),
    placeholder: 'NAME',
    help: 'What reads text in pictures: auto, tesseract (the program), tesseract.js, or accurate (PP-OCR, whose packages you add). Without it: as the settings say, else auto.',
  }),
  ocrLanguage: option('Screen', {
    schema: z.string().min(1).optional(),
    placeholder: 'CODE',
    help: 'Language of the text in pictures, such as deu or eng+deu. Without it: as the settings say, else eng.',
  }),
};

/** What `sensorium shot` takes. */
export const shotOptions = {
  shotWindow: option('Screenshot', {
    schema: z.string().min(1).optional(),
    placeholder: 'TITLE',
    help: 'Only the window whose title contains this, in any case.',
  }),
  shotMonitor: option('Screenshot', {
    schema: z.int().min(0).optional(),
    placeholder: 'N',
    help: 'Only this monitor; the leftmost is 0.',
  }),
  shotRegion: option('Screenshot', {
    schema: z
      .string()
      .regex(/^-?\d+,-?\d+,\d+,\d+$/, 'it takes X,Y,WIDTH,HEIGHT')
      .optional(),
    placeholder: 'X,Y,W,H',
    help: 'Only this part.',
  }),
  shotDelay: option('Screenshot', {
    schema: z.int().min(0).max(600_000).optional(),
    placeholder: 'MS',
    help: 'Wait so many milliseconds first.',
  }),
  shotOcr: option('Screenshot', {
    schema: z.boolean().default(false),
    help: 'Print the text that is on it. Without --output or --copy no file is written.',
  }),
  shotRedact: offSwitch('Screenshot', 'Cover mail addresses, phone and card numbers, keys and the like.'),
  shotOutput: option('Screenshot', {
    schema: z.string().min(1).optional(),
    placeholder: 'FILE',
    help: 'Write it to this .png, .jpg or .webp file (-o for short). Without it: to the folder of the settings.',
  }),
  shotCopy: offSwitch('Screenshot', 'Put it on the clipboard.'),
  shotEdit: offSwitch('Screenshot', 'Open it in the editor of the web app; “sensorium app” must run.'),
};
