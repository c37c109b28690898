import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { startSite } from '../../../test/kit/site.ts';
import { telemetryRig } from '../../../test/kit/telemetry-rig.ts';
import type { PagePicture } from '../../kernel/keep-picture.ts';
import { takeScreenshot } from './take-screenshot.ts';

test('the picture of an element is written as it is shown', async (t) => {
  assert.equal(typeof takeScreenshot, 'function');
  const site = await startSite({ '/': '<!doctype html><title>Out</title><em>Outer</em>' });
  t.after(() => site.close());
  const { call } = await telemetryRig(t);
  await call('interact', { action: 'navigate', url: site.url('/') });
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
