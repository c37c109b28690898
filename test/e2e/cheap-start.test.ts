/** Clients start a server only to ask what it is: that must cost nothing and leave nothing behind. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { type Command, startServer } from '../kit/start-server.ts';

const COMMANDS: Command[] = ['sensorium', 'viewpoint-mcp', 'gasoline-mcp', 'fotos-mcp'];
const envelope = {
  _meta: {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  },
};

/** Every file below, except what the kit itself made. */
const files = (home: string) => readdirSync(home, { recursive: true }).filter((name) => name !== 'run');

/** Sockets of any kind, and children. */
function traces(pid: number): { sockets: number; children: string } {
  const descriptors = readdirSync(`/proc/${pid}/fd`);
  const tcp = readFileSync(`/proc/${pid}/net/tcp`, 'utf8') + readFileSync(`/proc/${pid}/net/tcp6`, 'utf8');
  const listening = new Set(
    tcp
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter((fields) => fields[3] === '0A')
      .map((fields) => fields[9]),
  );
  const own = descriptors.filter((fd) => {
    try {
      const link = /socket:\[(\d+)\]/.exec(readLink(pid, fd));
      return link ? listening.has(link[1]) : false;
    } catch {
      return false; // closed meanwhile
    }
  });
  return { sockets: own.length, children: readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim() };
}

const readLink = (pid: number, fd: string) => readlinkSync(join('/proc', String(pid), 'fd', fd));

for (const command of COMMANDS) {
  const skip = process.platform === 'linux' ? false : 'it looks into /proc';
  test(`${command}, asked initialize, lists and server/discover, opens no port, starts nothing, writes nothing`, {
    skip,
  }, async (t) => {
    const server = await startServer(t, command);
    const before = files(server.home);
    const hello = await server.initialize();
    assert.ok(hello.result.serverInfo.version);
    await server.request('tools/list');
    assert.deepEqual(traces(server.pid), { sockets: 0, children: '' });
    assert.deepEqual(files(server.home), before);
    server.endInput();
    assert.deepEqual(await server.exit, { code: 0, signal: null });

    const modern = await startServer(t, command);
    const discovered = await modern.request('server/discover', envelope);
    assert.ok(discovered.result.supportedVersions.includes('2026-07-28'));
    assert.deepEqual(traces(modern.pid), { sockets: 0, children: '' });
    assert.deepEqual(files(modern.home), before);
  });
}

for (const [asked, answered] of [
  ['2024-11-05', '2024-11-05'],
  ['2025-03-26', '2025-03-26'],
  ['2025-06-18', '2025-06-18'],
  ['2025-11-25', '2025-11-25'],
  ['2026-07-28', '2025-11-25'],
  ['1999-01-01', '2025-11-25'],
  [undefined, '2024-11-05'],
] as const) {
  test(`asked for ${asked ?? 'no version'}, it answers ${answered}`, async (t) => {
    const server = await startServer(t, 'sensorium');
    const answer = await server.request(
      'initialize',
      asked ? { protocolVersion: asked, capabilities: {}, clientInfo: { name: 'c', version: '1' } } : {},
    );
    assert.equal(answer.result.protocolVersion, answered);
  });
}
