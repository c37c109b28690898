import { row } from './row.ts';

/** The record. */
export const recordFaults = {
  STORE_UNAVAILABLE: row<{ store: string; why: string }>(
    'world',
    (d) => `The record at ${d.store} cannot be used: ${d.why}.`,
    'Check that it can be reached, or leave --store out to keep the record in the state folder.',
  ),
  STORE_TOO_NEW: row<{ store: string; found: number; known: number }>(
    'state',
    (d) => `The record at ${d.store} has format ${d.found}; this version knows formats up to ${d.known}.`,
    'Use the newer version that wrote it, or name another folder with --state-dir.',
  ),
  INVALID_CURSOR: row<{ cursor: string }>(
    'input',
    (d) => `"${d.cursor}" is not a cursor.`,
    'Give a cursor as an earlier answer returned it in its metadata, <time>:<sequence>.',
  ),
  CURSOR_EXPIRED: row<{ cursor: string; oldest: string | null }>(
    'state',
    (d) =>
      `The cursor ${d.cursor} points at items that are no longer kept${d.oldest ? `; the oldest left is ${d.oldest}` : ''}.`,
    'Call again without the cursor, or with restart_on_eviction: true to go on from the oldest item left.',
  ),
};
