/** One record of all browsers of the product: the usual one and those of the pool. */
import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import { test } from 'node:test';
import { startPages } from '../kit/pages.ts';
import { scratch } from '../kit/scratch.ts';
import { type ServerProcess, startServer } from '../kit/start-server.ts';
import { verifies } from '../requirements/verifies.ts';

const LIMIT_MS = 90_000;
const ARGS = ['--standalone', '--headless', '--isolated', '--rate-limit', '0'];

async function data(server: ServerProcess, name: string, args: Record<string, unknown>) {
  const { result } = await server.call(name, args, LIMIT_MS);
  const [first] = result.content as { text: string }[];
  assert.notEqual(result.isError, true, first?.text);
  return result.structuredContent ?? JSON.parse(first?.text ?? '');
}

const observe = (server: ServerProcess, what: string, more: object = {}) =>
  data(server, 'observe', { what, ...more });

const savedVideos = (server: ServerProcess, more: object = {}) => observe(server, 'saved_videos', more);

const LISTS = { logs: 'logs', errors: 'errors', timeline: 'entries', error_bundles: 'bundles' };

/** Every list works, and tells of the line that the page of an instance wrote. */
async function assertTold(server: ServerProcess, instanceId: string, more: object = {}): Promise<void> {
  for (const [what, field] of Object.entries(LISTS)) {
    const listed = await observe(server, what, more);
    const told = listed[field].filter((entry: object) => JSON.stringify(entry).includes('from the pool'));
    assert.ok(told.length > 0, `${what}: ${JSON.stringify(listed)}`);
    assert.ok(JSON.stringify(told).includes(instanceId), `${what} names the instance`);
    assert.equal(listed.metadata.unreadable_count, undefined);
  }
}

test('what a page of a pool instance writes is in every list, after a restart too', async (t) => {
  const pages = await startPages();
  t.after(() => pages.close());
  const home = await scratch(t);
  const first = await startServer(t, 'sensorium', ARGS, { home });
  await first.initialize();
  const { instanceId } = await data(first, 'browser_instance', { action: 'new', url: pages.url('/') });
  await first.call('browser_evaluate', { function: '() => console.error("from the pool")' }, LIMIT_MS);
  await assertTold(first, instanceId);
  const requests = (await observe(first, 'network_bodies')).entries;
  assert.ok(requests.some(({ url }: { url: string }) => url === pages.url('/')));
  await first.stop();
  const second = await startServer(t, 'sensorium', ARGS, { home });
  await second.initialize();
  await assertTold(second, instanceId, { scope: 'folder' });
});

verifies('gasoline: observe saved_videos', 'saved_videos: real videos with length and size', async (t) => {
  const pages = await startPages();
  t.after(() => pages.close());
  const server = await startServer(t, 'sensorium', [...ARGS, '--caps', 'devtools']);
  await server.initialize();
  assert.deepEqual((await savedVideos(server)).recordings, []);
  await server.call('browser_navigate', { url: pages.url('/') }, LIMIT_MS);
  await server.call('browser_start_video', {}, LIMIT_MS);
  await server.call('browser_navigate', { url: pages.url('/form.html') }, LIMIT_MS);
  await server.call('browser_stop_video', { filename: 'checkout.webm' }, LIMIT_MS);
  const { recordings, total, storage_used_bytes } = await savedVideos(server, { url: 'CHECK' });
  const [video] = recordings;
  const { size } = await stat(video.path);
  assert.deepEqual([total, recordings.length, video.name], [1, 1, 'checkout']);
  assert.deepEqual([video.size_bytes, storage_used_bytes, video.url], [size, size, pages.url('/form.html')]);
  assert.ok(video.duration_seconds > 0 && video.frames > 0 && size > 100, JSON.stringify(video));
  assert.deepEqual((await savedVideos(server, { url: 'elsewhere' })).recordings, []);
  await server.call('interact', { action: 'record_start', name: 'walk' }, LIMIT_MS);
  await server.call('browser_navigate', { url: pages.url('/') }, LIMIT_MS);
  await server.call('interact', { action: 'record_stop' }, LIMIT_MS);
  const [walk] = (await savedVideos(server, { url: 'walk' })).recordings;
  assert.deepEqual([walk.name, walk.truncated], ['walk', undefined]);
  // As the browser has it: later ones make films by themselves.
  assert.match(walk.format, /^(mp4|webm)$/);
  assert.equal((await stat(walk.path)).size, walk.size_bytes);
  assert.match(await readFile(walk.chapters, 'utf8'), /Navigate to: /);
});
