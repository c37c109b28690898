import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { lacking } from '../../../../../test/kit/needs.ts';
import { scratch } from '../../../../../test/kit/scratch.ts';
import { startDisplay } from '../../../../../test/kit/xvfb.ts';
import { getProperty } from './requests.ts';
import { MessageReader, openDisplay, parseDisplay, parseXauthority } from './x11-connection.ts';

const skip = lacking('Xvfb');
const COOKIE = Buffer.from('00112233445566778899aabbccddeeff', 'hex');

function field(bytes: Buffer | string): Buffer {
  const content = Buffer.from(bytes);
  return Buffer.concat([Buffer.from([0, content.length]), content]);
}

const entry = (family: number, address: string, number: string, data: Buffer) =>
  Buffer.concat([
    Buffer.from([family >> 8, family & 255]),
    field(address),
    field(number),
    field('MIT-MAGIC-COOKIE-1'),
    field(data),
  ]);

test('the names of displays', () => {
  assert.deepEqual(parseDisplay(':3.1').addresses[0], { path: '/tmp/.X11-unix/X3' });
  assert.equal(parseDisplay(':3.1').screen, 1);
  assert.equal(parseDisplay('unix:0').host, '');
  assert.deepEqual(parseDisplay('server:10.0').addresses, [{ host: 'server', port: 6010 }]);
  assert.deepEqual(parseDisplay('[::1]:2').addresses, [{ host: '::1', port: 6002 }]);
});

test('messages are cut right wherever the bytes are split', () => {
  const reply = Buffer.alloc(32 + 8, 7);
  reply.set([1, 0, 5, 0, 2, 0, 0, 0]);
  const event = Buffer.alloc(32, 9);
  event[0] = 12;
  const bytes = Buffer.concat([event, reply, event]);
  for (const size of [1, 7, 31, 32, 33, 40, 200]) {
    const taken: Buffer[] = [];
    const reader = new MessageReader((message) => taken.push(Buffer.from(message)));
    for (let at = 0; at < bytes.length; at += size) reader.push(bytes.subarray(at, at + size));
    assert.deepEqual(taken, [event, reply, event], `pieces of ${size}`);
  }
});

test('a cut-off file of cookies gives what is whole', () => {
  const file = Buffer.concat([entry(256, 'host', '1', COOKIE), entry(65535, '', '', COOKIE)]);
  assert.deepEqual(
    parseXauthority(file).map(({ family, address, number }) => [family, address, number]),
    [
      [256, 'host', '1'],
      [65535, '', ''],
    ],
  );
  assert.equal(parseXauthority(file.subarray(0, file.length - 3)).length, 1);
});

test('a server that wants a cookie gets the right one', { skip }, async (t) => {
  const folder = await scratch(t);
  const auth = join(folder, 'cookies');
  const wrong = Buffer.alloc(16, 1);
  await writeFile(auth, entry(256, hostname(), '', COOKIE));
  const display = await startDisplay(t, { width: 64, height: 48, args: ['-auth', auth] });
  const env = { DISPLAY: display.name, HOME: folder };
  const x = await openDisplay({ ...env, XAUTHORITY: auth });
  assert.deepEqual([x.screen.width, x.screen.height], [64, 48]);
  x.close();
  const other = join(folder, 'other');
  await writeFile(other, entry(256, hostname(), '', wrong));
  await assert.rejects(openDisplay({ ...env, XAUTHORITY: other }), {
    code: 'DISPLAY_UNREACHABLE',
    message: /cannot be reached: (Authorization|Invalid)/,
  });
});

test('a refused request fails alone; a closed connection fails all', { skip }, async (t) => {
  const display = await startDisplay(t, { width: 64, height: 48 });
  const x = await openDisplay(display.env);
  await assert.rejects(getProperty(x, 0x7fffffff, 1), /BadWindow/);
  assert.equal(await getProperty(x, x.screen.root, 1), undefined);
  const late = getProperty(x, x.screen.root, 1);
  x.close();
  await assert.rejects(late, /closed/);
  await assert.rejects(getProperty(x, x.screen.root, 1), /closed/);
});
