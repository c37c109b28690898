import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { crc32, deflateRawSync } from 'node:zlib';
import { scratch } from '../../../../../test/kit/scratch.ts';
import { traceWitness } from './trace-witness.ts';

/** A zip with the same content under many names. */
function zipOf(names: readonly string[], content: Buffer): Buffer {
  const packed = deflateRawSync(content);
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const name of names) {
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt16LE(8, 10);
    central.writeUInt32LE(crc32(content), 16);
    central.writeUInt32LE(packed.length, 20);
    central.writeUInt32LE(content.length, 24);
    central.writeUInt16LE(name.length, 28);
    central.writeUInt32LE(offset, 42);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    central.copy(local, 4, 6, 30);
    parts.push(local, Buffer.from(name), packed);
    directory.push(central, Buffer.from(name));
    offset += 30 + name.length + packed.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(names.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, listed, end]);
}

test('a trace of kilobytes that unpacks to gigabytes is left', async (t) => {
  const path = join(await scratch(t), 'trace.zip');
  const names = Array.from({ length: 2_000 }, (_, at) => `${at}.trace`);
  await writeFile(path, zipOf(names, Buffer.alloc(45_000_000, 'a')));
  await assert.rejects(traceWitness(path), /too large when it is unpacked/);
  await writeFile(path, zipOf(['0.trace'], Buffer.from('{"type":"before"}\n')));
  assert.deepEqual((await traceWitness(path)).requests, []);
});
