import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { scratch } from '../../../../test/kit/scratch.ts';
import { Fault } from '../../../kernel/fault.ts';
import { parseRecord, parseTime } from './parse-record.ts';
import { type ReadRecord, readLog } from './read-log.ts';

const open =
  '{"time":"2025-10-22T15:32:47.123456Z","ConnID":"00000001","event":"open","from":"127.0.0.1:5","to":"h:80"}\n';
const up =
  '{"time":"2025-10-22T15:32:47.2Z","ConnID":"00000001","data":"a%25%00\\r\\n\\"\\\\","from":"127.0.0.1:5","to":"h:80"}\n';
const usualUp =
  '{"time":"2025-10-22T15:32:47.234567Z","ConnID":"00000001","data":"a%25%ff\\t\\n","from":"127.0.0.1:5","to":"h:80"}\n';
const other =
  '{"time":"2025-10-22T15:32:47.300000Z","ConnID":"00000002","data":"x","from":"127.0.0.1:6","to":"h:80"}\n';
const down =
  '{"time":"2025-10-22T15:32:47.345678Z","ConnID":"00000001","data":"OK","from":"h:80","to":"127.0.0.1:5"}\n';
const close =
  '{"time":"2025-10-22T15:32:48.456789Z","ConnID":"00000001","event":"close","from":"h:80","to":"127.0.0.1:5"}\n';

async function all(records: AsyncIterable<ReadRecord>): Promise<ReadRecord[]> {
  const list: ReadRecord[] = [];
  for await (const record of records) list.push(record);
  return list;
}

describe('parseRecord', () => {
  it('restores bytes from the usual layout and from any other', () => {
    const bytesOf = (line: string) => {
      const record = parseRecord(Buffer.from(line.trim()));
      return record.kind === 'data' ? record.bytes.toString('latin1') : undefined;
    };
    assert.equal(bytesOf(usualUp), 'a%\u00ff\t\n');
    assert.equal(bytesOf(up), 'a%\0\r\n"\\');
    assert.equal(
      bytesOf(
        '{"data":"\\u0000\\u00e9%41","to":"b","from":"a","time":"2025-10-22T15:32:47Z","ConnID":"0tK3X"}',
      ),
      '\0éA',
    );
  });

  it('refuses what is no record', () => {
    for (const bad of [
      '',
      '{',
      '[]',
      'null',
      '{"time":"x","event":"open"}',
      usualUp.slice(0, 90),
      usualUp.slice(0, -3),
      '{"time":"2025-10-22T15:32:47Z"}',
    ]) {
      assert.throws(() => parseRecord(Buffer.from(bad)), Error, bad);
    }
  });

  it('reads times to the microsecond', () => {
    assert.equal(parseTime('2025-10-22T15:32:47.123456Z'), Date.UTC(2025, 9, 22, 15, 32, 47) * 1000 + 123456);
    assert.equal(parseTime('2025-10-22T15:32:47Z'), Date.UTC(2025, 9, 22, 15, 32, 47) * 1000);
  });
});

describe('readLog', () => {
  it('gives one connection with directions, from several files', async (t) => {
    const folder = await scratch(t);
    const [one, two] = [join(folder, 'one'), join(folder, 'two')];
    await writeFile(one, open + usualUp + other);
    await writeFile(two, down + other + close);
    const records = await all(readLog([one, two], { connection: '00000001' }));
    assert.deepEqual(
      records.map((record) =>
        record.kind === 'data' ? `${record.direction} ${record.bytes}` : record.event,
      ),
      ['open', 'upstream a%\ufffd\t\n', 'downstream OK', 'close'],
    );
    assert.deepEqual(records.map(({ file, at }) => [file, at]).slice(0, 3), [
      [one, 0],
      [one, open.length],
      [two, 0],
    ]);
  });

  it('reads a part of a file, and takes the client from the caller', async (t) => {
    const file = join(await scratch(t), 'log');
    await writeFile(file, open + usualUp + other + down);
    const range = { file, from: open.length, to: open.length + usualUp.length };
    const [known] = await all(readLog([range], { connection: '00000001', client: '127.0.0.1:5' }));
    assert.equal(known?.kind === 'data' && known.direction, 'upstream');
    const found = await all(readLog([range]));
    assert.equal(found.length, 1);
    assert.equal(found[0]?.kind === 'data' && found[0].direction, null);
  });

  it('passes over half a line at the end and tells where it is', async (t) => {
    const file = join(await scratch(t), 'log');
    await writeFile(file, open + usualUp.slice(0, 80));
    const broken: [string, number][] = [];
    const records = await all(readLog([file], { onBroken: (name, at) => broken.push([name, at]) }));
    assert.equal(records.length, 1);
    assert.deepEqual(broken, [[file, open.length]]);
  });

  it('reads records longer than its buffer', async (t) => {
    const file = join(await scratch(t), 'log');
    await writeFile(file, open + usualUp.replace('a%25', 'x'.repeat(3_000_000)) + close);
    const records = await all(readLog([file]));
    assert.deepEqual(
      records.map((record) => record.kind),
      ['event', 'data', 'event'],
    );
    assert.equal(records[1]?.kind === 'data' && records[1].bytes.length, 3_000_003);
  });

  it('names the file that is not there', async () => {
    await assert.rejects(
      all(readLog(['/nowhere/log'])),
      (error) => error instanceof Fault && error.code === 'FILE_NOT_READABLE',
    );
  });
});
