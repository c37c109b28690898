import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Clock } from '../kernel/clock.ts';
import { blobsIn } from './item-row.ts';
import type { Tables } from './schema.ts';

/** Asks the database; what goes wrong there is said in the words of the store. */
type Ask = <T>(question: (db: Kysely<Tables>) => Promise<T>) => Promise<T>;

/** Small JSON documents by key: settings, saved states, rules, snapshots. They are kept until deleted. */
export class Documents {
  readonly #namespace: string;
  readonly #ask: Ask;
  readonly #clock: Clock;

  constructor(namespace: string, ask: Ask, clock: Clock) {
    this.#namespace = namespace;
    this.#ask = ask;
    this.#clock = clock;
  }

  async put(key: string, value: unknown): Promise<void> {
    const json = JSON.stringify(value) ?? 'null';
    const namespace = this.#namespace;
    const row = { value: json, updated: this.#clock.micros() };
    await this.#ask((db) =>
      db.transaction().execute(async (trx) => {
        await trx
          .insertInto('documents')
          .values({ namespace, key, ...row })
          .onConflict((conflict) => conflict.columns(['namespace', 'key']).doUpdateSet(row))
          .execute();
        await this.#forgetBlobs(trx, key);
        const blobs = blobsIn(json).blobs.map((blob) => ({ namespace, key, blob }));
        if (blobs.length > 0) await trx.insertInto('document_blobs').values(blobs).execute();
      }),
    );
  }

  async get<T = unknown>(key: string): Promise<T | undefined> {
    const row = await this.#ask((db) =>
      db
        .selectFrom('documents')
        .select('value')
        .where('namespace', '=', this.#namespace)
        .where('key', '=', key)
        .executeTakeFirst(),
    );
    return row && JSON.parse(row.value);
  }

  /** What there is, by key; times are microseconds since the epoch. */
  async list() {
    const rows = await this.#ask((db) =>
      db
        .selectFrom('documents')
        .select(['key', 'updated', (eb) => eb.fn<number>('octet_length', ['value']).as('bytes')])
        .where('namespace', '=', this.#namespace)
        .execute(),
    );
    // Sorted here: the two databases do not agree on the order of letters.
    return rows.sort((a, b) => (a.key < b.key ? -1 : 1));
  }

  /** Every value, the one that was written last at the end. */
  async values<T>(): Promise<readonly { readonly updated: number; readonly value: T }[]> {
    const rows = await this.#ask((db) =>
      db
        .selectFrom('documents')
        .select(['updated', 'value'])
        .where('namespace', '=', this.#namespace)
        .orderBy('updated')
        .execute(),
    );
    return rows.map(({ updated, value }) => ({ updated, value: JSON.parse(value) }));
  }

  /** Whether there was one. */
  async delete(key: string): Promise<boolean> {
    return this.#ask((db) =>
      db.transaction().execute(async (trx) => {
        await this.#forgetBlobs(trx, key);
        const { numDeletedRows } = await trx
          .deleteFrom('documents')
          .where('namespace', '=', this.#namespace)
          .where('key', '=', key)
          .executeTakeFirst();
        return numDeletedRows > 0n;
      }),
    );
  }

  async #forgetBlobs(db: Kysely<Tables>, key: string): Promise<void> {
    await db
      .deleteFrom('document_blobs')
      .where('namespace', '=', this.#namespace)
      .where('key', '=', key)
      .execute();
  }
}

/** What is kept of a video beside its file. */
const savedVideo = z.object({
  name: z.string(),
  path: z.string(),
  /** The page that it shows, as it was at the end. */
  url: z.string(),
  /** ISO time of its end. */
  created_at: z.string(),
  duration_seconds: z.number(),
  size_bytes: z.int(),
  resolution: z.string(),
  format: z.enum(['webm', 'mp4', 'mkv']),
  frames: z.int(),
  /** The page or its browser went away while it ran. */
  truncated: z.literal(true).optional(),
  /** WebVTT files beside it: what was done when, and captions that are not in the picture. */
  chapters: z.string().optional(),
  captions: z.string().optional(),
  tab_id: z.string(),
  instance: z.string(),
  /** Whose page it shows. */
  session: z.string().optional(),
});
type SavedVideo = z.infer<typeof savedVideo>;

/** The videos that were written, in the order of time. What is written and what is listed is one shape. */
export class Videos {
  readonly #documents: Documents;

  constructor(documents: Documents) {
    this.#documents = documents;
  }

  /** A file that was written again is one video. */
  async save(video: SavedVideo): Promise<void> {
    await this.#documents.put(video.path, video);
  }

  /** The files that came to lie beside a video. */
  async amend(path: string, beside: Pick<SavedVideo, 'chapters' | 'captions'>): Promise<void> {
    const { data } = savedVideo.safeParse(await this.#documents.get(path));
    if (data) await this.save({ ...data, ...beside });
  }

  async list(): Promise<readonly { readonly time: number; readonly video: SavedVideo }[]> {
    return (await this.#documents.values()).flatMap(({ updated, value }) => {
      const { data } = savedVideo.safeParse(value);
      return data ? [{ time: updated, video: data }] : [];
    });
  }
}
