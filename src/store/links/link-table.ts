import type { Opened } from '../opened.ts';
import { CONFIDENCES, type Link, type LinkKind } from './link.ts';

/** So many are kept; the oldest go first. */
const MOST_LINKS = 500_000;
/** Both databases take so many values in a statement. */
const ROWS_AT_ONCE = 1000;

/** Keeps links; one that is known already gets the new confidence, be it higher or lower. */
export async function putLinks({ backend }: Opened, links: readonly Link[]): Promise<void> {
  const newest = new Map(links.map((link) => [`${link.effect} ${link.cause} ${link.kind}`, link]));
  const rows = [...newest.values()].map(({ confidence, ...link }) => ({
    ...link,
    confidence: CONFIDENCES.indexOf(confidence),
  }));
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE)
    await backend.db
      .insertInto('links')
      .values(rows.slice(start, start + ROWS_AT_ONCE))
      .onConflict((conflict) =>
        conflict
          .columns(['effect', 'cause', 'kind'])
          .doUpdateSet((eb) => ({ confidence: eb.ref('excluded.confidence') })),
      )
      .execute();
}

/** All links from these items, or to them. */
export async function linksOf(
  { backend }: Opened,
  end: 'cause' | 'effect',
  items: readonly number[],
): Promise<Link[]> {
  const found: Link[] = [];
  for (let start = 0; start < items.length; start += ROWS_AT_ONCE) {
    const rows = await backend.db
      .selectFrom('links')
      .selectAll()
      .where(end, 'in', items.slice(start, start + ROWS_AT_ONCE))
      .execute();
    for (const { cause, effect, kind, confidence } of rows)
      found.push({
        cause,
        effect,
        kind: kind as LinkKind,
        confidence: CONFIDENCES[confidence] ?? 'possible',
      });
  }
  return found;
}

export async function forgetOldLinks({ backend: { db } }: Opened, most = MOST_LINKS): Promise<void> {
  const oldest = await db
    .selectFrom('links')
    .select('effect')
    .orderBy('effect', 'desc')
    .offset(most)
    .limit(1)
    .executeTakeFirst();
  if (oldest) await db.deleteFrom('links').where('effect', '<=', oldest.effect).execute();
}
