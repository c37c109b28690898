import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bypassOf } from './bypass.ts';

test("hosts that need no proxy, in Chromium's words", () => {
  const cases: readonly [words: string, host: string, port: number, isBypassed: boolean][] = [
    ['.internal, localhost', 'a.internal', 80, true],
    ['.internal, localhost', 'LOCALHOST', 80, true],
    ['.internal', 'internal', 80, false],
    ['*.foo.example;bar', 'a.b.foo.example', 443, true],
    ['foo.example', 'a.foo.example', 443, false],
    ['foo.*.example', 'foo.bar.example', 443, true],
    ['foo*oo', 'foo', 443, false],
    ['https://foo.example:8443', 'foo.example', 8443, true],
    ['foo.example:8443', 'foo.example', 443, false],
    ['10.0.0.0/8', '10.2.3.4', 80, true],
    ['10.0.0.0/8', 'ten.example', 80, false],
    ['fd00::/8', 'fd12::1', 80, true],
    ['[::1]:80', '::1', 80, true],
    ['<local>', 'intranet', 80, true],
    ['<local>', '::1', 80, false],
    ['<-loopback>', '127.0.0.1', 80, false],
    ['*', 'anything.example', 1, true],
    ['', 'anything.example', 1, false],
  ];
  for (const [words, host, port, isBypassed] of cases)
    assert.equal(bypassOf(words)({ host, port }), isBypassed, `${words} ${host}:${port}`);
});
