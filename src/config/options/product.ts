import { z } from 'zod';
import { option } from '../option.ts';

/** What only the whole product takes. */
export const productOptions = {
  toolsets: option({
    schema: z.array(z.string().min(1)).optional(),
    kind: 'list',
    group: 'Tools',
    placeholder: 'NAMES',
    help: 'Offer only these toolsets.',
  }),
  captureMb: option({
    schema: z.int().min(1).max(10_000_000).default(4096),
    kind: 'number',
    group: 'Wire',
    placeholder: 'MB',
    help: 'How much captured traffic is kept in the state folder; the oldest files go first.',
  }),
};
