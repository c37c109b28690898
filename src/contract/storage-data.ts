/** What a page keeps in the browser, as the record tells of its changes. */
import { z } from 'zod';
import { place } from './place-data.ts';

/** localStorage, or sessionStorage. */
export const STORAGE_AREAS = ['local', 'session'] as const;
export const STORAGE_CHANGES = ['set', 'removed', 'cleared'] as const;

export const storageData = z.object({
  ...place,
  area: z.enum(STORAGE_AREAS),
  change: z.enum(STORAGE_CHANGES),
  /** Absent where all of it was cleared. */
  key: z.string().optional(),
  /** Its beginning. */
  value: z.string().optional(),
  /** Of the whole value, in characters. */
  size: z.int().optional(),
  /** The name of the key says that the value is a secret. */
  isWithheld: z.literal(true).optional(),
});
