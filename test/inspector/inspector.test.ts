import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { scratch } from '../kit/scratch.ts';
import { root, startServer } from '../kit/start-server.ts';
import { exitCodes, inspect, toolCall } from './inspect.ts';

const key = 'inspector-test-key';

describe('over stdio: sensorium', () => {
  const command = ['--', process.execPath, join(root, 'bin', 'sensorium.cjs'), '--standalone'];
  const eras = [[], ['--protocol-era', 'modern']];
  for (const era of eras) {
    const name = era.at(-1) ?? 'handshake';
    test(`initialize (${name})`, async (t) => {
      const { code, result, stderr } = await inspect(await scratch(t), ['initialize'], [...era, ...command]);
      assert.equal(code, exitCodes.ok, stderr);
      assert.equal(result.serverInfo.name, 'sensorium');
    });
    test(`tools/list (${name})`, async (t) => {
      const { code, result, stderr } = await inspect(await scratch(t), ['tools/list'], [...era, ...command]);
      assert.equal(code, exitCodes.ok, stderr);
      assert.ok(result.tools.length > 0);
    });
  }
  test('tools/call of a tool that does not exist is an error', async (t) => {
    const { code, stderr } = await inspect(await scratch(t), toolCall('no_such_tool', {}), command);
    assert.notEqual(code, exitCodes.ok);
    assert.match(stderr, /no_such_tool/);
  });
});

test('over HTTP and SSE: rawprox with a key', async (t) => {
  const server = await startServer(t, 'rawprox', ['--mcp-port', '0', '--api-key', key]);
  const ready = await server.lines.first((line) => line.includes('"mcp-ready"'), 'mcp-ready');
  const { origin } = new URL(JSON.parse(ready).endpoint);
  const withKey = ['--header', `Authorization: Bearer ${key}`, '--stored-auth-only'];
  const fronts = [
    { name: 'http', target: [`${origin}/mcp`, '--transport', 'http'] },
    { name: 'http modern', target: [`${origin}/mcp`, '--transport', 'http', '--protocol-era', 'modern'] },
    { name: 'sse', target: [`${origin}/sse`, '--transport', 'sse'] },
  ];
  for (const { name, target } of fronts) {
    await t.test(`${name}: initialize, tools/list, tools/call`, async () => {
      const first = await inspect(server.home, ['initialize'], [...target, ...withKey]);
      assert.equal(first.code, exitCodes.ok, first.stderr);
      assert.equal(first.result.serverInfo.name, 'rawprox');
      const list = await inspect(server.home, ['tools/list'], [...target, ...withKey]);
      assert.equal(list.result.tools.length, 5, list.stderr);
      const rule = { local_port: 0, target_host: '127.0.0.1', target_port: 9 };
      const called = await inspect(server.home, toolCall('add-port-rule', rule), [...target, ...withKey]);
      assert.equal(called.code, exitCodes.ok, called.stderr);
      assert.match(called.result.content[0].text, /127\.0\.0\.1:9/);
    });
  }
  await t.test('without the key the Inspector says that one is needed', async () => {
    const target = [`${origin}/mcp`, '--transport', 'http', '--stored-auth-only'];
    const { code, stderr } = await inspect(server.home, ['tools/list'], target);
    assert.equal(code, exitCodes.auth, stderr);
  });
});
