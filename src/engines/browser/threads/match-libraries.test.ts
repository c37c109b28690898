import assert from 'node:assert/strict';
import { test } from 'node:test';
import vendored from './libraries.vendored.json' with { type: 'json' };
import { isAtLeast, type KnownLibrary, libraryMarks, matchLibraries } from './match-libraries.ts';

const marks = libraryMarks(vendored.libraries as unknown as Readonly<Record<string, KnownLibrary>>);
const found = (url: string, text = '') =>
  matchLibraries(url, text, marks).map(({ name, version, by, weaknesses }) => [
    name,
    version,
    by,
    weaknesses.length > 0,
  ]);

test('libraries are known by content, address and name, and only old versions are weak', () => {
  const jquery = '/*! jQuery v1.8.1 jquery.com | jquery.org/license */';
  assert.deepEqual(found('https://x.example/a.js', jquery), [['jquery', '1.8.1', 'content', true]]);
  assert.deepEqual(found('https://code.jquery.com/jquery-3.4.1.min.js'), [['jquery', '3.4.1', 'name', true]]);
  assert.deepEqual(found('https://x.example/jquery-99.0.0.js'), [['jquery', '99.0.0', 'name', false]]);
  assert.deepEqual(found('https://cdnjs.cloudflare.com/ajax/libs/angular.js/1.5.0/angular.min.js').at(0), [
    'angularjs',
    '1.5.0',
    'address',
    true,
  ]);
  const bundled = 'e.VERSION="1.8.3";On.VERSION="4.17.4",u("bind bindKey curry".split(" "))';
  assert.deepEqual(found('https://x.example/vendor.js', bundled), [['lodash', '4.17.4', 'content', true]]);
  assert.deepEqual(found('https://x.example/app.js', 'console.log("nothing known")'), []);
});

test('versions are compared by their parts', () => {
  const order = ['1.6.3', '1.9.0b1', '1.9.0', '1.12.0', '3.0.0-beta1', '3.0.0', '3.0.0.1'];
  for (const [i, one] of order.entries())
    for (const [j, other] of order.entries())
      if (!/b1|beta/.test(one + other)) assert.equal(isAtLeast(one, other), i >= j, `${one} ${other}`);
  assert.equal(isAtLeast('3.0.0-beta1', '3.0.0'), false);
  assert.equal(isAtLeast('3.0.0', '3.0.0-beta1'), true);
});

test('what Retire.js knows of many libraries is there', () => {
  assert.ok(marks.length > 60);
  assert.match(vendored.date, /^\d{4}-\d\d-\d\d$/);
});
