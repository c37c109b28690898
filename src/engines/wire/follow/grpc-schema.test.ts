import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { descriptorSet } from '../../../../test/kit/descriptor-set.ts';
import { scratch } from '../../../../test/kit/scratch.ts';
import { readerBySchema } from './grpc-schema.ts';
import { loadSchemas } from './load-schemas.ts';

test('messages by their schema, in both directions', () => {
  const read = readerBySchema([descriptorSet()]);
  const bytes = Uint8Array.of(10, 3, 65, 100, 97, 16, 2);
  assert.equal(read('/shop.Cart/Add', 'request', bytes), '{"user_name":"Ada","count":2}');
  assert.equal(read('/shop.Cart/Add', 'response', Uint8Array.of(10, 2, 111, 107)), '{"user_name":"ok"}');
  assert.equal(read('/shop.Cart/Other', 'request', bytes), undefined);
  assert.equal(read('/elsewhere.Cart/Add', 'request', bytes), undefined);
  assert.equal(read('/shop.Cart/Add', 'request', Uint8Array.of(10, 200)), undefined);
});

test('files that are none are refused with what they should be', async (t) => {
  const folder = await scratch(t);
  const good = join(folder, 'shop.pb');
  await writeFile(good, descriptorSet());
  assert.equal((await loadSchemas([good])).length, 1);
  const bad = join(folder, 'shop.proto');
  await writeFile(bad, 'syntax = "proto3";');
  await assert.rejects(loadSchemas([bad]), /shop\.proto cannot be used: .*descriptor_set_out/);
  await assert.rejects(loadSchemas([join(folder, 'none.pb')]), /ENOENT/);
});
