import assert from 'node:assert/strict';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { profileHolder } from './profile-lock.ts';

async function folderWithLock(target?: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'profile-'));
  if (target) await symlink(target, join(folder, 'SingletonLock'));
  return folder;
}

test('says who holds a profile', async (t) => {
  const cases: readonly [string | undefined, RegExp | undefined][] = [
    [undefined, undefined],
    [`${hostname()}-${process.pid}`, new RegExp(`\\(process ${process.pid}\\)$`)],
    ['elsewhere-77', /^process 77 on elsewhere$/],
    [`${hostname()}-999999999`, undefined],
  ];
  for (const [target, expected] of cases) {
    const folder = await folderWithLock(target);
    t.after(() => rm(folder, { recursive: true }));
    const holder = await profileHolder(folder);
    if (expected) assert.match(holder ?? '', expected);
    else assert.equal(holder, undefined);
  }
});
