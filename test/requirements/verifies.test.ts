import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { scratch } from '../kit/scratch.ts';

const source = `
import { verifies } from ${JSON.stringify(pathToFileURL(join(import.meta.dirname, 'verifies.ts')).href)};
verifies('fotos: Malformed input', () => {});
verifies(['rawprox: REQ_MCP_001', 'rawprox: REQ_MCP_002'], 'with a title', () => { throw new Error('planted'); });
verifies('viewpoint: Call tool', (t) => { t.skip('not here'); });
verifies('viewpoint: List tools', () => {}, { skip: 'not here either' });
verifies('fotos: No such row', () => {});
`;

test('how each cited test ended is recorded', async (t) => {
  const folder = await scratch(t);
  const file = join(folder, 'planted.test.mjs');
  await writeFile(file, source);
  // NODE_TEST_CONTEXT of this very run would turn the child into a part of it.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const child = spawn(process.execPath, ['--test', file], {
    env: { ...env, SENSORIUM_CITATIONS: folder },
    stdio: 'ignore',
  });
  const [code] = await once(child, 'close');
  assert.equal(code, 1, 'the planted failures fail');
  const [name] = (await readdir(folder)).filter((one) => one.endsWith('.ndjson'));
  assert.ok(name, 'a file was written');
  const lines = (await readFile(join(folder, name), 'utf8')).trim().split('\n').sort();
  assert.deepEqual(lines, [
    '{"id":"fotos: Malformed input","outcome":"pass"}',
    '{"id":"fotos: No such row","outcome":"fail"}',
    '{"id":"rawprox: REQ_MCP_001","outcome":"fail"}',
    '{"id":"rawprox: REQ_MCP_002","outcome":"fail"}',
    '{"id":"viewpoint: Call tool","outcome":"skip"}',
    '{"id":"viewpoint: List tools","outcome":"skip"}',
  ]);
});
