import assert from 'node:assert/strict';
import { it } from 'node:test';
import { timingsOf } from './exchange.ts';
import { headerList, headerOf, setCookieOf } from './headers.ts';

it('takes joined headers apart', () => {
  const list = headerList({ 'Set-Cookie': 'a=1\nb=2', Host: 'x' });
  assert.deepEqual(list, [
    ['Set-Cookie', 'a=1'],
    ['Set-Cookie', 'b=2'],
    ['Host', 'x'],
  ]);
  assert.equal(headerOf(list, 'host'), 'x');
  assert.deepEqual(headerList(undefined), []);
});

it('reads a cookie without its value', () => {
  assert.deepEqual(
    setCookieOf(
      'sid=secret; Domain=example.org; Path=/; Max-Age=60; Secure; HttpOnly; SameSite=None; Partitioned',
      ['SameSiteNoneInsecure'],
    ),
    {
      name: 'sid',
      domain: 'example.org',
      path: '/',
      maxAge: 60,
      httpOnly: true,
      secure: true,
      sameSite: 'None',
      partitioned: true,
      blocked: ['SameSiteNoneInsecure'],
    },
  );
  assert.deepEqual(setCookieOf('bare'), { name: 'bare', httpOnly: false, secure: false });
});

it('gives the phases of a request as HAR has them', () => {
  const timing = {
    requestTime: 100.01,
    proxyStart: -1,
    proxyEnd: -1,
    dnsStart: 1,
    dnsEnd: 3,
    connectStart: 3,
    connectEnd: 9,
    sslStart: 5,
    sslEnd: 9,
    sendStart: 9,
    sendEnd: 9.5,
    receiveHeadersStart: 29,
    receiveHeadersEnd: 30,
    workerStart: -1,
    workerReady: -1,
    workerFetchStart: -1,
    workerRespondWithSettled: -1,
    pushStart: 0,
    pushEnd: 0,
  };
  assert.equal(timingsOf(timing, 633, 633.01), undefined, 'the times of another request, long before');
  assert.deepEqual(timingsOf(timing, 100, 100.05), {
    blocked: 11,
    dns: 2,
    connect: 6,
    ssl: 4,
    send: 0.5,
    wait: 20.5,
    receive: 10,
  });
});
