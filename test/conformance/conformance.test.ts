import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { silentLog } from '../../src/kernel/log.ts';
import { createHttpFront } from '../../src/transport/http.ts';
import { type Cleanup, scratch } from '../kit/scratch.ts';
import { root } from '../kit/start-server.ts';
import { fixtureServers } from './fixtures.ts';

const suite = join(root, 'node_modules', '@modelcontextprotocol', 'conformance', 'dist', 'index.js');

/** The scored scenarios of each revision; the suite's own list must not become shorter unnoticed. */
const revisions = [
  { revision: '2025-11-25', scored: 30 },
  { revision: '2026-07-28', scored: 37 },
];

async function startFixtures(t: Cleanup, folder: string): Promise<string> {
  const makeServer = fixtureServers();
  const factory = () => ({ server: makeServer, close: async () => undefined });
  const front = createHttpFront({ factory, log: silentLog, cwd: folder });
  const { port } = await front.listen(0, '127.0.0.1');
  t.after(() => front.close());
  return `http://127.0.0.1:${port}/mcp`;
}

function runSuite(url: string, revision: string, folder: string): Promise<{ code: number; output: string }> {
  const args = [suite, 'server', '--url', url, '--requirements', revision, '-o', join(folder, 'results')];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: folder, timeout: 120_000 }, (error, stdout, stderr) => {
      resolve({
        code: typeof error?.code === 'number' ? error.code : error ? 1 : 0,
        output: stdout + stderr,
      });
    });
  });
}

for (const { revision, scored } of revisions) {
  test(`the official suite passes on our front: ${revision}`, async (t) => {
    const folder = await scratch(t);
    const { code, output } = await runSuite(await startFixtures(t, folder), revision, folder);
    const summary = output.slice(output.indexOf('=== SUMMARY ==='), output.indexOf('\nTotal: '));
    const notScored = output.slice(output.indexOf('\nNot scored'));
    const lines = summary.split('\n').filter((line) => /^[✓✗]/.test(line));
    const scenarios = lines.filter((line) => !notScored.includes(` ${nameIn(line)} (`));
    assert.equal(scenarios.length, scored, output);
    for (const line of scenarios) {
      await t.test(nameIn(line), () => assert.match(line, /: [1-9]\d* passed, 0 failed/, output));
    }
    assert.equal(code, 0, output);
  });
}

function nameIn(line: string): string {
  return /^[✓✗] ([^:]+):/.exec(line)?.[1] ?? line;
}
