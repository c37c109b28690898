import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bannerText, clientSnippets, startLine } from './banner.ts';

const endpoint = {
  url: 'http://localhost:7700/mcp',
  key: 'secret-key',
  command: ['/bin/node', '/opt/sensorium.cjs'] as [string, ...string[]],
};
const headers = { Authorization: 'Bearer secret-key' };
const find = (name: string, of = endpoint) =>
  clientSnippets(of).find(({ client }) => client === name)?.text ?? '';

test('every client gets what its config takes', () => {
  const { url } = endpoint;
  assert.equal(
    find('Claude Code'),
    `claude mcp add --transport http sensorium ${url} --header "Authorization: Bearer secret-key"`,
  );
  assert.deepEqual(JSON.parse(find('Claude Desktop')), {
    mcpServers: { sensorium: { command: '/bin/node', args: ['/opt/sensorium.cjs'] } },
  });
  assert.deepEqual(JSON.parse(find('Cursor')), { mcpServers: { sensorium: { url, headers } } });
  assert.deepEqual(JSON.parse(find('VS Code')), { servers: { sensorium: { type: 'http', url, headers } } });
  assert.equal(
    find('Codex'),
    `[mcp_servers.sensorium]\nurl = "${url}"\nhttp_headers = { "Authorization" = "Bearer secret-key" }`,
  );
});

test('without a key nothing speaks of one', () => {
  const snippets = clientSnippets({ ...endpoint, key: undefined });
  assert.ok(snippets.every(({ text }) => !/Bearer|headers/.test(text)));
});

test('the command line is the one that works here', () => {
  const node = '/bin/node';
  assert.deepEqual(startLine({ node, script: '/opt/s.cjs' }), [node, '/opt/s.cjs']);
  assert.deepEqual(startLine({ node, script: '/opt/s.cjs', stateDir: '/s' }), [
    node,
    '/opt/s.cjs',
    '--state-dir',
    '/s',
  ]);
  const fetched = '/home/me/.npm/_npx/1a2b/node_modules/.bin/sensorium';
  assert.deepEqual(startLine({ node, script: fetched }), ['npx', '-y', 'sensorium']);
});

test('colours are for terminals', () => {
  const banner = { ...endpoint, pid: 7, socket: '/run/app.sock', hasColour: false };
  const plain = bannerText(banner);
  assert.ok(!plain.includes('\u001b'));
  assert.match(
    plain,
    /process 7[\s\S]*MCP +http:\/\/localhost:7700\/mcp\n +Key +secret-key\n +Socket +\/run\/app\.sock/,
  );
  const coloured = bannerText({ ...banner, hasColour: true });
  assert.ok(coloured.includes('\u001b[1m'));
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it takes the colours out
  assert.equal(coloured.replaceAll(/\u001b\[\d+m/g, ''), plain);
});
