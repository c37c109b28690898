import assert from 'node:assert/strict';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { scratch } from '../../../test/kit/scratch.ts';
import { startServer } from '../../../test/kit/start-server.ts';
import { doctorParts } from '../../assemble/command-parts.ts';
import { VERSION } from '../../kernel/version.ts';
import { type Check, checkTable } from './check.ts';
import { checkClients } from './clients.ts';
import {
  checkApp,
  checkBrowser,
  checkDisplay,
  checkNode,
  checkOcr,
  checkPort,
  checkStateFolder,
} from './machine.ts';

const parts = await doctorParts();
const app = { ok: true, version: VERSION, pid: 12, endpoint: 'http://localhost:7700/mcp' };

test('Node', () => {
  assert.equal(checkNode('24.1.0').status, 'ok');
  assert.equal(checkNode('22.18.0').status, 'ok');
  assert.equal(checkNode('22.17.9').status, 'fail');
  assert.match(checkNode('20.0.0').advice ?? '', /Install Node 22\.18/);
});

test('browser', async (t) => {
  const folder = await scratch(t);
  const program = join(folder, 'chrome');
  await writeFile(program, '#!/bin/sh\necho Chromium 123.4.5.6\n', { mode: 0o755 });
  const found = await checkBrowser({ SENSORIUM_BROWSER: program }, parts);
  assert.deepEqual(found, { what: 'Browser', status: 'ok', found: `given 123.4.5.6 at ${program}` });
  const wrong = await checkBrowser({ SENSORIUM_BROWSER: join(folder, 'missing') }, parts);
  assert.equal(wrong.status, 'fail');
  assert.match(wrong.found, /SENSORIUM_BROWSER names .*missing/);
});

test('display', () => {
  assert.equal(checkDisplay({}, 'linux').status, 'warning');
  assert.equal(checkDisplay({}, 'darwin').status, 'ok');
  assert.equal(checkDisplay({ DISPLAY: ':1' }, 'linux').found, 'DISPLAY=:1');
});

test('text in pictures: who reads it, which languages, what to do', async (t) => {
  const addOns = await scratch(t);
  const found = await checkOcr({ engine: 'tesseract.js', addOns }, 'eng', parts);
  assert.equal(found.status, 'ok');
  assert.match(found.found, /^tesseract\.js reads eng \(.*tesseract\.js: (?:\w+, )*eng/);
  const missing = await checkOcr({ engine: 'tesseract.js', addOns }, 'tlh', parts);
  assert.equal(missing.status, 'warning');
  assert.ok(missing.advice?.includes(`--prefix ${addOns} @tesseract.js-data/tlh`), missing.advice);
});

test('state folder: looked at, not made', async (t) => {
  const folder = await scratch(t);
  assert.equal((await checkStateFolder(folder)).found, folder);
  const later = join(folder, 'a', 'b');
  assert.deepEqual(await checkStateFolder(later), {
    what: 'State folder',
    status: 'ok',
    found: `${later} (will be made)`,
  });
  assert.deepEqual(await readdir(folder), []);
  await writeFile(join(folder, 'file'), '');
  assert.equal((await checkStateFolder(join(folder, 'file', 'x'))).status, 'fail');
});

test('port: free, the app’s, or somebody else’s', async (t) => {
  const busy = createServer();
  await new Promise<void>((resolve) => busy.listen(0, '127.0.0.1', resolve));
  const { port } = busy.address() as { port: number };
  t.after(() => busy.close());
  assert.match((await checkPort(port, undefined)).found, /another program/);
  assert.equal((await checkPort(port, undefined)).status, 'warning');
  const own = { ...app, endpoint: `http://localhost:${port}/mcp` };
  assert.deepEqual(await checkPort(port, own), {
    what: `Port ${port}`,
    status: 'ok',
    found: 'the app listens on it',
  });
});

test('app', () => {
  assert.match(checkApp(undefined).found, /does not run/);
  assert.deepEqual(checkApp(app), {
    what: 'App',
    status: 'ok',
    found: `runs: process 12, version ${VERSION}, http://localhost:7700/mcp`,
  });
  assert.equal(checkApp({ ...app, version: '0.0.1' }).status, 'warning');
});

test('clients', async (t) => {
  const home = await scratch(t);
  const cwd = await scratch(t);
  const look = () => checkClients({ home, cwd, env: {}, platform: 'linux' });
  assert.match((await look())[0]?.found ?? '', /no MCP client has a config here/);
  const row = async (name: string): Promise<Check | undefined> =>
    (await look()).find(({ what }) => what === name);

  // The name of a folder in the history is not a server.
  await writeFile(join(home, '.claude.json'), '{"projects":{"/src/sensorium":{"mcpServers":{}}}}');
  assert.equal((await row('Claude Code'))?.status, 'warning');
  await mkdir(join(home, '.codex'));
  await writeFile(join(home, '.codex', 'config.toml'), '# sensorium\n[mcp_servers.other]\nurl = "x"\n');
  assert.equal((await row('Codex'))?.status, 'warning');

  await writeFile(join(cwd, '.mcp.json'), '{"mcpServers":{"shots":{"command":"npx","args":["fotos-mcp"]}}}');
  assert.equal((await row('Claude Code'))?.found, `set up in ${join(cwd, '.mcp.json')}`);
  assert.equal((await row('Codex'))?.status, 'ok', 'one client is enough');
  await writeFile(join(home, '.codex', 'config.toml'), '[mcp_servers.sensorium]\nurl = "x"\n');
  assert.match((await row('Codex'))?.found ?? '', /^set up/);
  await mkdir(join(cwd, '.vscode'));
  await writeFile(join(cwd, '.vscode', 'mcp.json'), '// mine\n{"servers":{"sensorium":{"url":"x"},}}');
  assert.match((await row('VS Code'))?.found ?? '', /^set up/);
  await mkdir(join(home, '.cursor'));
  await writeFile(join(home, '.cursor', 'mcp.json'), '{"mcpServers":');
  assert.match((await row('Cursor'))?.found ?? '', /is not valid/);
});

test('the table', () => {
  const checks: Check[] = [
    { what: 'One', status: 'ok', found: 'good' },
    { what: 'Longer', status: 'fail', found: 'bad', advice: 'Mend it.' },
  ];
  assert.equal(
    checkTable(checks, false),
    ['ok       One     good', 'fail     Longer  bad', '                 -> Mend it.', ''].join('\n'),
  );
  assert.ok(checkTable(checks, true).includes('\u001b[31mfail'));
});

test('the command: a table or JSON; non-zero when the main job would not run', async (t) => {
  const home = await scratch(t);
  const program = join(home, 'chrome');
  await writeFile(program, '#!/bin/sh\necho Chromium 123.4.5.6\n', { mode: 0o755 });
  const run = async (args: readonly string[], browser = program) => {
    const doctor = await startServer(t, 'sensorium', ['doctor', ...args], {
      home,
      env: { SENSORIUM_BROWSER: browser },
    });
    const { code } = await doctor.exit;
    return { code, said: doctor.lines.all.join('\n'), stderr: doctor.stderr };
  };
  const good = await run([]);
  assert.equal(good.code, 0, good.said);
  assert.match(good.said, /^ok +Node/);
  const bad = await run(['--json'], join(home, 'missing'));
  assert.equal(bad.code, 1);
  const { ok, checks } = JSON.parse(bad.said);
  assert.equal(ok, false);
  assert.deepEqual(
    checks.filter((check: Check) => check.status === 'fail').map((check: Check) => check.what),
    ['Browser'],
  );
  assert.match(bad.stderr, /^sensorium doctor: One check failed\./);
});
