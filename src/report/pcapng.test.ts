import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { lacking } from '../../test/kit/needs.ts';
import { type PcapFlow, pcapng } from './pcapng.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const START = 1_700_000_000_000_000;

async function written(flows: PcapFlow[]): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of pcapng(flows, 'test')) pieces.push(piece);
  return Buffer.concat(pieces);
}

const large = new Uint8Array(3_000_000).map((_, at) => (at * 31) >> 3);

const FLOWS: PcapFlow[] = [
  {
    id: 'aB3dE6gH',
    client: { host: '127.0.0.1', port: 40_000 },
    target: { host: 'api.example.com', port: 8080 },
    openedAt: START,
    chunks: [
      { time: START + 1_000, direction: 'up', bytes: bytes('GET /one HTTP/1.1\r\nHost: h\r\n\r\n') },
      {
        time: START + 2_500,
        direction: 'down',
        bytes: bytes('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhe'),
      },
      { time: START + 3_500, direction: 'down', bytes: bytes('llo') },
    ],
    end: { time: START + 4_000, by: 'down', how: 'fin' },
    comment: 'via port 8080',
  },
  {
    id: 'second00',
    client: { host: '::1', port: 40_001 },
    target: { host: '10.0.0.9', port: 9999 },
    openedAt: START + 1_500,
    chunks: [
      { time: START + 1_600, direction: 'up', bytes: large },
      { time: START + 1_700, direction: 'down', bytes: Uint8Array.of(1) },
      { time: START + 1_650, direction: 'down', bytes: Uint8Array.of(2) },
    ],
    end: { time: START + 1_800, by: 'up', how: 'reset' },
  },
  {
    id: 'third000',
    client: { host: 'fe80::1%eth0', port: 40_002 },
    target: { host: '2001:db8::5', port: 7777 },
    openedAt: START + 2_000,
    chunks: (async function* () {
      yield { time: START + 2_100, direction: 'up' as const, bytes: Uint8Array.of(9, 9) };
    })(),
  },
];

test('the blocks are whole: each says its length at both ends', async () => {
  const file = await written(FLOWS.slice(0, 1));
  assert.equal(file.readUInt32LE(0), 0x0a0d0d0a);
  const types: number[] = [];
  for (let at = 0; at < file.length; ) {
    const length = file.readUInt32LE(at + 4);
    assert.equal(length % 4, 0);
    assert.equal(file.readUInt32LE(at + length - 4), length);
    types.push(file.readUInt32LE(at));
    at += length;
  }
  // Section, interface, names, then the packets: handshake 3, data 3, end 4 with the last acknowledgement.
  assert.deepEqual(types.slice(0, 3), [0x0a0d0d0a, 1, 4]);
  assert.equal(types.filter((type) => type === 6).length, types.length - 3);
});

test('who stops early leaves no flow open', async () => {
  const closed: string[] = [];
  const chunks = async function* (id: string) {
    try {
      for (;;) yield { time: START, direction: 'up' as const, bytes: Uint8Array.of(1) };
    } finally {
      closed.push(id);
    }
  };
  const ends = { client: { host: '10.0.0.1', port: 1 }, target: { host: '10.0.0.2', port: 2 } };
  const flows = ['a', 'b'].map((id) => ({ ...ends, id, openedAt: START, chunks: chunks(id) }));
  let pieces = 0;
  for await (const _piece of pcapng(flows, 'test')) if (++pieces > 20) break;
  assert.ok(closed.length > 0 && closed.every((id) => 'ab'.includes(id)));
});

describe('as tshark reads it', { skip: lacking('tshark') }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'pcapng-'));
  const file = join(folder, 'flows.pcapng');
  after(() => rmSync(folder, { recursive: true }));
  before(async () => writeFileSync(file, await written([...FLOWS])));

  const read = async (...args: string[]) => {
    const checks = ['-o', 'ip.check_checksum:TRUE', '-o', 'tcp.check_checksum:TRUE'];
    const { stdout } = await promisify(execFile)('tshark', ['-r', file, ...checks, ...args], {
      maxBuffer: 64 << 20,
    });
    return stdout.trim();
  };
  const fields = async (filter: string, ...names: string[]) =>
    (await read('-Y', filter, '-T', 'fields', ...names.flatMap((name) => ['-e', name])))
      .split('\n')
      .map((line) => line.split('\t'));

  test('nothing is malformed, no analysis flag, checksums good', async () => {
    assert.equal(
      await read(
        '-Y',
        'tcp.analysis.flags || _ws.malformed || ip.checksum.status == "Bad" || tcp.checksum.status == "Bad"',
      ),
      '',
    );
    const all = await fields('tcp', 'frame.time_epoch');
    assert.ok(all.length > 20);
    const times = all.map(([time]) => Number(time));
    assert.deepEqual(
      times,
      times.toSorted((one, two) => one - two),
    );
  });

  test('HTTP decodes at the right times, with the comment and the name', async () => {
    const rows = await fields(
      'http',
      'frame.time_epoch',
      'http.request.method',
      'http.response.code',
      'http.file_data',
    );
    assert.deepEqual(
      rows.map((row) => row.slice(1, 3)),
      [
        ['GET', ''],
        ['', '200'],
      ],
    );
    assert.equal(Number(rows[0]?.[0]).toFixed(6), '1700000000.001000');
    assert.equal(Number(rows[1]?.[0]).toFixed(6), '1700000000.003500');
    assert.deepEqual(await fields('frame.comment && tcp.flags.syn == 1', 'frame.comment'), [
      ['flow aB3dE6gH: via port 8080'],
      ['flow second00'],
      ['flow third000'],
    ]);
    assert.match(await read('-q', '-z', 'hosts'), /198\.18\.0\.1\s+api\.example\.com/);
  });

  test('following a stream gives the exact bytes', async () => {
    const follow = async (stream: number) => {
      const lines = (await read('-q', '-z', `follow,tcp,raw,${stream}`)).split('\n');
      const hex = (indented: boolean) =>
        lines
          .filter((line) => (indented ? /^\t[0-9a-f]+$/ : /^[0-9a-f]+$/).test(line))
          .join('')
          .replaceAll('\t', '');
      return [hex(false), hex(true)].map((text) => Buffer.from(text, 'hex'));
    };
    const [up, down] = await follow(0);
    assert.equal(up?.toString(), 'GET /one HTTP/1.1\r\nHost: h\r\n\r\n');
    assert.equal(down?.toString(), 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello');
    const [sent, back] = await follow(1);
    const hash = (data: Uint8Array) => createHash('sha256').update(data).digest('hex');
    assert.equal(hash(sent ?? Buffer.alloc(0)), hash(large));
    assert.deepEqual([...(back ?? [])], [1, 2]);
  });

  test('the end is as it was: FIN, RST, or none', async () => {
    const ends = await fields(
      'tcp.flags.fin == 1 || tcp.flags.reset == 1',
      'tcp.stream',
      'tcp.srcport',
      'tcp.flags.reset',
    );
    assert.deepEqual(
      ends.map(([stream, port]) => [stream, port]),
      [
        ['1', '40001'],
        ['0', '8080'],
        ['0', '40000'],
      ],
    );
  });
});
