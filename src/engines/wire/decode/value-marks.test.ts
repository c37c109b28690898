import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import {
  addressValues,
  askedMarks,
  bodyValues,
  jsonValues,
  noteAnswered,
  statementValues,
  wordValues,
} from './value-marks.ts';

const all = (values: Iterable<readonly [string, string | null]>) => [...values].map((one) => one.join('='));

test('values of addresses, bodies, statements and commands, with their places', () => {
  assert.deepEqual(all(addressValues('/users/7/or%20ders?page=2&q=a')), [
    '/0=',
    '/1=users',
    '/2=7',
    '/3=or ders',
    'page=2',
    'q=a',
  ]);
  assert.deepEqual(all(jsonValues('{"id":7,"tags":["a\\"b","c"],"of":{"name":"Ann"},"cut":"no e')), [
    'id=7',
    'tags=a"b',
    'tags=c',
    'name=Ann',
  ]);
  assert.deepEqual(all(statementValues(['7', '{8,9}', '%Ann%', null], ['EUR'])), [
    '$0=7',
    '$1=8',
    '$1=9',
    '$2=Ann',
    '?0=EUR',
  ]);
  assert.deepEqual(all(wordValues(['cart:7', '{"id":7}', ['x', 3]], 'a')), [
    'a0.0=cart',
    'a0.1=7',
    'id=7',
    'a0.0=x',
    'a1.0=3',
  ]);
});

test('bodies are read as they are coded, and no others than fields with values', () => {
  const body = (bytes: Uint8Array, ...headers: [string, string][]) => all(bodyValues(bytes, headers));
  const json = Buffer.from('{"id":7}');
  const type: [string, string] = ['Content-Type', 'application/json'];
  assert.deepEqual(body(json, type), ['id=7']);
  assert.deepEqual(body(gzipSync(json), type, ['content-encoding', 'gzip']), ['id=7']);
  assert.deepEqual(body(brotliCompressSync(json), type, ['content-encoding', 'br']), ['id=7']);
  assert.deepEqual(body(json, type, ['content-encoding', 'gzip']), []);
  assert.deepEqual(body(json, ['content-type', 'text/html']), []);
  assert.deepEqual(
    body(Buffer.from('id=7&name=Ann+B'), ['content-type', 'application/x-www-form-urlencoded']),
    ['id=7', 'name=Ann B'],
  );
  // It would grow to more than is looked at.
  assert.deepEqual(body(gzipSync(Buffer.alloc(1_000_000, '1,')), type, ['content-encoding', 'gzip']), []);
});

test('the same value in the same place has the same mark, from which it cannot be read', () => {
  const marks = (place: string, value: string) => askedMarks([[place, value]]).values ?? '';
  assert.equal(marks('id', '7'), marks('id', '7'));
  assert.equal(marks('id', '7').slice(1), marks('user_id', '7').slice(1));
  assert.notEqual(marks('id', '7').slice(1), marks('id', '8').slice(1));
  assert.match(marks('id', '7'), /^[\ue000-\uefff]{3}$/);
  for (const value of ['', 'true', 'null', 'x'.repeat(201)]) assert.equal(marks('id', value), '');
  assert.equal(marks('password', 'hunter2'), '');
});

test('a question leaves room for the answer, and nothing grows without an end', () => {
  const many = (place: string) => Array.from({ length: 500 }, (_, at): [string, string] => [place, `v${at}`]);
  const told = askedMarks(many('q'));
  assert.equal(told.values?.length, 16 * 3);
  noteAnswered(told, many('a'));
  assert.equal(told.values?.length, 48 * 3);
});
