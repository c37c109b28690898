import assert from 'node:assert/strict';
import test from 'node:test';
import { nearest } from './nearest.ts';

const known = ['--flush-millis', '--filename-format', '--mcp-port', 'local_port'];

for (const [given, meant] of [
  ['--flush-milis', '--flush-millis'],
  ['--flush', '--flush-millis'],
  ['localPort', 'local_port'],
  ['--quite-another', undefined],
  ['--', undefined],
] as const) {
  test(`"${given}" is taken for ${meant ?? 'nothing that there is'}`, () => {
    assert.equal(nearest(given, known), meant);
  });
}
