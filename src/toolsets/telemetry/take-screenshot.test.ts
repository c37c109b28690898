import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { startSite } from '../../../test/kit/site.ts';
import { telemetryRig } from '../../../test/kit/telemetry-rig.ts';
import type { PagePicture } from '../../kernel/keep-picture.ts';
import { locate } from './locate.ts';
import { takeScreenshot } from './take-screenshot.ts';

const FRAME = '<!doctype html><title>In</title><b>Both</b><i>Inner</i>';

test('an element is found in one frame only, and its picture is written as it is shown', async (t) => {
  assert.equal(typeof takeScreenshot, 'function');
  const site = await startSite({
    '/': '<!doctype html><title>Out</title><em>Outer</em><iframe src="/in" name="a"></iframe><iframe src="/in" name="b"></iframe>',
    '/in': FRAME,
  });
  t.after(() => site.close());
  const { call, engine } = await telemetryRig(t);
  await call('interact', { action: 'navigate', url: site.url('/') });
  const tab = await engine.tab();
  assert.equal((await locate(tab, 'em')).frame, undefined);
  await assert.rejects(locate(tab, 'text=Inner'), /in frames 0, 1/);
  assert.equal((await locate(tab, 'text=Inner', 'b')).frame, 1);
  assert.equal((await locate(tab, 'i', 'iframe[name=a]')).frame, 0);
  await assert.rejects(locate(tab, 'i', 7), /Frame 7 of 2/);
  await assert.rejects(
    locate(tab, '!!'),
    (error: Error & { code?: string }) => error.code === 'INVALID_LOCATOR',
  );
  const { data, result } = await call('observe', { what: 'screenshot', selector: 'em' });
  const shown = result.content.find((block) => block.type === 'image');
  assert.ok(shown?.type === 'image');
  assert.deepEqual(await readFile(data.path), Buffer.from(shown.data, 'base64'));
});

test('a picture that is kept is named by its id, and told to the record by whoever keeps it', async (t) => {
  const site = await startSite({ '/': '<!doctype html><title>Out</title><em>Outer</em>' });
  t.after(() => site.close());
  const kept: PagePicture[] = [];
  const rig = await telemetryRig(t, {
    keepPicture: async (picture) => {
      kept.push(picture);
      return 'id-of-it';
    },
  });
  const told: string[] = [];
  rig.hub.watch(({ stream }) => told.push(stream));
  await rig.call('interact', { action: 'navigate', url: site.url('/') });
  const { data } = await rig.call('observe', { what: 'screenshot' });
  assert.equal(data.screenshot_id, 'id-of-it');
  const [picture] = kept;
  assert.deepEqual(Buffer.from(picture!.bytes), await readFile(data.path));
  assert.deepEqual(picture!.seen, { url: site.url('/'), path: data.path, mimeType: 'image/png' });
  assert.equal(picture!.where.page, data.tab_id);
  assert.ok(!told.includes('shot'), told.join(', '));
});
