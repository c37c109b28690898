import { z } from 'zod';
import { hostName, option } from '../option.ts';

/** How traffic is captured. */
export const wireOptions = {
  flushMillis: option({
    schema: z.int().min(1).max(3_600_000).default(2000),
    kind: 'number',
    group: 'Wire',
    placeholder: 'MS',
    help: 'How often captured traffic is written out.',
  }),
  filenameFormat: option({
    schema: z.string().min(1).default('rawprox_%Y-%m-%d-%H.ndjson'),
    kind: 'text',
    group: 'Wire',
    placeholder: 'FORMAT',
    help: 'strftime pattern of log files; a new file begins when it gives a new name.',
  }),
  onOverload: option({
    schema: z.enum(['slow', 'drop']).default('slow'),
    kind: 'text',
    group: 'Wire',
    placeholder: 'slow|drop',
    help: 'When the disk cannot keep up: slow the sender down, or drop from the log with a counted gap.',
  }),
  wireHost: option({
    schema: hostName.default('localhost'),
    kind: 'text',
    group: 'Wire',
    placeholder: 'HOST',
    help: 'Address on which port rules listen.',
  }),
};
