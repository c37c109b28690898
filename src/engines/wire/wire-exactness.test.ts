import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { exactness } from '../../../test/heavy/wire-exactness.ts';
import { scratch } from '../../../test/kit/scratch.ts';
import { startWireProcess } from '../../../test/kit/wire-process.ts';
import { dial, serve, until } from '../../../test/kit/wire-rig.ts';
import { parseRecord } from './log/parse-record.ts';

describe('under load', () => {
  it('every byte of 5,000 connections at once is forwarded and logged, in bounded memory', async (t) => {
    const result = await exactness({ bytes: 64e6, connections: 5000, folder: await scratch(t) });
    assert.equal(result.most, 5000);
    assert.ok(result.peakMegabytes < 384, `${result.peakMegabytes} MB`);
  });
});

describe('after kill -9', () => {
  it('what was flushed is there, and every line but the last is whole', async (t) => {
    const folder = await scratch(t);
    const targetPort = await serve(t, (socket) => socket.resume());
    const wire = await startWireProcess({ directory: folder, targetPort, flushMillis: 5 });
    t.after(wire.kill);
    const client = await dial(wire.port);
    const sent: Buffer[] = [];
    let isOver = false;
    client.on('error', () => {});
    client.resume().on('end', () => client.destroy());
    // Whether it ends in order or with a reset is chance.
    const happens = (event: string) => new Promise((resolve) => client.once(event, resolve));
    const closed = happens('close');
    const sending = (async () => {
      for (let i = 0; !isOver; i++) {
        const piece = Buffer.from(`${i},`.repeat(200));
        sent.push(piece);
        if (!client.write(piece)) await Promise.race([happens('drain'), closed]);
        else await new Promise((resolve) => setImmediate(resolve));
      }
    })();
    let written = 0;
    await until('several flushes', async () => {
      ({ writtenBytes: written } = await wire.ask('flush'));
      return written > 100_000;
    });
    isOver = true;
    await wire.kill();
    await Promise.all([sending, closed]);
    const [name] = await readdir(folder);
    const text = await readFile(join(folder, name!));
    assert.ok(text.length >= written, `${text.length} bytes of at least ${written}`);
    const lines = text.toString('latin1').split('\n');
    const records = lines.slice(0, -1).map((line) => parseRecord(Buffer.from(line, 'latin1')));
    const logged = Buffer.concat(records.flatMap((record) => (record.kind === 'data' ? [record.bytes] : [])));
    assert.ok(logged.length > 0);
    assert.deepEqual(logged, Buffer.concat(sent).subarray(0, logged.length));
  });
});
