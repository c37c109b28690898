import { z } from 'zod';
import { STORAGE_AREAS, STORAGE_CHANGES } from '../../../contract/storage-data.ts';
import type { StorageSeen } from '../../../contract/watching.ts';
import type { Place } from './frame-book.ts';
import type { Scene } from './scene.ts';

const text = (most: number) => z.string().transform((words) => words.slice(0, most));

/** It comes from the page's own world, so it is looked at before it is believed. */
export const storageSeen: z.ZodType<StorageSeen, unknown> = z.object({
  say: z.literal('storage'),
  at: z.number(),
  area: z.enum(STORAGE_AREAS),
  change: z.enum(STORAGE_CHANGES),
  key: text(1000).exactOptional(),
  value: text(1000).exactOptional(),
  size: z.int().min(0).exactOptional(),
});

/** A page has changed what it keeps in the browser. */
export function storageChanged(scene: Scene, place: Place, word: StorageSeen): void {
  const { privacy } = scene.host;
  const { area, change, key, value, size } = word;
  const isWithheld = value !== undefined && key !== undefined && privacy.isSecretField(key);
  scene.emit('storage', scene.time.wall(word.at), {
    ...place,
    area,
    change,
    ...(key !== undefined && { key }),
    ...(value !== undefined && !isWithheld && { value: privacy.body(value, 'application/json') }),
    ...(size !== undefined && { size }),
    ...(isWithheld && { isWithheld: true as const }),
  });
}
