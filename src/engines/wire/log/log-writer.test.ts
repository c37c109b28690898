import assert from 'node:assert/strict';
import { readFile, rename, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { scratch } from '../../../../test/kit/scratch.ts';
import { BLOCKS, gatedFiles, kinds, logRig } from '../../../../test/kit/wire-log-rig.ts';
import { logLines, until } from '../../../../test/kit/wire-rig.ts';
import type { DestinationState } from './destination.ts';
import { logSubject } from './line.ts';

const directories = (states: readonly DestinationState[]) => states.map(({ directory }) => directory);

describe('the log writer', () => {
  it('writes events and data with their fields in order, and a file that only its owner may read', async (t) => {
    const folder = join(await scratch(t), 'new', 'logs');
    const { writer, destinations, log, subject, ranges, settled } = logRig(t);
    await destinations.start({ directory: folder });
    writer.event({ ConnID: '0000abcd', event: 'open', from: 'a', to: 'b' }, subject);
    assert.equal(log('GET / "x"\r\n%\0'), true);
    writer.event({ ConnID: '0000abcd', event: 'close', from: 'b', to: 'a' }, subject, true);
    await writer.flush();
    const file = join(folder, 'log_15-59-59');
    const text = await readFile(file, 'latin1');
    assert.deepEqual(text.split('\n'), [
      `{"time":"2025-10-22T15:59:59.000000Z","event":"start-logging","directory":${JSON.stringify(folder)},"filename_format":"log_%H-%M-%S"}`,
      '{"time":"2025-10-22T15:59:59.000000Z","ConnID":"0000abcd","event":"open","from":"a","to":"b"}',
      '{"time":"2025-10-22T15:59:59.000000Z","ConnID":"0000abcd","data":"GET / \\"x\\"\\r\\n%25%00","from":"127.0.0.1:5","to":"h:80"}',
      '{"time":"2025-10-22T15:59:59.000000Z","ConnID":"0000abcd","event":"close","from":"b","to":"a"}',
      '',
    ]);
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    assert.equal((await stat(folder)).mode & 0o777, 0o700);
    assert.equal(settled(), 1);
    assert.deepEqual(ranges, [{ file, from: text.indexOf('\n') + 1, to: text.length, bytes: 13 }]);
  });

  it('tells of connections in the order in which they closed, whichever spoke first in a block', async (t) => {
    const { writer, destinations } = logRig(t);
    await destinations.start({ directory: await scratch(t) });
    const ended: string[] = [];
    const open = (id: string) => {
      const subject = logSubject(id, { noteRange: () => {}, settled: () => ended.push(id) });
      writer.event({ ConnID: id, event: 'open' }, subject);
      return () => writer.event({ ConnID: id, event: 'close' }, subject, true);
    };
    const closeFirst = open('first');
    await writer.flush();
    const closeSecond = open('second');
    closeFirst();
    closeSecond();
    await writer.flush();
    assert.deepEqual(ended, ['first', 'second']);
  });

  it('puts a record into the file of its own time', async (t) => {
    const folder = await scratch(t);
    const { writer, destinations, log, time, ranges } = logRig(t);
    await destinations.start({ directory: folder });
    log('before');
    time.now += 1_000_000;
    log('after');
    await writer.flush();
    assert.match(await readFile(join(folder, 'log_15-59-59'), 'utf8'), /before/);
    assert.match(await readFile(join(folder, 'log_16-00-00'), 'utf8'), /^[^\n]*after[^\n]*\n$/);
    assert.equal(ranges.length, 2);
  });

  it('appends, and makes a file anew that was moved or deleted', async (t) => {
    const folder = await scratch(t);
    const file = join(folder, 'one');
    await writeFile(file, '{"time":"2025-10-22T15:00:00.000000Z"}\n');
    const { writer, destinations, log } = logRig(t, { filenameFormat: 'one' });
    await destinations.start({ directory: folder });
    log('first');
    await writer.flush();
    await rename(file, join(folder, 'moved'));
    log('second');
    await writer.flush();
    await unlink(file);
    log('third');
    await writer.flush();
    assert.match(
      await readFile(join(folder, 'moved'), 'utf8'),
      /^\{"time":"2025-10-22T15:00.*\n.*\n.*first.*\n$/,
    );
    assert.match(await readFile(file, 'utf8'), /^.*third.*\n$/);
  });

  it('writes by itself after the flush interval, to all destinations', async (t) => {
    const [one, two] = [await scratch(t), await scratch(t)];
    const { writer, destinations, log, stdoutText } = logRig(t, { flushMillis: 10 });
    await destinations.start({ directory: one });
    log('for one');
    await destinations.start({ directory: two, filenameFormat: 'two' });
    await destinations.start({ directory: null });
    log('for all');
    assert.equal(stdoutText(), '');
    await until(
      'the flush',
      async () => stdoutText().includes('for all') && (await logLines(two)).length > 2,
    );
    await writer.flush();
    assert.deepEqual(kinds(await logLines(one)), [
      'start-logging',
      'data for one',
      'start-logging',
      'start-logging',
      'data for all',
    ]);
    assert.deepEqual(kinds(await logLines(two)), ['start-logging', 'start-logging', 'data for all']);
    assert.match(stdoutText(), /^\{"time":"[^"]+","event":"start-logging","directory":null\}\n/);
    assert.deepEqual(directories(await destinations.stop(one)), [one]);
    log('for two');
    assert.deepEqual(directories(await destinations.stop(null)), [null]);
    assert.match(stdoutText(), /for two.*\n\{"time":"[^"]+","event":"stop-logging","directory":null\}\n$/);
    assert.deepEqual(directories(await destinations.stop()), [two]);
    assert.deepEqual(directories(await destinations.stop()), []);
    assert.equal((await logLines(one)).at(-1)?.event, 'stop-logging');
    await assert.rejects(destinations.stop(one), /Nothing is being logged/);
  });

  it('starts again without a change, or goes on with another format', async (t) => {
    const folder = await scratch(t);
    const { writer, destinations, log } = logRig(t, { filenameFormat: 'a' });
    await destinations.start({ directory: folder });
    await destinations.start({ directory: `${folder}/.` });
    log('one');
    await destinations.start({ directory: folder, filenameFormat: 'b' });
    log('two');
    await writer.flush();
    assert.deepEqual(kinds(await logLines(folder)), [
      'start-logging',
      'data one',
      'stop-logging',
      'start-logging',
      'data two',
    ]);
  });

  it('announces on STDOUT at once, in the order of time', async (t) => {
    const { destinations, log, stdoutText } = logRig(t);
    await destinations.announce({ event: 'mcp-ready', endpoint: 'http://localhost:1/mcp' });
    assert.equal(
      stdoutText(),
      '{"time":"2025-10-22T15:59:59.000000Z","event":"mcp-ready","endpoint":"http://localhost:1/mcp"}\n',
    );
    await destinations.start({ directory: null });
    log('earlier');
    await destinations.announce({ event: 'later' });
    assert.match(stdoutText(), /start-logging.*\n.*earlier.*\n.*later/);
  });
});

describe('when the disk cannot keep up', () => {
  const LARGE = 250_000;
  /** Three characters a byte: two such records fill a block. */
  const FITS = 2 * BLOCKS;

  it('slows the sender and loses nothing', async (t) => {
    const folder = await scratch(t);
    const { gate, files } = gatedFiles();
    const { writer, destinations, log, resumed, time } = logRig(t, { files });
    await destinations.start({ directory: folder });
    await writer.flush();
    gate.isOpen = false;
    const taken = Array.from({ length: FITS + 3 }, () => {
      time.now += 10;
      return log(LARGE);
    });
    assert.deepEqual(taken, [...Array(FITS).fill(true), false, false, false]);
    assert.equal(writer.counters().waiting, 3);
    assert.equal(resumed(), 0);
    gate.isOpen = true;
    await writer.flush();
    assert.equal(resumed(), 3);
    const lines = await logLines(folder);
    assert.equal(lines.length, FITS + 4);
    assert.deepEqual(
      lines.map((line) => String(line.time)),
      lines.map((line) => String(line.time)).sort(),
    );
  });

  it('or drops and says how much, where the gap began', async (t) => {
    const folder = await scratch(t);
    const { gate, files } = gatedFiles();
    const { writer, destinations, log, subject } = logRig(t, { files, onOverload: 'drop' });
    await destinations.start({ directory: folder });
    await writer.flush();
    gate.isOpen = false;
    for (let i = 0; i < FITS + 3; i++) assert.equal(log(LARGE), true);
    writer.event({ ConnID: '0000abcd', event: 'close' }, subject, true);
    gate.isOpen = true;
    await writer.flush();
    assert.equal(log('again'), true);
    await writer.flush();
    const lines = await logLines(folder);
    assert.deepEqual(kinds(lines).slice(-3), ['gap', 'close', 'data again']);
    assert.deepEqual(Object.entries(lines.at(-3)!).slice(1), [
      ['ConnID', '0000abcd'],
      ['event', 'gap'],
      ['bytes', 3 * LARGE],
      ['from', '127.0.0.1:5'],
      ['to', 'h:80'],
    ]);
    assert.equal(writer.counters().gapBytes, 3 * LARGE);
  });
});
