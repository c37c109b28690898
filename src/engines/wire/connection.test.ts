import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { describe, it } from 'node:test';
import { scratch } from '../../../test/kit/scratch.ts';
import {
  dial,
  echo,
  hash,
  logLines,
  makeEngine,
  readAll,
  readExactly,
  serve,
  until,
} from '../../../test/kit/wire-rig.ts';
import { bestRanges, type FlowDirection } from './flow.ts';
import { readLog } from './log/read-log.ts';

const hasIpv6 = () =>
  Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'));

describe('forwarding', () => {
  for (const encoder of ['wasm', 'javascript'] as const) {
    it(`is exact in both directions with random chunks, and so is the log (${encoder})`, async (t) => {
      const folder = await scratch(t);
      const { engine, flows } = makeEngine(t, { encoder });
      await engine.startLogging({ directory: folder });
      const answer = randomBytes(3_000_000);
      let heard = '';
      const target = await serve(t, (socket) => {
        sendInPieces(socket, answer);
        void readAll(socket).then((bytes) => {
          heard = hash(bytes);
        });
      });
      const port = await engine.addRule({ localPort: 0, targetHost: '127.0.0.1', targetPort: target });
      const question = randomBytes(2_000_000);
      const client = await dial(port);
      sendInPieces(client, question);
      assert.equal(hash(await readAll(client)), hash(answer));
      await until('the flow', () => flows().length === 1);
      assert.equal(heard, hash(question));
      const [flow] = flows();
      assert.ok(flow);
      assert.equal(flow.upstream.bytes, question.length);
      assert.equal(flow.downstream.bytes, answer.length);
      const hashes = { upstream: createHash('sha256'), downstream: createHash('sha256') };
      const events: string[] = [];
      for await (const record of readLog(bestRanges(flow), { connection: flow.id })) {
        if (record.kind === 'event') events.push(record.event);
        else hashes[record.direction as FlowDirection].update(record.bytes);
      }
      assert.deepEqual(events, ['open', 'close']);
      assert.equal(hashes.upstream.digest('hex'), hash(question));
      assert.equal(hashes.downstream.digest('hex'), hash(answer));
    });
  }

  it('holds back a sender whose receiver does not read, and loses nothing', async (t) => {
    const { engine } = makeEngine(t);
    let receiver: Socket | undefined;
    const target = await serve(t, (socket) => {
      receiver = socket.pause();
    });
    const port = await engine.addRule({ localPort: 0, targetHost: '127.0.0.1', targetPort: target });
    const client = await dial(port);
    const bytes = randomBytes(40_000_000);
    client.end(bytes);
    await until('the way is full', async () => {
      const before = client.bytesWritten - client.writableLength;
      const seen = engine.connections()[0]?.upstream.bytes ?? 0;
      await new Promise((resolve) => setTimeout(resolve, 50));
      return (
        seen > 0 &&
        before === client.bytesWritten - client.writableLength &&
        seen === engine.connections()[0]?.upstream.bytes
      );
    });
    assert.ok((engine.connections()[0]?.upstream.bytes ?? 0) < bytes.length);
    assert.equal(hash(await readAll(receiver!)), hash(bytes));
    receiver!.end('done');
    assert.equal((await readAll(client)).toString(), 'done');
  });

  it('passes one byte at a time', async (t) => {
    const folder = await scratch(t);
    const { engine } = makeEngine(t);
    await engine.startLogging({ directory: folder });
    const port = await engine.addRule({
      localPort: 0,
      targetHost: '127.0.0.1',
      targetPort: await serve(t, echo),
    });
    const client = await dial(port);
    for (const byte of Buffer.from('one byte at a time')) {
      client.write(Buffer.of(byte));
      assert.deepEqual(await readExactly(client, 1), Buffer.of(byte));
    }
    client.destroy();
    await until('the close', () => engine.connections().length === 0);
    const text = (await logLines(folder)).filter(
      (line) => String(line.to).endsWith(`:${engine.rules()[0]?.targetPort}`) && line.data,
    );
    assert.equal(text.map((line) => line.data).join(''), 'one byte at a time');
  });

  it('reaches a target on IPv6', { skip: !hasIpv6() && 'needs a kernel with IPv6' }, async (t) => {
    const { engine, flows } = makeEngine(t);
    const target = createServer(echo).listen(0, '::1');
    await once(target, 'listening');
    t.after(() => target.close());
    const { port: targetPort } = target.address() as AddressInfo;
    const port = await engine.addRule({ localPort: 0, targetHost: '::1', targetPort });
    const client = await dial(port);
    client.end('six');
    assert.equal((await readAll(client)).toString(), 'six');
    await until('the flow', () => flows().length === 1);
    assert.equal(flows()[0]?.target.address, '::1');
  });

  it('tries IPv4 when a name has no listener on IPv6', async (t) => {
    const { engine, flows } = makeEngine(t);
    const port = await engine.addRule({
      localPort: 0,
      targetHost: 'localhost',
      targetPort: await serve(t, echo),
    });
    const client = await dial(port);
    client.end('x');
    assert.equal((await readAll(client)).toString(), 'x');
    await until('the flow', () => flows().length === 1);
    assert.equal(flows()[0]?.target.address, '127.0.0.1');
    assert.equal(flows()[0]?.target.host, 'localhost');
  });
});

