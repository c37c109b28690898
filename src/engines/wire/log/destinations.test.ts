import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { scratch } from '../../../../test/kit/scratch.ts';
import { BLOCKS, gatedFiles, kinds, logRig } from '../../../../test/kit/wire-log-rig.ts';
import { logLines, until } from '../../../../test/kit/wire-rig.ts';
import { BLOCK_SIZE } from '../arena.ts';
import { diskFiles, type LogFiles } from './log-file.ts';

describe('when the disk fails', () => {
  it('goes on, counts what is lost, and resumes by itself', async (t) => {
    const folder = await scratch(t);
    const { gate, files } = gatedFiles();
    gate.failure = new Error('ENOSPC: no space left on device');
    const { writer, destinations, log } = logRig(t, { files });
    await destinations.start({ directory: folder });
    await writer.flush();
    const [failing] = destinations.states();
    assert.equal(failing?.state, 'failing');
    assert.match(failing?.problem ?? '', /ENOSPC/);
    for (let i = 0; i < 4 * BLOCKS; i++) assert.equal(log(250_000), true);
    await writer.flush();
    assert.ok((destinations.states()[0]?.lostBytes ?? 0) > 0);
    gate.failure = undefined;
    await until('it resumes', () => destinations.states()[0]?.state === 'ok');
    log('after');
    await writer.flush();
    const lines = await logLines(folder);
    const lost = lines.find((line) => line.event === 'lost');
    assert.match(String(lost?.reason), /ENOSPC/);
    const written = lines.filter((line) => line.data !== undefined).length;
    // Nothing is missing that was not counted: the event of the start and all records of the data.
    assert.equal(Number(lost?.records) + written, 1 + 4 * BLOCKS + 1);
    assert.equal(lines.at(-1)?.data, 'after');
    assert.equal(lost?.bytes, destinations.states()[0]?.lostBytes);
  });

  it('goes on block by block where there is room for one and not for several', async (t) => {
    const folder = await scratch(t);
    let room = 0;
    const files: LogFiles = {
      ...diskFiles,
      async open(path) {
        const file = await diskFiles.open(path);
        const write: typeof file.write = async (parts) => {
          const size = parts.reduce((sum, part) => sum + part.length, 0);
          if (size > room) throw new Error('ENOSPC: no space left');
          return file.write(parts);
        };
        return { ...file, write };
      },
    };
    const { writer, destinations, log } = logRig(t, { files, failingBlocks: BLOCKS });
    await destinations.start({ directory: folder });
    for (let i = 0; i < 2 * (BLOCKS - 1); i++) assert.equal(log(250_000), true);
    await writer.flush();
    assert.ok((destinations.states()[0]?.waitingBlocks ?? 0) >= BLOCKS - 1);
    room = BLOCK_SIZE;
    await until('it resumes', () => destinations.states()[0]?.waitingBlocks === 0);
    assert.equal(destinations.states()[0]?.lostRecords, 0);
    assert.equal((await logLines(folder)).length, 1 + 2 * (BLOCKS - 1));
  });

  it('makes a folder anew that has vanished', async (t) => {
    const folder = join(await scratch(t), 'logs');
    const { writer, destinations, log } = logRig(t);
    await destinations.start({ directory: folder });
    await writer.flush();
    await rm(folder, { recursive: true });
    log('after');
    await writer.flush();
    assert.deepEqual(kinds(await logLines(folder)), ['data after']);
  });

  it('takes half a record back, and writes it whole later', async (t) => {
    const folder = await scratch(t);
    const { gate, files } = gatedFiles();
    const { writer, destinations, log } = logRig(t, { files });
    await destinations.start({ directory: folder });
    await writer.flush();
    gate.failure = new Error('disk full');
    gate.shortBy = 1;
    log('whole');
    await writer.flush();
    assert.deepEqual(kinds(await logLines(folder)), ['start-logging']);
    gate.failure = undefined;
    await until('it resumes', () => destinations.states()[0]?.state === 'ok');
    assert.deepEqual(kinds(await logLines(folder)), ['start-logging', 'data whole']);
  });

  it('does not harm another destination', async (t) => {
    const [good, bad] = [await scratch(t), await scratch(t)];
    const full = gatedFiles();
    full.gate.failure = new Error('ENOSPC: no space left on device');
    const files = {
      ...diskFiles,
      open: (path: string) => (path.startsWith(bad) ? full.files : diskFiles).open(path),
    };
    const { writer, destinations, log } = logRig(t, { files });
    await destinations.start({ directory: bad });
    await destinations.start({ directory: good });
    for (let i = 0; i < 6 * BLOCKS; i++) {
      log(250_000);
      if (i % 4 === 3) await writer.flush();
    }
    await writer.flush();
    assert.equal((await logLines(good)).filter((line) => line.data !== undefined).length, 6 * BLOCKS);
  });

  it('refuses a place that cannot be a folder', async (t) => {
    const folder = await scratch(t);
    await writeFile(join(folder, 'file'), '');
    const { destinations } = logRig(t);
    await assert.rejects(destinations.start({ directory: join(folder, 'file', 'x') }), /cannot start/);
    await mkdir(join(folder, 'x'));
    await assert.rejects(
      destinations.start({ directory: join(folder, 'x'), filenameFormat: 'a/b' }),
      /path separator/,
    );
    assert.deepEqual(destinations.states(), []);
  });
});

describe('when logging stops', () => {
  it('while records wait for room, they are written first', async (t) => {
    const folder = await scratch(t);
    const { gate, files } = gatedFiles();
    const { writer, destinations, log, resumed } = logRig(t, { files });
    await destinations.start({ directory: folder });
    await writer.flush();
    gate.isOpen = false;
    for (let i = 0; i < 2 * BLOCKS + 1; i++) log(250_000);
    assert.equal(writer.counters().waiting, 1);
    const stopped = destinations.stop();
    gate.isOpen = true;
    await stopped;
    assert.equal(resumed(), 1);
    const lines = await logLines(folder);
    assert.equal(lines.length, 2 * BLOCKS + 3);
    assert.equal(lines.at(-1)?.event, 'stop-logging');
    assert.equal(writer.counters().freeBlocks, BLOCKS);
  });

  it('while the disk fails, those who waited go on and all blocks are free again', async (t) => {
    const folder = await scratch(t);
    const { gate, files } = gatedFiles();
    gate.failure = new Error('ENOSPC: no space left on device');
    const { writer, destinations, log, subject, settled } = logRig(t, { files });
    await destinations.start({ directory: folder });
    for (let i = 0; i < 3; i++) log(250_000);
    writer.event({ ConnID: '0000abcd', event: 'close' }, subject, true);
    const [stopped] = await destinations.stop();
    // The start and the close are records, too.
    assert.equal(stopped?.lostRecords, 3 + 2 + 1);
    assert.match(stopped?.problem ?? '', /ENOSPC/);
    assert.equal(settled(), 1);
    assert.equal(writer.counters().freeBlocks, BLOCKS);
    assert.equal(log('nobody listens'), true);
  });
});
