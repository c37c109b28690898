import assert from 'node:assert/strict';
import { test } from 'node:test';
import { harSchema as har } from '../../test/kit/har-schema.ts';
import { type HarExchange, harPieces } from './har.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const creator = { name: 'Sensorium', version: '0.1.0' };

const form: HarExchange = {
  startedAt: 1_700_000_000_123_456,
  request: {
    method: 'POST',
    url: 'http://h/login?next=%2Fa&x=1#frag',
    httpVersion: 'HTTP/1.1',
    headers: [
      ['Host', 'h'],
      ['Cookie', 'a=1; b=2=3'],
      ['Content-Type', 'application/x-www-form-urlencoded'],
    ],
    headersSize: 120,
    bodySize: 17,
    body: utf8('user=ada&note=a+b'),
  },
  response: {
    status: 302,
    statusText: 'Found',
    httpVersion: 'HTTP/1.1',
    headers: [
      ['Location', '/a'],
      [
        'Set-Cookie',
        'sid=x=y; Path=/; HttpOnly; Secure; SameSite=Lax; Expires=Wed, 21 Oct 2026 07:28:00 GMT',
      ],
      ['Content-Type', 'text/html'],
    ],
    bodySize: 20,
    contentSize: 50,
    body: utf8('<p>grüße</p>'),
    cut: true,
  },
  timings: { send: 1, wait: 20.1234, receive: 3 },
  connection: '4711',
};

async function written(exchanges: readonly HarExchange[]) {
  let text = '';
  for await (const piece of harPieces(creator, exchanges)) text += piece;
  return har.parse(JSON.parse(text));
}

test('an exchange has all that HAR 1.2 wants', async () => {
  const { log } = await written([form]);
  const [only] = log.entries;
  assert.equal(only?.startedDateTime, '2023-11-14T22:13:20.123Z');
  assert.equal(only?.time, 24.123);
  assert.deepEqual(only?.request.queryString, [
    { name: 'next', value: '/a' },
    { name: 'x', value: '1' },
  ]);
  assert.deepEqual(only?.request.cookies, [
    { name: 'a', value: '1' },
    { name: 'b', value: '2=3' },
  ]);
  assert.deepEqual(only?.request.postData?.params, [
    { name: 'user', value: 'ada' },
    { name: 'note', value: 'a b' },
  ]);
  assert.deepEqual(only?.response.cookies, [
    {
      name: 'sid',
      value: 'x=y',
      path: '/',
      httpOnly: true,
      secure: true,
      sameSite: 'Lax',
      expires: '2026-10-21T07:28:00.000Z',
    },
  ]);
  assert.deepEqual(only?.response.content, {
    size: 50,
    compression: 30,
    mimeType: 'text/html',
    text: '<p>grüße</p>',
    comment: 'cut after 14 bytes',
  });
  assert.equal(only?.response.redirectURL, '/a');
});

test('binary is base64, no answer is status 0, WebSocket messages are there', async () => {
  const get = { method: 'GET', url: 'ws://h/', httpVersion: 'HTTP/1.1', headers: [] };
  const timings = { send: 0, wait: 0, receive: 0 };
  const large = new Uint8Array(100_000).fill(0xff);
  const { log } = await written([
    {
      startedAt: 0,
      connection: '1',
      request: { ...get, body: Uint8Array.of(0, 255) },
      timings,
      error: 'no answer',
    },
    {
      startedAt: 0,
      connection: '2',
      request: get,
      response: {
        status: 101,
        statusText: 'Switching Protocols',
        httpVersion: 'HTTP/1.1',
        headers: [],
        body: large,
      },
      timings,
      webSocketMessages: [
        { time: 1_500_000, type: 'send', opcode: 1, data: utf8('hi') },
        { time: 2_500_000, type: 'receive', opcode: 2, data: Uint8Array.of(1, 2, 3) },
      ],
    },
  ]);
  const [lost, socket] = log.entries;
  assert.deepEqual([lost?.response.status, lost?.response._error], [0, 'no answer']);
  assert.deepEqual([lost?.request.postData?.text, lost?.request.postData?._encoding], ['AP8=', 'base64']);
  assert.equal(socket?.response.content.encoding, 'base64');
  assert.deepEqual(Buffer.from(socket?.response.content.text ?? '', 'base64'), Buffer.from(large));
  assert.deepEqual(socket?._webSocketMessages, [
    { type: 'send', time: 1.5, opcode: 1, data: 'hi' },
    { type: 'receive', time: 2.5, opcode: 2, data: 'AQID' },
  ]);
});

test('an archive has as many entries as there were exchanges', async () => {
  for (const exchanges of [[], [form], [form, form]])
    assert.equal((await written(exchanges)).log.entries.length, exchanges.length);
});
