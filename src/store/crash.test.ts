import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { scratch } from '../../test/kit/scratch.ts';
import { systemClock } from '../kernel/clock.ts';
import { silentLog } from '../kernel/log.ts';
import { openStore } from './store.ts';

const WRITER = fileURLToPath(new URL('../../test/kit/crash-writer.ts', import.meta.url));
const KILLS = 50;
const AT_ONCE = 5;
/** Batches that a writer may be ahead of the one that kills it. */
const MORE = 5;

/** Runs a writer until it has acknowledged so many batches, kills it, and says what it had acknowledged. */
async function killedWriter(folder: string, cache: string, name: string, batches: number): Promise<number> {
  const child = spawn(process.execPath, [WRITER, folder, name, String(batches + MORE)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_COMPILE_CACHE: cache },
  });
  const exit = once(child, 'exit');
  let acknowledged = 0;
  let seen = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    acknowledged = Number(line);
    // A little later, at another moment each time: it is in the middle of something else by then.
    if (++seen === batches) setTimeout(() => child.kill('SIGKILL'), (batches * 3) % 8);
  }
  const [, signal] = await exit;
  assert.equal(signal, 'SIGKILL');
  return acknowledged;
}

test(`killed ${KILLS} times under load, the record opens and holds every acknowledged item`, async (t) => {
  const folder = await scratch(t);
  const cache = await scratch(t);
  for (let kills = 0; kills < KILLS; kills += AT_ONCE) {
    const names = Array.from({ length: AT_ONCE }, (_, i) => `writer ${kills + i}`);
    const acknowledged = await Promise.all(
      names.map((name, i) => killedWriter(folder, cache, name, 1 + ((kills + i * 3) % 13))),
    );
    const store = openStore({ folder, clock: systemClock(), log: silentLog });
    try {
      for (const [i, name] of names.entries()) {
        // 25 items a batch, and at most 70 batches of these writers: retention has no reason to take any yet.
        const { items } = await store.page({ session: name, limit: 10_000 });
        const shots = items.filter((item) => item.stream === 'shot');
        const numbers = shots.map(({ data }) => data.width).reverse();
        assert.ok(numbers.length >= (acknowledged[i] ?? Number.NaN), `${name} lost items`);
        assert.deepEqual(
          numbers,
          Array.from(numbers, (_, index) => index + 1),
          `${name} has a gap`,
        );
        assert.ok(await store.getBody(shots[0]!.data.image!), `${name} lost a body`);
      }
    } finally {
      await store.close();
    }
  }
  const db = new DatabaseSync(`${folder}/record.db`);
  t.after(() => db.close());
  assert.deepEqual({ ...db.prepare('pragma integrity_check').get() }, { integrity_check: 'ok' });
  const counts = db.prepare(
    `select (select sum(items) from streams) as said, (select count(*) from items) as items,
      (select count(*) from payloads) as payloads, (select sum(bytes) from streams) as bytes,
      (select sum(bytes) from items) as itemBytes`,
  );
  const { said, items, payloads, bytes, itemBytes } = counts.get() ?? {};
  assert.deepEqual([said, payloads, bytes], [items, items, itemBytes]);
});
