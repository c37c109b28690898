import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { type HarExchange, harPieces } from './har.ts';

/** HAR 1.2 (W3C draft), strict: only the fields of the specification and those with an underscore we declare. */
const comment = z.string().optional();
const nameValue = z.strictObject({ name: z.string(), value: z.string(), comment });
const iso = z.iso.datetime();
const cookie = z.strictObject({
  name: z.string(),
  value: z.string(),
  path: z.string().optional(),
  domain: z.string().optional(),
  expires: iso.optional(),
  httpOnly: z.boolean().optional(),
  secure: z.boolean().optional(),
  sameSite: z.string().optional(),
  comment,
});
const size = z.int().min(-1);
const part = z.number().min(-1);
const request = z.strictObject({
  method: z.string().min(1),
  url: z.string().min(1),
  httpVersion: z.string(),
  cookies: z.array(cookie),
  headers: z.array(nameValue),
  queryString: z.array(nameValue),
  postData: z
    .strictObject({
      mimeType: z.string(),
      params: z.array(
        z.strictObject({
          name: z.string(),
          value: z.string().optional(),
          fileName: z.string().optional(),
          contentType: z.string().optional(),
          comment,
        }),
      ),
      text: z.string(),
      comment,
      _encoding: z.literal('base64').optional(),
    })
    .optional(),
  headersSize: size,
  bodySize: size,
  comment,
});
const response = z.strictObject({
  status: z.int().min(0),
  statusText: z.string(),
  httpVersion: z.string(),
  cookies: z.array(cookie),
  headers: z.array(nameValue),
  content: z.strictObject({
    size: z.int().min(0),
    compression: z.int().optional(),
    mimeType: z.string(),
    text: z.string().optional(),
    encoding: z.literal('base64').optional(),
    comment,
  }),
  redirectURL: z.string(),
  headersSize: size,
  bodySize: size,
  comment,
  _error: z.string().optional(),
});
const entry = z.strictObject({
  pageref: z.string().optional(),
  startedDateTime: iso,
  time: z.number().min(0),
  request,
  response,
  cache: z.strictObject({}),
  timings: z.strictObject({
    blocked: part,
    dns: part,
    connect: part,
    send: z.number().min(0),
    wait: z.number().min(0),
    receive: z.number().min(0),
    ssl: part,
    comment,
  }),
  serverIPAddress: z.string().optional(),
  connection: z.string().optional(),
  comment,
  _resourceType: z.string().optional(),
  _webSocketMessages: z
    .array(
      z.strictObject({
        type: z.enum(['send', 'receive']),
        time: z.number(),
        opcode: z.int(),
        data: z.string(),
      }),
    )
    .optional(),
});
const program = z.strictObject({ name: z.string(), version: z.string(), comment });
const har = z.strictObject({
  log: z.strictObject({
    version: z.literal('1.2'),
    creator: program,
    browser: program.optional(),
    pages: z
      .array(
        z.strictObject({
          startedDateTime: iso,
          id: z.string(),
          title: z.string(),
          pageTimings: z.strictObject({ onContentLoad: part, onLoad: part, comment }),
          comment,
        }),
      )
      .optional(),
    entries: z.array(entry),
    comment,
  }),
});

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
