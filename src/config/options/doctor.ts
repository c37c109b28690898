import { z } from 'zod';
import { option } from '../option.ts';

/** How `sensorium doctor` answers. */
export const doctorOptions = {
  json: option({
    schema: z.boolean().default(false),
    kind: 'switch',
    group: 'Output',
    help: 'Print JSON instead of a table.',
  }),
};
