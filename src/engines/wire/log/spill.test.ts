import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { scratch } from '../../../../test/kit/scratch.ts';
import { BLOCKS, gatedFiles, type LogRigOptions, logRig } from '../../../../test/kit/wire-log-rig.ts';
import { logLines, until } from '../../../../test/kit/wire-rig.ts';
import { parseRecord } from './parse-record.ts';

const LARGE = 250_000;
const MB = 1024 * 1024;
/** What the blocks take: two records each, at three characters a byte. */
const IN_BLOCKS = 2 * BLOCKS;
/** More than the spill holds in memory. */
const MANY = 100;

/** A log that does not get on, until it is let go. */
async function stuck(t: TestContext, options: LogRigOptions) {
  const folder = await scratch(t);
  const { gate, files } = gatedFiles();
  const rig = logRig(t, { files, spillFolder: folder, ...options });
  await rig.destinations.start({ directory: folder });
  await rig.writer.flush();
  gate.isOpen = false;
  const log = (count: number) =>
    Array.from({ length: count }, () => {
      rig.time.now += 10;
      return rig.log(LARGE);
    });
  /** As a socket does: after a record that was not taken at once, the next one comes when it was. */
  const send = async (count: number) => {
    for (let i = 0; i < count; i++) {
      const before = rig.resumed();
      rig.time.now += 10;
      if (!rig.log(LARGE)) await until('the sender may go on', () => rig.resumed() > before);
    }
  };
  const go = async () => {
    gate.isOpen = true;
    await rig.writer.flush();
    const lines = (await logLines(folder)).filter((line) => line.data !== undefined);
    return lines.map((line) => parseRecord(Buffer.from(JSON.stringify(line), 'latin1')));
  };
  return { ...rig, folder, log, send, go };
}

/** Each record has bytes of its own, so the order shows. */
function assertExact(records: Awaited<ReturnType<Awaited<ReturnType<typeof stuck>>['go']>>, count: number) {
  assert.equal(records.length, count);
  records.forEach((record, i) => {
    assert.ok(record.kind === 'data');
    assert.ok(record.bytes.length === LARGE && record.bytes.every((byte) => byte === i % 256), `record ${i}`);
  });
}

describe('what comes faster than it can be logged', () => {
  it('is put aside, in a file too, and logged in its order', async (t) => {
    const { send, go, writer, folder } = await stuck(t, { spillLimit: 64 * MB });
    // The log stands still: the sender waits for the spill's way to the disk at most.
    await send(MANY);
    assert.equal(writer.counters().spilledBytes, (MANY - IN_BLOCKS) * LARGE);
    assertExact(await go(), MANY);
    assert.equal((await readdir(folder)).length, 1, 'nothing but the log is left');
    await send(MANY);
    assert.equal((await go()).length, 2 * MANY);
  });

  it('makes the sender wait when the room is taken', async (t) => {
    const { log, go, resumed } = await stuck(t, { spillLimit: 8 * MB });
    const taken = log(60);
    const aside = Math.floor((2 * MB) / LARGE) * 4;
    assert.deepEqual(taken.indexOf(false), IN_BLOCKS + aside);
    assert.ok(taken.slice(IN_BLOCKS + aside).every((one) => !one));
    assertExact(await go(), 60);
    assert.equal(resumed(), 60 - IN_BLOCKS - aside);
  });

  it('or is dropped then, with a count', async (t) => {
    const { log, go, writer } = await stuck(t, { spillLimit: 8 * MB, onOverload: 'drop' });
    assert.ok(log(60).every(Boolean));
    const kept = IN_BLOCKS + Math.floor((2 * MB) / LARGE) * 4;
    assert.equal(writer.counters().gapBytes, (60 - kept) * LARGE);
    assertExact(await go(), kept);
  });

  it('stays in memory, bounded, where no file can be had', async (t) => {
    const { log, go } = await stuck(t, { spillLimit: 64 * MB, spillFolder: join('/nowhere', 'at', 'all') });
    const taken = log(MANY);
    assert.ok(taken.includes(false));
    assertExact(await go(), MANY);
  });
});
