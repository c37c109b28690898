import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matcher } from './origin-guard.ts';

const hits = (origins: readonly string[], url: string) => matcher(origins)(new URL(url));

test('scheme, host and port count', () => {
  assert.ok(hits(['https://example.org'], 'https://example.org/a'));
  assert.ok(hits(['https://example.org:443'], 'https://example.org/a'));
  assert.ok(!hits(['https://example.org'], 'http://example.org/a'));
  assert.ok(!hits(['https://example.org'], 'https://www.example.org/'));
  assert.ok(!hits(['http://localhost:3000'], 'http://localhost:3001/'));
});

test('a star stands for any port, a bare host for both schemes', () => {
  assert.ok(hits(['http://localhost:*'], 'http://localhost:4711/'));
  assert.ok(!hits(['http://localhost:*'], 'https://localhost:4711/'));
  assert.ok(hits(['example.org'], 'http://example.org:8080/'));
  assert.ok(!hits(['not an origin'], 'http://example.org/'));
});

test('every spelling of an origin is the same one', () => {
  const spelled: readonly [string, string][] = [
    ['HTTPS://Example.ORG', 'https://example.org/'],
    ['https://example.org/', 'https://example.org:443/'],
    ['https://example.org', 'wss://example.org/socket'],
    ['ws://example.org', 'http://example.org/'],
    ['example.org', 'https://example.org./'],
    ['example.org.', 'https://example.org/'],
    ['b\u00fccher.example', 'https://xn--bcher-kva.example/'],
    ['https://xn--bcher-kva.example', 'https://B\u00dcCHER.example/'],
    ['http://2130706433', 'http://127.0.0.1/'],
    ['http://0x7f.1:8080', 'http://127.0.0.1:8080/'],
    ['http://[0:0:0:0:0:0:0:1]:*', 'http://[::1]:9000/'],
    ['[::1]', 'https://[0::1]/'],
    ['example.org:8443', 'https://example.org:8443/'],
    ['example.org:443', 'https://example.org/'],
    ['*.example.org', 'https://a.b.example.org/'],
  ];
  for (const [origin, url] of spelled) assert.ok(hits([origin], url), `${origin} ${url}`);
  assert.ok(!hits(['*.example.org'], 'https://badexample.org/'));
  assert.ok(!hits(['example.org:443'], 'http://example.org/'));
});
