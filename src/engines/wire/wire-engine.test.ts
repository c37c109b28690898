import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { scratch } from '../../../test/kit/scratch.ts';
import {
  dial,
  echo,
  isFault,
  logLines,
  makeEngine,
  readAll,
  readExactly,
  serve,
  until,
} from '../../../test/kit/wire-rig.ts';
import { bestRanges } from './flow.ts';
import { readLog } from './log/read-log.ts';

describe('rules', () => {
  it('listen on both loopback addresses, on a port that the system chose', async (t) => {
    const { engine } = makeEngine(t);
    const port = await engine.addRule({
      localPort: 0,
      targetHost: '127.0.0.1',
      targetPort: await serve(t, echo),
    });
    for (const host of engine.rules()[0]!.addresses) {
      const client = await dial(port, host);
      client.end('hello');
      assert.equal((await readAll(client)).toString(), 'hello');
    }
    assert.deepEqual(engine.rules()[0]?.connections.total, engine.rules()[0]?.addresses.length);
  });

  it('bind elsewhere on request', async (t) => {
    const { engine } = makeEngine(t);
    const rule = { localPort: 0, targetHost: '127.0.0.1', targetPort: await serve(t, echo) };
    const port = await engine.addRule({ ...rule, host: '127.0.0.2' });
    const client = await dial(port, '127.0.0.2');
    client.end('x');
    assert.equal((await readAll(client)).toString(), 'x');
    await assert.rejects(dial(port, '127.0.0.1'), /ECONNREFUSED/);
    await assert.rejects(engine.addRule({ ...rule, host: '192.0.2.1' }), isFault('HOST_NOT_LOCAL'));
  });

  it('are refused when they cannot be', async (t) => {
    const { engine } = makeEngine(t);
    const taken = await serve(t, echo);
    const good = { localPort: 0, targetHost: 'localhost', targetPort: taken };
    const port = await engine.addRule(good);
    await assert.rejects(engine.addRule({ ...good, localPort: port }), isFault('PORT_IN_USE'));
    await assert.rejects(engine.addRule({ ...good, localPort: taken }), isFault('PORT_IN_USE'));
    await assert.rejects(engine.addRule({ ...good, localPort: 70_000 }), isFault('INVALID_RULE'));
    await assert.rejects(engine.addRule({ ...good, targetPort: 0 }), isFault('INVALID_RULE'));
    await assert.rejects(engine.addRule({ ...good, targetHost: 'a"b' }), isFault('INVALID_RULE'));
    await assert.rejects(engine.removeRule(1), isFault('NO_SUCH_RULE'));
  });

  for (const connections of ['keep', 'cut'] as const) {
    it(`when removed stop listening at once and ${connections} their connections`, async (t) => {
      const { engine, flows } = makeEngine(t);
      const port = await engine.addRule({
        localPort: 0,
        targetHost: '127.0.0.1',
        targetPort: await serve(t, echo),
      });
      const client = await dial(port);
      client.write('a');
      await readExactly(client, 1);
      const failed = once(client, 'error');
      await engine.removeRule(port, { connections });
      await assert.rejects(dial(port), /ECONNREFUSED/);
      if (connections === 'keep') {
        client.end('b');
        assert.equal((await readAll(client)).toString(), 'b');
      } else {
        assert.equal(((await failed)[0] as NodeJS.ErrnoException).code, 'ECONNRESET');
      }
      await until('the flow', () => flows().length === 1);
      assert.deepEqual(
        flows()[0]?.ended,
        connections === 'keep' ? { how: 'fin', first: 'client' } : { how: 'cut', first: 'proxy' },
      );
    });
  }
});

