import type { Kysely } from 'kysely';
import type { BodyStore } from './body-store.ts';
import type { Tables } from './schema.ts';

const STEP = 500;

/** Bodies in the database: whoever shares the record has its bodies too, on whatever machine. */
export class BodyTable implements BodyStore {
  readonly #db: Kysely<Tables>;

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  async write(blob: string, content: Uint8Array): Promise<void> {
    const used = Date.now();
    const { numUpdatedRows } = await this.#db
      .updateTable('bodies')
      .set({ used })
      .where('blob', '=', blob)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) return;
    await this.#db
      .insertInto('bodies')
      .values({ blob, used, content })
      .onConflict((conflict) => conflict.column('blob').doUpdateSet({ used }))
      .execute();
  }

  async read(blob: string): Promise<Uint8Array | undefined> {
    const row = await this.#db
      .selectFrom('bodies')
      .select('content')
      .where('blob', '=', blob)
      .executeTakeFirst();
    return row?.content;
  }

  async sweep(
    before: number,
    unreferenced: (blobs: readonly string[]) => Promise<readonly string[]>,
  ): Promise<number> {
    let removed = 0;
    for (let last = ''; ; ) {
      const rows = await this.#db
        .selectFrom('bodies')
        .select('blob')
        .where('used', '<', before)
        .where('blob', '>', last)
        .orderBy('blob')
        .limit(STEP)
        .execute();
      const end = rows.at(-1);
      if (!end) return removed;
      last = end.blob;
      const blobs = await unreferenced(rows.map((row) => row.blob));
      if (blobs.length === 0) continue;
      // `used` once more: a body that was written again meanwhile stays.
      const { numDeletedRows } = await this.#db
        .deleteFrom('bodies')
        .where('blob', 'in', blobs)
        .where('used', '<', before)
        .executeTakeFirst();
      removed += Number(numDeletedRows);
    }
  }
}
