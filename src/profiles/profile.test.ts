import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadProfiles } from '../../scripts/gen/loaded.ts';
import { type OptionKey, options, sets } from '../config/options.ts';

const profiles = await loadProfiles();

/** These take single options of some sets; all others take whole ones. */
const CHOOSY = [
  'rawprox',
  'sensorium app',
  'sensorium doctor',
  'sensorium pair',
  'sensorium record recover',
  'sensorium report',
  'sensorium shot',
  'viewpoint-mcp install-browser',
];

test('an option is taken by every command that takes its set', () => {
  const usual = profiles.filter(({ command }) => !CHOOSY.includes(command));
  assert.ok(usual.length >= 5);
  for (const { command, takes } of usual) {
    for (const [name, set] of Object.entries(sets)) {
      const keys = Object.keys(set) as OptionKey[];
      const taken = keys.filter((key) => takes.includes(key));
      assert.ok(taken.length === 0 || taken.length === keys.length, `${command} takes a part of "${name}"`);
    }
  }
});

test('every option is in one set, and some command takes it', () => {
  const keys = Object.values(sets).flatMap((set) => Object.keys(set));
  assert.deepEqual(keys.sort(), Object.keys(options).sort());
  const taken = new Set<string>(profiles.flatMap(({ takes }) => takes));
  assert.deepEqual(
    keys.filter((key) => !taken.has(key)),
    [],
  );
});
