import assert from 'node:assert/strict';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { scratch } from '../../../test/kit/scratch.ts';
import { copyToClipboard } from './clipboard.ts';

const picture = Buffer.from('a picture');

const skip = process.platform === 'win32' && 'shell scripts stand in for programs, not on Windows';

/** A program that writes what it got, and how it was called, beside itself. */
async function program(folder: string, name: string, code = 0): Promise<void> {
  const script = `#!/bin/sh\necho "$@" > '${folder}/${name}.args'\n/bin/cat > '${folder}/${name}.got'\nexit ${code}\n`;
  await writeFile(join(folder, name), script);
  await chmod(join(folder, name), 0o755);
}

test('X11 and Wayland get the picture on the input of their own program', {
  skip,
}, async (t) => {
  const folder = await scratch(t);
  await program(folder, 'xclip');
  await program(folder, 'wl-copy');
  await copyToClipboard(picture, { PATH: folder, DISPLAY: ':1' }, 'linux');
  assert.deepEqual(await readFile(join(folder, 'xclip.got')), picture);
  assert.match(await readFile(join(folder, 'xclip.args'), 'utf8'), /clipboard.*image\/png/);
  await copyToClipboard(picture, { PATH: folder, DISPLAY: ':1', WAYLAND_DISPLAY: 'w' }, 'linux');
  assert.deepEqual(await readFile(join(folder, 'wl-copy.got')), picture);
});

test('what is missing or fails is named', { skip }, async (t) => {
  const folder = await scratch(t);
  await assert.rejects(copyToClipboard(picture, {}, 'linux'), {
    code: 'CLIPBOARD_UNAVAILABLE',
    message: /there is no display/,
  });
  const env = { PATH: folder, DISPLAY: ':1' };
  await assert.rejects(copyToClipboard(picture, env, 'linux'), { message: /xclip did not start \(ENOENT\)/ });
  await program(folder, 'xclip', 3);
  await assert.rejects(copyToClipboard(picture, env, 'linux'), { message: /xclip ended with 3/ });
});
