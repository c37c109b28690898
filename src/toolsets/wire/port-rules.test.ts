import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import test from 'node:test';
import { echoServer, exchange } from '../../../test/kit/tcp.ts';
import { wireKit, words } from '../../../test/kit/wire-kit.ts';
import { silentLog } from '../../kernel/log.ts';
import { rawprox } from './index.ts';
import { startLogging, stopLogging } from './logging.ts';
import { addPortRule, removePortRule } from './port-rules.ts';
import { shutdown } from './shutdown.ts';

test('a rule forwards from the moment it is added, and captures without being asked', async (t) => {
  const kit = await wireKit(t);
  const target_port = await echoServer(t);
  const added = await kit.call(addPortRule, { local_port: 0, target_host: 'localhost', target_port });
  const port = Number(added.data!.local_port);
  assert.equal(words(added), `Forwarding port ${port} to localhost:${target_port}`);
  assert.equal((await exchange(port, 'hello')).toString(), 'hello');
  assert.ok(existsSync(join(kit.folder, 'captures')));
  await assert.rejects(
    kit.call(addPortRule, { local_port: port, target_host: 'x', target_port }),
    /already in use/,
  );
  await assert.rejects(
    kit.call(addPortRule, { local_port: 0, target_host: 'a b', target_port }),
    /no host name/,
  );
});

test('a removed rule is gone at once; its connections are kept or cut', async (t) => {
  const kit = await wireKit(t);
  const target = await echoServer(t);
  const openSocket = async (port: number) => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    t.after(() => socket.destroy());
    socket.write('a');
    await once(socket, 'data');
    return socket;
  };
  const port = await kit.rule(target);
  const kept = await openSocket(port);
  assert.match(words(await kit.call(removePortRule, { local_port: port })), new RegExp(`port ${port}`));
  await assert.rejects(exchange(port, 'x'), /ECONNREFUSED/);
  kept.write('still there');
  assert.equal(String((await once(kept, 'data'))[0]), 'still there');
  await assert.rejects(
    kit.call(removePortRule, { local_port: port }),
    new RegExp(`No port rule for ${port}`),
  );

  const second = await kit.rule(target);
  const cut = await openSocket(second);
  const closed = new Promise((resolve) => cut.once('close', resolve));
  await kit.call(removePortRule, { local_port: second, connections: 'cut' });
  await closed;
});

test('logging starts and stops by directory; STDOUT needs one to log to', async (t) => {
  const kit = await wireKit(t);
  const directory = join(kit.folder, 'logs');
  assert.match(
    words(await kit.call(startLogging, { directory, filename_format: 'x.ndjson' })),
    /logs \(x\.ndjson\)/,
  );
  assert.match(words(await kit.call(stopLogging, { directory })), /Stopped logging to .*logs/);
  await assert.rejects(kit.call(stopLogging, { directory }), /Nothing is being logged/);
  assert.match(words(await kit.call(stopLogging)), /Nothing was being logged/);
  await assert.rejects(kit.call(startLogging, { directory: null }), /STDOUT/);
  await assert.rejects(kit.call(startLogging, { filename_format: 'x' }), /STDOUT has no file names/);
});

test('shutdown answers first and asks for the end', async (t) => {
  const kit = await wireKit(t);
  let asked = 0;
  const deps = { ...kit.deps, shutdown: () => asked++ };
  const call = { args: {}, deps, caller: { session: 's', cwd: '/' }, signal: AbortSignal.timeout(1000) };
  const reply = await rawprox.tools
    .at(-1)!
    .run({ ...call, log: silentLog, budget: 6000, progress: () => undefined });
  assert.equal(words(reply), 'Shutting down');
  assert.equal(asked, 1);
  assert.equal(rawprox.tools.at(-1), shutdown);
});
