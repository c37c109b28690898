import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Config } from '../config/options.ts';
import { DEFAULT_PRIVACY } from '../engines/browser/capture/privacy.ts';
import { privacyOf, retentionOf } from './record-settings.ts';

const config = (changes: Partial<Config> = {}) =>
  ({
    recordItems: 100_000,
    recordMb: 1024,
    recordDays: 7,
    recordStreams: {},
    recordBodies: true,
    recordInput: true,
    ...changes,
  }) as Config;

test('how much is kept, of all streams and of some', () => {
  const day = 24 * 3_600_000;
  assert.deepEqual(retentionOf(config()), { items: 100_000, bytes: 2 ** 30, ageMs: 7 * day, streams: {} });
  const changed = config({ recordMb: 0.5, recordStreams: { websocket: { items: 50, days: 0.5 } } });
  assert.deepEqual(retentionOf(changed), {
    items: 100_000,
    bytes: 2 ** 19,
    ageMs: 7 * day,
    streams: { websocket: { items: 50, ageMs: day / 2 } },
  });
});

test('what is never recorded: the usual, other names, or more names', () => {
  assert.deepEqual(privacyOf(config(), DEFAULT_PRIVACY), DEFAULT_PRIVACY);
  const other = privacyOf(config({ privateHeaders: ['X-Mine'], recordBodies: false }), DEFAULT_PRIVACY);
  assert.deepEqual([other.headers, other.bodies, other.inputValues], [['x-mine'], false, true]);
  const more = privacyOf(config({ privateFields: ['+Shoe', '+hat'], privatePaths: [] }), DEFAULT_PRIVACY);
  assert.deepEqual(more.secretWords, [...DEFAULT_PRIVACY.secretWords, 'shoe', 'hat']);
  const mixed = privacyOf(config({ privatePaths: ['gate', '+door'] }), DEFAULT_PRIVACY);
  assert.deepEqual(mixed.authWords, ['gate', 'door']);
});
