import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cuesOf, writeWebvtt } from './webvtt.ts';

test('each text lasts until the next, and none can end a cue or become markup', () => {
  const marks = [
    { at: 3_723_004, text: 'a --> b\n\n<i>c & d' },
    { at: -50, text: 'first' },
    { at: 2_000, text: '' },
  ];
  assert.equal(
    writeWebvtt(cuesOf(marks, 3_725_000)),
    'WEBVTT\n\n1\n00:00:00.000 --> 00:00:02.000\nfirst\n\n' +
      '2\n01:02:03.004 --> 01:02:05.000\na --&gt; b\n&lt;i&gt;c &amp; d\n',
  );
  assert.equal(writeWebvtt([]), 'WEBVTT\n');
});
