import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { scratch } from '../../../test/kit/scratch.ts';
import { openLink } from './open-link.ts';

test('an address is handed to what opens it on this desktop; without one nothing happens', async (t) => {
  const folder = await scratch(t);
  const said = join(folder, 'said');
  // A pipe: who reads it waits until something is said.
  assert.equal(spawnSync('mkfifo', [said]).status, 0);
  const opener = join(folder, 'xdg-open');
  await writeFile(opener, `#!/bin/sh\nprintf '%s' "$1" > '${said}'\n`);
  await chmod(opener, 0o700);
  const url = 'http://localhost:7700/app/#k=a&v=pictures';
  assert.equal(await openLink(url, { PATH: folder }, 'linux'), true);
  assert.equal(await readFile(said, 'utf8'), url);
  assert.equal(await openLink(url, { PATH: join(folder, 'none') }, 'linux'), false);
});
