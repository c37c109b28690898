import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadConfig } from '../config/load.ts';
import { gasoline } from '../profiles/gasoline.ts';
import { moonsurf } from '../profiles/moonsurf.ts';
import type { Profile } from '../profiles/profile.ts';
import { rawprox } from '../profiles/rawprox.ts';
import { sensorium } from '../profiles/sensorium.ts';
import { viewpoint } from '../profiles/viewpoint.ts';
import { whoNeedsKey } from './doors.ts';

const NOWHERE = { HOME: '/nowhere' };
const who = (profile: Profile, ...argv: string[]) =>
  whoNeedsKey(profile, loadConfig({ ...profile, argv, env: NOWHERE }).config);

test('everybody needs a key, but for the own user of three commands, and unless it was said', () => {
  for (const profile of [sensorium, viewpoint]) assert.equal(who(profile), 'everybody');
  for (const profile of [rawprox, moonsurf, gasoline]) {
    assert.equal(who(profile), 'others');
    assert.equal(who(profile, '--no-key'), 'nobody');
    assert.equal(who(profile, '--api-key', 'long-enough'), 'everybody');
  }
  for (const more of [['--host', '0.0.0.0'], ['--public-url', 'https://x.example'], ['--require-key']])
    assert.equal(who(moonsurf, ...more), 'everybody');
  assert.throws(() => who(viewpoint, '--no-key'), { code: 'UNKNOWN_FLAG' });
  assert.throws(() => who(gasoline, '--no-key', '--host', '192.0.2.1'), /--host 192\.0\.2\.1/);
});

test('any origin and any host only where everybody needs a key', () => {
  const wide = [
    ['--allowed-origins', '*'],
    ['--allowed-origins', 'https://a.example,null'],
    ['--allowed-hosts', '*'],
  ];
  for (const argv of wide) {
    for (const profile of [rawprox, moonsurf, gasoline]) {
      assert.throws(() => who(profile, ...argv), {
        code: 'INVALID_FLAG',
        message: /without a key.*--api-key/,
      });
      assert.throws(() => who(profile, '--no-key', ...argv), { code: 'INVALID_FLAG' });
      assert.equal(who(profile, '--api-key', 'long-enough', ...argv), 'everybody');
    }
    assert.equal(who(sensorium, ...argv), 'everybody');
  }
  assert.equal(who(moonsurf, '--allowed-origins', 'https://a.example', '--allowed-hosts', 'box'), 'others');
});
