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
