import { z } from 'zod';
import { option } from '../option.ts';

/** What the telemetry tools may do. */
export const telemetryOptions = {
  pilot: option({
    schema: z.boolean().default(true),
    kind: 'switch',
    group: 'Tools',
    help: 'AI Web Pilot: let agents act on pages. --no-pilot turns it off for good; configure can only turn it off for a while.',
  }),
};
