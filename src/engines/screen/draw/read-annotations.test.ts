import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAnnotations } from './read-annotations.ts';

const box = { x: 1, y: 2, width: 3, height: 4 };

const BAD: readonly (readonly [Record<string, unknown>, string, RegExp])[] = [
  [{}, 'type', /is missing/],
  [{ type: 'arow' }, 'type', /did you mean "arrow"/],
  [{ type: 'rect', y: 2, width: 3, height: 4 }, 'x', /is missing/],
  [{ type: 'rect', ...box, width: 0 }, 'width', /more than 0/],
  [{ type: 'ellipse', ...box, height: -4 }, 'height', /more than 0/],
  [{ type: 'rect', ...box, x: '1' }, 'x', /must be a number, not "1"/],
  [{ type: 'rect', ...box, x: Number.NaN }, 'x', /must be a number/],
  [{ type: 'rect', ...box, x: 1e9 }, 'x', /at most 100000/],
  [{ type: 'rect', ...box, color: 'reddish' }, 'color', /give a colour/],
  [{ type: 'rect', ...box, opacity: 2 }, 'opacity', /at most 1/],
  [{ type: 'rect', ...box, strokewidth: 2 }, 'strokewidth', /did you mean "stroke_width"/],
  [{ type: 'text', x: 1, y: 1 }, 'text', /is missing/],
  [{ type: 'text', x: 1, y: 1, text: '' }, 'text', /must be a text/],
  [{ type: 'arrow' }, 'points', /is missing/],
  [{ type: 'arrow', points: [{ x: 1, y: 1 }] }, 'points', /at least two/],
  [{ type: 'arrow', x: 1, y: 1 }, 'width', /is missing/],
  [{ type: 'freehand', points: 'a' }, 'points', /list of/],
  [{ type: 'freehand', points: [{ x: 1, y: 1 }, { x: 1 }] }, 'points[1].y', /is missing/],
  [{ type: 'blur', ...box, blur_radius: 1 }, 'blur_radius', /at least 2/],
  [{ type: 'crop', ...box, width: undefined }, 'width', /is missing/],
];

for (const [given, field, problem] of BAD) {
  test(`${JSON.stringify(given)} is refused for its ${field}`, () => {
    const good = { type: 'rect', ...box };
    assert.throws(
      () => readAnnotations([good, given]),
      (error: Error & { code: string; data: Record<string, unknown> }) => {
        assert.equal(error.code, 'INVALID_ANNOTATION');
        assert.deepEqual([error.data.index, error.data.field], [1, field]);
        assert.match(String(error.data.problem), problem);
        return true;
      },
    );
  });
}

test('both spellings mean the same', () => {
  const snake = { type: 'rect', ...box, color: '#00FF00', stroke_width: 5, fill_color: '#11223344' };
  const camel = { type: 'rect', ...box, strokeColor: '#00FF00', strokeWidth: 5, fillColor: '#11223344' };
  assert.deepEqual(readAnnotations([camel]), readAnnotations([snake]));
  const later = { type: 'highlight', ...box, highlightColor: '#00FFFF', id: 'x', locked: true };
  assert.deepEqual(
    readAnnotations([later]),
    readAnnotations([{ type: 'highlight', ...box, color: '#00FFFF' }]),
  );
});

test('defaults are those of the specification, and of the settings', () => {
  const [rect] = readAnnotations([{ type: 'rect', ...box }]);
  assert.deepEqual(rect, {
    type: 'rect',
    box: { x: 1, y: 2, w: 3, h: 4 },
    color: '#FF0000',
    strokeWidth: 2,
    opacity: 1,
    fillColor: undefined,
  });
  const defaults = {
    strokeColor: '#123456',
    strokeWidth: 7,
    fontSize: 30,
    fontFamily: 'serif',
    stepColor: '#654321',
    stepSize: 50,
    blurRadius: 20,
  };
  const given = [
    { type: 'text', x: 0, y: 0, text: 'a' },
    { type: 'step', x: 0, y: 0 },
    { type: 'blur', ...box },
  ];
  const [text, step, blur] = readAnnotations(given, defaults);
  assert.partialDeepStrictEqual(text, { color: '#123456', fontSize: 30, fontFamily: 'serif' });
  assert.partialDeepStrictEqual(step, { color: '#654321', size: 50 });
  assert.partialDeepStrictEqual(blur, { blockSize: 20 });
});

test('steps count by themselves', () => {
  const step = { type: 'step', x: 1, y: 1 };
  const labels = readAnnotations([step, { ...step, stepNumber: 7 }, { type: 'rect', ...box }, step]).map(
    (one) => (one.type === 'step' ? one.label : undefined),
  );
  assert.deepEqual(labels, ['1', '7', undefined, '3']);
});
