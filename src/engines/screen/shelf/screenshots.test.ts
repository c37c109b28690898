import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Evidence } from '../../../contract/evidence.ts';
import { systemClock } from '../../../kernel/clock.ts';
import { blackPicture } from '../compose.ts';
import { encodePicture } from '../encode-picture.ts';
import type { Ocr } from '../ocr/ocr-engine.ts';
import { Screenshots } from './screenshots.ts';
import { MemoryShelf } from './shelf.ts';

function make(most?: number) {
  const evidence: Evidence[] = [];
  const read: string[] = [];
  const ocr: Ocr = {
    async read(picture, { language }) {
      read.push(`${picture.width} ${language}`);
      return { text: `read as ${language}`, words: [], language, engine: 'counting' };
    },
    async close() {},
  };
  const screenshots = new Screenshots({
    shelf: new MemoryShelf(most),
    ocr: async () => ocr,
    clock: systemClock(),
    sink: (seen) => evidence.push(seen),
  });
  return { screenshots, evidence, read };
}

test('a screenshot has an id, a time, its size and its mode', async () => {
  const { screenshots, evidence } = make();
  const { info } = await screenshots.add(blackPicture(30, 20), {
    mode: 'window',
    title: 'Notes',
    session: 's1',
  });
  assert.match(info.id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.ok(Math.abs(Date.parse(info.timestamp) - Date.now()) < 5000);
  assert.deepEqual([info.width, info.height, info.mode, info.title], [30, 20, 'window', 'Notes']);
  assert.deepEqual(
    [evidence[0]!.stream, evidence[0]!.source, evidence[0]!.where],
    ['shot', 'screen', { session: 's1' }],
  );
  assert.equal((evidence[0]!.data as { id?: string }).id, info.id);
});

test('at most fifty are kept in memory, newest first, oldest out', async () => {
  const { screenshots } = make();
  const ids: string[] = [];
  for (let i = 1; i <= 53; i++)
    ids.push((await screenshots.add(blackPicture(i, 1), { mode: 'fullscreen' })).info.id);
  const listed = await screenshots.shelf.list(1000);
  assert.deepEqual(
    listed.map(({ width }) => width),
    Array.from({ length: 50 }, (_, i) => 53 - i),
  );
  assert.equal((await screenshots.shelf.list(3)).length, 3);
  await assert.rejects(screenshots.get(ids[2]!), {
    code: 'NO_SUCH_SCREENSHOT',
    message: `Screenshot not found: ${ids[2]}.`,
  });
  assert.equal((await screenshots.get(ids[3]!)).picture.width, 4);
});

test('pixels come back, also of one that is no longer the newest', async () => {
  const { screenshots } = make();
  const picture = blackPicture(3, 2);
  picture.pixels.set([10, 20, 30, 255], 8);
  const { info } = await screenshots.add(picture, { mode: 'fullscreen' });
  await screenshots.add(blackPicture(1, 1), { mode: 'fullscreen' });
  assert.deepEqual([...(await screenshots.get(info.id)).picture.pixels], [...picture.pixels]);
});

test("a browser's file becomes one of them", async () => {
  for (const format of ['jpeg', 'png'] as const) {
    const { screenshots, evidence } = make();
    const { bytes } = await encodePicture(blackPicture(12, 9), { format });
    const where = { instance: 'b1', page: 'p1' };
    const info = await screenshots.addFile(bytes, { mode: 'browser', title: 'Home', where });
    assert.deepEqual([info.width, info.height, info.mode], [12, 9, 'browser']);
    assert.deepEqual([evidence[0]!.source, evidence[0]!.where], ['browser', where]);
    const { picture } = await screenshots.get(info.id);
    assert.deepEqual(picture, { ...blackPicture(12, 9), pixels: picture.pixels });
    assert.ok(picture.pixels.every((value, at) => value === (at % 4 === 3 ? 255 : 0)));
  }
});

test('what is no picture is refused', async () => {
  const { screenshots } = make();
  const { bytes } = await encodePicture(blackPicture(12, 9));
  for (const file of [Buffer.from('?'), bytes.subarray(0, 30), bytes.subarray(0, 8)]) {
    await assert.rejects(screenshots.addFile(file, { mode: 'browser' }), { code: 'PICTURE_UNREADABLE' });
  }
});

test('of a file only the pixels are kept', async () => {
  const { screenshots } = make();
  const { bytes } = await encodePicture(blackPicture(12, 9));
  const words = Buffer.from('tEXtComment\0where it was taken');
  const length = Buffer.alloc(4);
  length.writeUInt32BE(words.length - 4);
  // Behind the header of the file and its first chunk.
  const file = Buffer.concat([bytes.subarray(0, 33), length, words, Buffer.alloc(4), bytes.subarray(33)]);
  const { id } = await screenshots.addFile(file, { mode: 'browser' });
  const kept = Buffer.from((await screenshots.shelf.png(id)) ?? []);
  assert.ok(!kept.includes('where it was taken'));
  assert.equal((await screenshots.get(id)).picture.width, 12);
});

test('a screenshot is read once for each language', async () => {
  const { screenshots, read } = make();
  const shot = await screenshots.add(blackPicture(5, 5), { mode: 'fullscreen' });
  for (const language of ['eng', 'eng', 'deu', 'eng']) {
    assert.equal((await screenshots.read(shot, { language })).text, `read as ${language}`);
  }
  assert.deepEqual(read, ['5 eng', '5 deu']);
});

test('in memory, marks are not kept', async () => {
  const { screenshots } = make();
  const { info } = await screenshots.add(blackPicture(5, 5), { mode: 'fullscreen' });
  await screenshots.addAnnotations(info.id, [{ type: 'step', x: 1, y: 1 }]);
  assert.deepEqual(
    [screenshots.shelf.keepsAnnotations, await screenshots.shelf.annotations(info.id)],
    [false, []],
  );
});
