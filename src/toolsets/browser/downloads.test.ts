import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import type { Download } from 'playwright-core';
import { Downloads } from '../../engines/browser/context/downloads.ts';
import { systemClock } from '../../kernel/clock.ts';
import { silentLog } from '../../kernel/log.ts';
import { DownloadNews } from '../../report/lean/answers.ts';

test('a download is told of when it begins and when it has ended, whichever tab it is of', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'news-test-'));
  const downloads = new Downloads({ folder, clock: systemClock(), log: silentLog });
  const news = new DownloadNews();
  const told = () => news.take(downloads).map(({ filename, state }) => `${filename} ${state}`);
  const slow = Promise.withResolvers<string | null>();
  try {
    assert.deepEqual(told(), []);
    const { id } = downloads.track(fake('slow.bin', slow.promise), 't1');
    const quick = downloads.track(fake('quick.bin', Promise.resolve(null)), 't2');
    await downloads.wait(quick.id, 5_000);
    assert.deepEqual(told(), ['slow.bin in_progress', 'quick.bin complete']);
    assert.deepEqual(told(), [], 'once');
    slow.resolve('canceled');
    await downloads.wait(id, 5_000);
    assert.deepEqual(told(), ['slow.bin failed']);
    assert.deepEqual(told(), []);
  } finally {
    await rm(folder, { recursive: true });
  }
});

const fake = (name: string, failure: Promise<string | null>) =>
  ({
    url: () => `http://a/${name}`,
    suggestedFilename: () => name,
    failure: () => failure,
    path: () => Promise.reject(new Error('it lies elsewhere')),
    createReadStream: async () => Readable.from([]),
  }) as unknown as Download;