describe('closes', () => {
  it('half of a connection, the other half goes on', async (t) => {
    const { engine, flows } = makeEngine(t);
    let target: Socket | undefined;
    const port = await engine.addRule({
      localPort: 0,
      targetHost: '127.0.0.1',
      targetPort: await serve(t, (socket) => {
        target = socket;
      }),
    });
    const client = await dial(port);
    client.end('question');
    await until('the target', () => target !== undefined);
    assert.equal((await readAll(target!)).toString(), 'question');
    await until('half is closed', () => engine.connections()[0]?.state === 'half-closed');
    target!.write('answer ');
    target!.end('to it');
    assert.equal((await readAll(client)).toString(), 'answer to it');
    await until('the flow', () => flows().length === 1);
    assert.deepEqual(flows()[0]?.ended, { how: 'fin', first: 'client' });
  });

  for (const side of ['client', 'target'] as const) {
    it(`are passed on as a reset when the ${side} resets`, async (t) => {
      const folder = await scratch(t);
      const { engine, flows } = makeEngine(t);
      await engine.startLogging({ directory: folder });
      let target: Socket | undefined;
      const targetPort = await serve(t, (socket) => {
        target = socket;
        socket.write('hi');
      });
      const port = await engine.addRule({ localPort: 0, targetHost: '127.0.0.1', targetPort });
      const client = await dial(port);
      await readExactly(client, 2);
      const [one, other] = side === 'client' ? [client, target!] : [target!, client];
      const failed = once(other, 'error');
      one.resetAndDestroy();
      assert.equal(((await failed)[0] as NodeJS.ErrnoException).code, 'ECONNRESET');
      await until('the flow', () => flows().length === 1);
      assert.equal(flows()[0]?.ended?.how, 'reset');
      assert.equal(flows()[0]?.ended?.first, side);
      const close = (await logLines(folder)).find((line) => line.event === 'close');
      const isTarget = String(close?.from).endsWith(`:${targetPort}`);
      assert.equal(isTarget, side === 'target');
    });
  }

  it('a client whose target is down, with open and close in the log', async (t) => {
    const folder = await scratch(t);
    const { engine, flows } = makeEngine(t);
    await engine.startLogging({ directory: folder });
    const port = await engine.addRule({ localPort: 0, targetHost: 'localhost', targetPort: 1 });
    const client = await dial(port);
    const [error] = (await once(client, 'error')) as [NodeJS.ErrnoException];
    assert.equal(error.code, 'ECONNRESET');
    await until('the flow', () => flows().length === 1);
    assert.equal(flows()[0]?.ended?.how, 'target-unreachable');
    const events = (await logLines(folder)).filter((line) => line.ConnID);
    assert.deepEqual(
      events.map((line) => [line.event, line.from === 'localhost:1']),
      [
        ['open', false],
        ['close', true],
      ],
    );
  });
});

function sendInPieces(socket: Socket, bytes: Buffer): void {
  let at = 0;
  const next = () => {
    while (at < bytes.length) {
      const size = Math.ceil(Math.random() ** 4 * 300_000);
      const piece = bytes.subarray(at, at + size);
      at += piece.length;
      if (!socket.write(piece)) return void socket.once('drain', next);
      if (size < 1000) return void setImmediate(next);
    }
    socket.end();
  };
  next();
}
