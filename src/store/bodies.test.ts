import assert from 'node:assert/strict';
import { readdir, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { embeddedRecord, onEveryRecord, seen } from '../../test/kit/record.ts';
import { scratch } from '../../test/kit/scratch.ts';
import { BodyFiles, blobName } from './bodies.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (content: Uint8Array | undefined) => content && new TextDecoder().decode(content);

async function filesUnder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}

await onEveryRecord((newRecord) => {
  test('a body comes back as it was, also after a restart', async (t) => {
    const open = await newRecord(t);
    const first = open();
    const content = Uint8Array.from({ length: 256 }, (_, i) => i);
    const ref = await first.putBody(content);
    assert.deepEqual(ref, { blob: blobName(content), length: 256, stored: 256 });
    await first.close();
    assert.deepEqual(new Uint8Array((await open().getBody(ref)) ?? []), content);
  });

  test('a long body is cut, and its length is kept', async (t) => {
    const store = (await newRecord(t))({ bodyLimit: 5 });
    const ref = await store.putBody('0123456789');
    assert.deepEqual([ref.length, ref.stored, text(await store.getBody(ref))], [10, 5, '01234']);
    const whole = await store.putBody('0123456789', Number.POSITIVE_INFINITY);
    assert.deepEqual([whole.stored, text(await store.getBody(whole))], [10, '0123456789']);
  });

  test('an empty body is a body', async (t) => {
    const store = (await newRecord(t))();
    const ref = await store.putBody('');
    assert.deepEqual([ref.length, (await store.getBody(ref))?.length], [0, 0]);
  });

  test('a body that is not there is undefined, and so is a name that is none', async (t) => {
    const store = (await newRecord(t))();
    assert.equal(await store.getBody({ blob: 'a'.repeat(64) }), undefined);
    assert.equal(await store.getBody({ blob: '../../record.db' }), undefined);
  });
});

test('the same body is kept once, in a file for the owner only', async (t) => {
  const open = await embeddedRecord(t);
  const store = open();
  await Promise.all([store.putBody('same'), store.putBody('same'), store.putBody('same')]);
  await store.putBody('other');
  const folder = path.join(path.dirname((await store.health()).place), 'blobs');
  const files = await filesUnder(folder);
  assert.equal(files.length, 2);
  for (const file of files) {
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    assert.equal((await stat(path.dirname(file))).mode & 0o777, 0o700);
  }
});

test('a file with the wrong content is no body', async (t) => {
  const store = (await embeddedRecord(t))();
  const ref = await store.putBody('right');
  const folder = path.join(path.dirname((await store.health()).place), 'blobs');
  const [file] = await filesUnder(folder);
  await writeFile(file ?? '', 'wrong');
  assert.equal(await store.getBody(ref), undefined);
});

test('bodies go with the last item or document that refers to them, after a time of grace', async (t) => {
  const store = (await embeddedRecord(t))({ retention: { items: 1 } });
  const [evicted, shared, kept, fresh] = await Promise.all(
    ['evicted', 'shared', 'kept', 'fresh'].map((word) => store.putBody(word)),
  );
  assert.ok(evicted && shared && kept && fresh);
  const folder = path.join(path.dirname((await store.health()).place), 'blobs');
  const anHourAgo = Date.now() / 1000 - 3600;
  for (const file of await filesUnder(folder)) {
    if (!file.endsWith(fresh.blob)) await utimes(file, anHourAgo, anHourAgo);
  }
  store.sink(seen({ data: { request: { body: evicted }, response: { body: shared } } }));
  store.sink(seen({ data: { body: shared } }));
  await store.documents('shots').put('one', { picture: kept });
  await store.flush();
  await store.sweep();
  const left = await Promise.all([evicted, shared, kept, fresh].map((ref) => store.getBody(ref)));
  assert.deepEqual(left.map(text), [undefined, 'shared', 'kept', 'fresh']);
  await store.documents('shots').delete('one');
  await store.sweep();
  assert.equal(await store.getBody(kept), undefined);
});

test('a body that is written again while it is being swept stays', async (t) => {
  const folder = await scratch(t);
  const files = new BodyFiles(folder);
  const content = bytes('contested');
  const blob = blobName(content);
  await files.write(blob, content);
  const [file] = await filesUnder(folder);
  await utimes(file ?? '', 1, 1);
  const removed = await files.sweep(Date.now() - 60_000, async (blobs) => {
    // Another process comes across the same body just after it was found unused.
    await new BodyFiles(folder).write(blob, content);
    return blobs;
  });
  assert.equal(removed, 0);
  assert.equal(text(await files.read(blob)), 'contested');
});

test('what a killed process has left half written is swept away', async (t) => {
  const folder = await scratch(t);
  const files = new BodyFiles(folder);
  const blob = blobName(bytes('x'));
  await files.write(blob, bytes('x'));
  const [file] = await filesUnder(folder);
  await writeFile(`${file}.new_1`, 'half');
  await utimes(`${file}.new_1`, 1, 1);
  await files.sweep(Date.now() - 60_000, async () => []);
  assert.deepEqual(await filesUnder(folder), [file]);
});

test('a body that cannot be written fails nobody and is said', async (t) => {
  const open = await embeddedRecord(t);
  const store = open();
  await store.open();
  const { place } = await store.health();
  await writeFile(path.join(path.dirname(place), 'blobs'), 'in the way');
  const ref = await store.putBody('homeless');
  assert.deepEqual([ref.length, ref.stored], [8, 0]);
  assert.match((await store.health()).bodyProblem ?? '', /ENOTDIR|EEXIST/);
});