describe('flows', () => {
  it('are told when live and when over, with ids that count up', async (t) => {
    const { engine, flows, seen } = makeEngine(t);
    const port = await engine.addRule({
      localPort: 0,
      targetHost: '127.0.0.1',
      targetPort: await serve(t, echo),
    });
    const first = await dial(port);
    first.write('abc');
    await readExactly(first, 3);
    const [live] = engine.connections();
    assert.match(live!.id, /^[0-9A-Za-z]{8}$/);
    assert.equal(live!.state, 'open');
    assert.deepEqual([live!.upstream.bytes, live!.downstream.bytes, live!.upstream.chunks], [3, 3, 1]);
    assert.ok(
      live!.start <= live!.upstream.firstByte! && live!.upstream.lastByte! <= live!.downstream.firstByte!,
    );
    assert.equal(live!.client, `127.0.0.1:${first.localPort}`);
    first.destroy();
    const second = await dial(port);
    await until('the second', () => engine.stats().connections.total === 2);
    second.destroy();
    await until('both flows', () => flows().length === 2);
    assert.equal(seen[0]?.stream, 'flow');
    assert.deepEqual(seen[0]?.where, { connection: live!.id });
    assert.notEqual(flows()[1]?.id, live!.id);
    assert.deepEqual(flows()[0]?.ranges, []);
    assert.equal(engine.stats().connections.live, 0);
  });

  it('name the part of each file that holds them, among others', async (t) => {
    const [one, two] = [await scratch(t), await scratch(t)];
    const { engine, flows } = makeEngine(t, { flushMillis: 5 });
    await engine.startLogging({ directory: one });
    const port = await engine.addRule({
      localPort: 0,
      targetHost: '127.0.0.1',
      targetPort: await serve(t, echo),
    });
    const clients = await Promise.all(Array.from({ length: 5 }, () => dial(port)));
    const say = async (text: string) => {
      for (const client of clients) {
        client.write(text);
        await readExactly(client, text.length);
      }
      await engine.flush();
    };
    await say('before');
    await engine.startLogging({ directory: two });
    await say('after');
    for (const client of clients) client.destroy();
    await until('the flows', () => flows().length === 5);
    for (const flow of flows()) {
      assert.deepEqual(
        flow.ranges.map((range) => [range.directory, range.bytes]),
        [
          [one, 22],
          [two, 10],
        ],
      );
      let text = '';
      for await (const record of readLog(bestRanges(flow), { connection: flow.id })) {
        if (record.kind === 'data' && record.direction === 'upstream') text += record.bytes.toString();
      }
      assert.equal(text, 'beforeafter');
    }
  });

  it('of connections that are open at the end are told by close', async (t) => {
    const folder = await scratch(t);
    const { engine, flows } = makeEngine(t, { flushMillis: 60_000 });
    await engine.startLogging({ directory: folder });
    const port = await engine.addRule({
      localPort: 0,
      targetHost: '127.0.0.1',
      targetPort: await serve(t, echo),
    });
    const client = await dial(port);
    client.on('error', () => {});
    client.write('x');
    await readExactly(client, 1);
    await engine.close();
    assert.equal(flows().length, 1);
    assert.equal(flows()[0]?.ranges.length, 1);
    const lines = await logLines(folder);
    assert.deepEqual(
      lines.map((line) => line.event ?? 'data'),
      ['start-logging', 'open', 'data', 'data', 'close', 'stop-logging'],
    );
  });
});

describe('overload', () => {
  it('drop: forwarding goes on, the flow and the log count the gap', async (t) => {
    let isOpen = false;
    const lines: string[] = [];
    const stdout = {
      write: (chunk: Uint8Array, done: () => void) => {
        void until('the gate', () => isOpen).then(() => {
          lines.push(...Buffer.from(chunk).toString('latin1').split('\n').filter(Boolean));
          done();
        });
      },
    };
    const { engine, flows } = makeEngine(t, { onOverload: 'drop', memoryLimit: 8 * 1024 * 1024, stdout });
    await engine.startLogging({ directory: null });
    const port = await engine.addRule({
      localPort: 0,
      targetHost: '127.0.0.1',
      targetPort: await serve(t, echo),
    });
    const client = await dial(port);
    client.end(Buffer.alloc(20_000_000));
    assert.equal((await readAll(client)).length, 20_000_000);
    isOpen = true;
    await until('the flow', () => flows().length === 1);
    const [flow] = flows();
    const records = lines.map(
      (line) => JSON.parse(line) as { data?: string; event?: string; bytes?: number },
    );
    const logged = records.reduce((sum, { data }) => sum + (data?.length ?? 0) / 3, 0);
    const gaps = records.reduce((sum, { event, bytes }) => sum + (event === 'gap' ? Number(bytes) : 0), 0);
    assert.ok(gaps > 0);
    assert.equal(flow!.upstream.gapBytes + flow!.downstream.gapBytes, gaps);
    assert.equal(logged + gaps, 40_000_000);
  });

  it('slow: everything waits, and everything is logged', async (t) => {
    let isOpen = false;
    let logged = 0;
    const stdout = {
      write: (chunk: Uint8Array, done: () => void) => {
        void until('the gate', () => isOpen).then(() => {
          for (const line of Buffer.from(chunk).toString('latin1').split('\n')) {
            if (line) logged += ((JSON.parse(line) as { data?: string }).data?.length ?? 0) / 3;
          }
          done();
        });
      },
    };
    const { engine, flows } = makeEngine(t, { memoryLimit: 8 * 1024 * 1024, stdout });
    await engine.startLogging({ directory: null });
    const port = await engine.addRule({
      localPort: 0,
      targetHost: '127.0.0.1',
      targetPort: await serve(t, echo),
    });
    const client = await dial(port);
    client.end(Buffer.alloc(20_000_000));
    const received = readAll(client);
    await until('the log is full', () => engine.stats().log.waiting > 0);
    assert.ok((engine.connections()[0]?.upstream.bytes ?? 0) < 8_000_000);
    isOpen = true;
    assert.equal((await received).length, 20_000_000);
    await until('the flow', () => flows().length === 1);
    assert.equal(logged, 40_000_000);
  });
});
