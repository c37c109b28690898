import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { serve } from '../../../test/kit/wire-rig.ts';
import { acceptFrom, connectTo, type Intake, reset } from './intake.ts';

/** Gathers what it gets; gives no buffer, as when all slots are taken. */
function gathering(): Intake & { text(): string } {
  const parts: Buffer[] = [];
  return {
    buffer: () => undefined,
    chunk: () => assert.fail('there is no buffer to read into'),
    copied: (bytes) => parts.push(Buffer.from(bytes)) > 0,
    text: () => Buffer.concat(parts).toString(),
  };
}

async function listening(t: TestContext, server: ReturnType<typeof createServer>): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return (server.address() as AddressInfo).port;
}

/** Reads the first connection to its end. */
function served(server: ReturnType<typeof createServer>, intake: Intake): Promise<void> {
  return new Promise((resolve) => {
    acceptFrom(server, (accepted) => {
      const socket = accepted.open(intake);
      socket.once('end', () => {
        socket.end();
        resolve();
      });
      socket.resume();
    });
  });
}

describe('without a buffer of ours', () => {
  it('an accepted connection is read by copying', async (t) => {
    const server = createServer();
    const port = await listening(t, server);
    const intake = gathering();
    const ended = served(server, intake);
    connect(port, '127.0.0.1').end('up and away');
    await ended;
    assert.equal(intake.text(), 'up and away');
  });

  it('so is one that we make', async (t) => {
    const port = await listening(
      t,
      createServer((socket) => socket.end('from the target')),
    );
    const intake = gathering();
    const socket: Socket = connectTo('127.0.0.1', port, intake);
    await once(socket, 'end');
    socket.end();
    assert.equal(intake.text(), 'from the target');
  });
});

it('connections that Node gives only as sockets are served too', async (t) => {
  const server = createServer({ allowHalfOpen: true });
  const port = await listening(t, server);
  // As in a Node whose handles look otherwise.
  const handle: unknown = Reflect.get(server, '_handle');
  Reflect.set(server, '_handle', null);
  const intake = gathering();
  const ended = served(server, intake);
  Reflect.set(server, '_handle', handle);
  connect(port, '127.0.0.1').end('hello');
  await ended;
  assert.equal(intake.text(), 'hello');
});

describe('a reset', () => {
  for (const [when, prepare] of [
    ['while the FIN is on its way', (socket: Socket) => socket.end()],
    ['with bytes before the FIN', (socket: Socket) => socket.end(Buffer.alloc(20_000_000))],
    ['at any other time', () => undefined],
  ] as const)
    it(`${when} closes the socket`, async (t) => {
      const port = await serve(t, (socket) => socket.resume());
      const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
      socket.on('error', (error) => assert.fail(error));
      await once(socket, 'connect');
      prepare(socket);
      reset(socket);
      await once(socket, 'close');
    });
});
