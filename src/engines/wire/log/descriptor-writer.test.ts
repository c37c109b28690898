import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, constants, createReadStream, openSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { scratch } from '../../../../test/kit/scratch.ts';
import { descriptorWriter } from './descriptor-writer.ts';

describe('the descriptor writer', () => {
  for (const mode of ['blocking', 'non-blocking'] as const) {
    it(`writes all to a ${mode} pipe whose reader is slow, and holds nobody up`, async (t) => {
      const path = join(await scratch(t), 'pipe');
      execFileSync('mkfifo', [path]);
      const held = openSync(path, constants.O_RDWR);
      const flags = constants.O_WRONLY | (mode === 'non-blocking' ? constants.O_NONBLOCK : 0);
      const descriptor = openSync(path, flags);
      const bytes = randomBytes(1_000_000);
      let isDone = false;
      const writing = promisify(descriptorWriter(descriptor).write)(bytes).then(() => {
        isDone = true;
      });
      for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve));
      assert.equal(isDone, false);
      const chunks: Buffer[] = [];
      let length = 0;
      for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
        chunks.push(chunk);
        length += chunk.length;
        if (length === bytes.length) break;
      }
      await writing;
      assert.deepEqual(Buffer.concat(chunks), bytes);
      closeSync(descriptor);
      closeSync(held);
    });
  }

  it('tells what failed', async (t) => {
    const path = join(await scratch(t), 'file');
    const descriptor = openSync(path, constants.O_CREAT | constants.O_RDONLY);
    t.after(() => closeSync(descriptor));
    await assert.rejects(promisify(descriptorWriter(descriptor).write)(Buffer.from('x')), /EBADF/);
  });
});
