import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { scratch } from '../../../test/kit/scratch.ts';
import { systemClock } from '../../kernel/clock.ts';
import { silentLog } from '../../kernel/log.ts';
import { documentsOf } from '../../store/own-documents.ts';
import { openStore, type Store } from '../../store/store.ts';
import { StoreShelf } from './store-shelf.ts';

async function open(t: TestContext, folder: string) {
  const store = openStore({ folder, clock: systemClock(), log: silentLog });
  t.after(() => store.close());
  return store;
}

const shelfOn = (store: Store, most?: number, name = 'own user') =>
  new StoreShelf(store, documentsOf(store, { name, cwd: '/' }), most);

const info = (id: string, second: number) => ({
  id,
  width: 2,
  height: 1,
  mode: 'fullscreen',
  timestamp: `2026-01-01T00:00:${String(second).padStart(2, '0')}.000000Z`,
});

const words = { text: 'hello', words: [], language: 'eng', engine: 'x' };

test('everything is there again after a restart', async (t) => {
  const folder = await scratch(t);
  const first = await open(t, folder);
  const shelf = shelfOn(first);
  const png = Buffer.alloc(3 * 2 ** 20, 7);
  const { image } = (await shelf.put(info('a', 1), png)) as { image: { length: number; stored: number } };
  assert.deepEqual([image.length, image.stored], [png.length, png.length]);
  await shelf.put(info('b', 2), Buffer.from('two'));
  await shelf.putOcr('a', 'eng', words);
  await shelf.putOcr('a', 'deu', { ...words, text: 'hallo' });
  await shelf.putAnnotations('a', [{ type: 'step', x: 1, y: 1 }]);
  await first.close();

  const again = shelfOn(await open(t, folder));
  assert.deepEqual(await again.list(10), [info('b', 2), info('a', 1)]);
  assert.deepEqual(await again.list(1), [info('b', 2)]);
  assert.deepEqual(Buffer.from((await again.png('a'))!), png);
  assert.deepEqual(
    [(await again.ocr('a', 'eng'))?.text, (await again.ocr('a', 'deu'))?.text],
    ['hello', 'hallo'],
  );
  assert.equal(await again.ocr('b', 'eng'), undefined);
  assert.deepEqual(await again.annotations('a'), [{ type: 'step', x: 1, y: 1 }]);
  assert.deepEqual(
    [await again.info('c'), await again.png('c'), await again.annotations('b')],
    [undefined, undefined, []],
  );
});

test('the oldest goes with all that belongs to it', async (t) => {
  const store = await open(t, await scratch(t));
  const shelf = shelfOn(store, 2);
  await shelf.put(info('a', 1), Buffer.from('one'));
  await shelf.putOcr('a', 'eng', words);
  await shelf.put(info('b', 2), Buffer.from('two'));
  await shelf.put(info('c', 3), Buffer.from('three'));
  assert.deepEqual(
    (await shelf.list(9)).map(({ id }) => id),
    ['c', 'b'],
  );
  assert.deepEqual([await shelf.png('a'), await shelf.ocr('a', 'eng')], [undefined, undefined]);
});

test('another server on the same record is seen', async (t) => {
  const store = await open(t, await scratch(t));
  const [one, other] = [shelfOn(store), shelfOn(store)];
  await one.put(info('a', 1), Buffer.from('one'));
  assert.deepEqual(
    (await other.list(9)).map(({ id }) => id),
    ['a'],
  );
});

test('each key has a shelf of its own, with its own limit', async (t) => {
  const store = await open(t, await scratch(t));
  const [mine, theirs] = [shelfOn(store, 2, 'key 1'), shelfOn(store, 2, 'key 2')];
  await mine.put(info('a', 1), Buffer.from('one'));
  for (const [id, second] of Object.entries({ b: 2, c: 3, d: 4 }))
    await theirs.put(info(id, second), Buffer.from(id));
  assert.deepEqual(await mine.list(9), [info('a', 1)], 'another key pushes nothing out');
  assert.deepEqual(
    [await theirs.info('a'), await theirs.png('a'), await mine.info('d')],
    [undefined, undefined, undefined],
  );
});
