import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blackPicture } from '../../engines/screen/compose.ts';
import { MemoryShelf } from '../../engines/screen/shelf/shelf.ts';
import { systemClock } from '../../kernel/clock.ts';
import { OwnScreenshots } from './own-screenshots.ts';

test('sessions of one key share their pictures, another key is told that there are none', async () => {
  const own = new OwnScreenshots({
    shelfOf: () => new MemoryShelf(),
    ocr: () => assert.fail('nothing is read'),
    clock: systemClock(),
    sink: () => {},
  });
  const mine = own.of({ session: 'a', name: 'key 1', cwd: '/' });
  const { info } = await mine.add(blackPicture(2, 1), { mode: 'fullscreen' });
  assert.equal((await own.of({ session: 'b', name: 'key 1', cwd: '/' }).get(info.id)).info.id, info.id);
  const theirs = own.of({ session: 'c', name: 'key 2', cwd: '/' });
  assert.deepEqual(await theirs.shelf.list(9), []);
  // The newest picture is kept as pixels, too.
  await assert.rejects(theirs.get(info.id), { code: 'NO_SUCH_SCREENSHOT' });
});
