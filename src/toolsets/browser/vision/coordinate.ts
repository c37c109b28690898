import { z } from 'zod';

/** CSS pixels from the left or top edge of the viewport. */
export const coordinate = z.number().min(0).max(100_000);
export const mouseButton = z.enum(['left', 'right', 'middle']).optional();
