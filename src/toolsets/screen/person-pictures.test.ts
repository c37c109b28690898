import assert from 'node:assert/strict';
import { test } from 'node:test';
import { appRig } from '../../../test/kit/app-rig.ts';
import { decodePicture } from '../../engines/screen/encode-picture.ts';

const paper = { width: 60, height: 40, pixels: new Uint8Array(60 * 40 * 4).fill(255) };

test('a person sees the pictures of those they stand for, and keeps marks on them', async (t) => {
  const { pictures, screenshots } = await appRig(t);
  const { info } = await screenshots.add(paper, {
    mode: 'window',
    title: 'Till ghp_0123456789abcdefghijABCDEFGHIJ012345',
  });
  assert.deepEqual((await pictures.list(['somebody else'])).pictures, []);
  const { pictures: all } = await pictures.list(['somebody else', 'own user']);
  assert.deepEqual([all[0]?.id, all[0]?.marks, all.length], [info.id, 0, 1]);
  assert.ok(!all[0]?.title?.includes('ghp_0123'), 'titles are without secrets');
  await assert.rejects(pictures.open(['somebody else'], info.id), { code: 'NO_SUCH_SCREENSHOT' });

  const marks = [{ type: 'redact', x: 5, y: 5, width: 10, height: 10 }];
  await pictures.keep(['own user'], info.id, marks);
  const { isKept, marks: read } = await pictures.open(['own user'], info.id);
  assert.equal(isKept, true);
  assert.deepEqual(read, [{ type: 'redact', box: { x: 5, y: 5, w: 10, h: 10 }, color: '#000000' }]);
  await assert.rejects(pictures.keep(['own user'], info.id, [{ type: 'circle' }]), {
    code: 'INVALID_ANNOTATION',
  });
  assert.equal((await pictures.open(['own user'], info.id)).marks.length, 1, 'what is wrong changes nothing');
});

test('it is exported as asked, and looked at in the size that is asked for', async (t) => {
  const { pictures, screenshots } = await appRig(t);
  const { info } = await screenshots.add(paper, { mode: 'window' });
  const crop = [{ type: 'crop', x: 10, y: 10, width: 20, height: 15 }];
  for (const format of ['png', 'jpeg', 'webp'] as const) {
    const { bytes, mimeType } = await pictures.exported(['own user'], info.id, crop, format);
    assert.equal(mimeType, `image/${format}`);
    const { width, height } = await decodePicture(bytes);
    assert.deepEqual([width, height], [20, 15]);
  }
  const { mimeType } = await pictures.exported(['own user'], info.id, crop, 'svg');
  assert.equal(mimeType, 'image/svg+xml');
  const whole = await decodePicture((await pictures.image(['own user'], info.id, undefined)).bytes);
  const small = await decodePicture((await pictures.image(['own user'], info.id, 30)).bytes);
  assert.deepEqual([whole.width, small.width], [60, 30]);
});
