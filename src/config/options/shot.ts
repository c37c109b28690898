import { z } from 'zod';
import { option } from '../option.ts';

const group = 'Screenshot';

/** What `sensorium shot` takes. */
export const shotOptions = {
  shotWindow: option({
    schema: z.string().min(1).optional(),
    kind: 'text',
    group,
    placeholder: 'TITLE',
    help: 'Only the window whose title contains this, in any case.',
  }),
  shotMonitor: option({
    schema: z.int().min(0).optional(),
    kind: 'number',
    group,
    placeholder: 'N',
    help: 'Only this monitor; the leftmost is 0.',
  }),
  shotRegion: option({
    schema: z
      .string()
      .regex(/^-?\d+,-?\d+,\d+,\d+$/, 'it takes X,Y,WIDTH,HEIGHT')
      .optional(),
    kind: 'text',
    group,
    placeholder: 'X,Y,W,H',
    help: 'Only this part.',
  }),
  shotDelay: option({
    schema: z.int().min(0).max(600_000).optional(),
    kind: 'number',
    group,
    placeholder: 'MS',
    help: 'Wait so many milliseconds first.',
  }),
  shotOcr: option({
    schema: z.boolean().default(false),
    kind: 'switch',
    group,
    help: 'Print the text that is on it. Without --output or --copy no file is written.',
  }),
  shotRedact: option({
    schema: z.boolean().default(false),
    kind: 'switch',
    group,
    help: 'Cover mail addresses, phone and card numbers, keys and the like.',
  }),
  shotOutput: option({
    schema: z.string().min(1).optional(),
    kind: 'text',
    group,
    placeholder: 'FILE',
    help: 'Write it to this .png, .jpg or .webp file (-o for short). Without it: to the folder of the settings.',
  }),
  shotCopy: option({
    schema: z.boolean().default(false),
    kind: 'switch',
    group,
    help: 'Put it on the clipboard.',
  }),
};
