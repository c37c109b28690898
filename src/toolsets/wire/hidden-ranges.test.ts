import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import test from 'node:test';
import { exchange } from '../../../test/kit/tcp.ts';
import { portOfServer, wireKit, words } from '../../../test/kit/wire-kit.ts';
import { wireFlow } from './wire-flow.ts';
import { wireFlows } from './wire-flows.ts';

for (const view of ['text', 'hex'] as const) {
  test(`a password that only the protocol tells is not shown as ${view}`, async (t) => {
    const kit = await wireKit(t);
    const server = createServer((socket) => socket.on('data', () => socket.write('+OK\r\n'))).listen(
      0,
      '127.0.0.1',
    );
    await once(server, 'listening');
    t.after(() => server.close());
    const port = await kit.rule(portOfServer(server));
    await exchange(port, '*2\r\n$4\r\nAUTH\r\n$8\r\nopensesa\r\n*2\r\n$3\r\nGET\r\n$5\r\nplain\r\n');
    await kit.settled();
    const listed = await kit.call(wireFlows, {});
    const { id } = (listed.data as { flows: { id: string }[] }).flows[0]!;
    const shown = words(await kit.call(wireFlow, { id, view }));
    assert.doesNotMatch(shown, /opensesa|6f 70 65 6e/);
    assert.match(shown, view === 'text' ? /plain/ : /47 45 54/);
  });
}
