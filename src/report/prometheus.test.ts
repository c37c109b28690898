import assert from 'node:assert/strict';
import { test } from 'node:test';
import { prometheusText } from './prometheus.ts';

test('metrics are told in the text format, with help, type, labels and suffixes', () => {
  const text = prometheusText([
    {
      name: 'a_total',
      help: 'How many.',
      kind: 'counter',
      samples: [{ labels: { tool: 'x', outcome: 'ok' }, value: 3 }],
    },
    { name: 'empty', help: 'Nothing.', kind: 'gauge', samples: [] },
    {
      name: 'b_seconds',
      help: 'Two\nlines.',
      kind: 'histogram',
      samples: [
        { suffix: '_bucket', labels: { le: '+Inf' }, value: 2 },
        { suffix: '_sum', value: 0.5 },
      ],
    },
  ]);
  assert.equal(
    text,
    [
      '# HELP a_total How many.',
      '# TYPE a_total counter',
      'a_total{tool="x",outcome="ok"} 3',
      '# HELP b_seconds Two\\nlines.',
      '# TYPE b_seconds histogram',
      'b_seconds_bucket{le="+Inf"} 2',
      'b_seconds_sum 0.5',
      '',
    ].join('\n'),
  );
});

test('labels cannot break out of their quotes, and odd numbers have their names', () => {
  const labels = { name: 'a"b\\c\nd' };
  const text = prometheusText([
    {
      name: 'x',
      help: 'h',
      kind: 'gauge',
      samples: [
        { labels, value: Number.NaN },
        { value: Number.POSITIVE_INFINITY },
        { value: Number.NEGATIVE_INFINITY },
      ],
    },
  ]);
  assert.match(text, /x\{name="a\\"b\\\\c\\nd"\} NaN\nx \+Inf\nx -Inf\n$/);
});
