import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { describe, it, type TestContext } from 'node:test';
import { scratch } from '../../../../test/kit/scratch.ts';
import {
  dial,
  echo,
  hash,
  isFault,
  makeEngine,
  readAll,
  readExactly,
  serve,
  until,
} from '../../../../test/kit/wire-rig.ts';
import { bestRanges } from '../flow.ts';
import { readLog } from '../log/read-log.ts';
import type { WireEngineOptions } from '../wire-engine.ts';

async function rig(t: TestContext, options: Partial<WireEngineOptions> = {}) {
  const made = makeEngine(t, options);
  const port = await made.engine.addRule({
    localPort: 0,
    targetHost: '127.0.0.1',
    targetPort: await serve(t, echo),
  });
  return { ...made, port };
}

describe('toxics on real connections', () => {
  it('delay, then no longer, on a connection that runs; every byte arrives', async (t) => {
    const { engine, port } = await rig(t);
    const client = await dial(port);
    const ping = async () => {
      const start = performance.now();
      client.write('ping');
      assert.equal((await readExactly(client, 4)).toString(), 'ping');
      return performance.now() - start;
    };
    await ping();
    const { id } = engine.addToxic({
      type: 'latency',
      on: { port },
      direction: 'downstream',
      attributes: { latency: 60 },
    });
    assert.ok((await ping()) >= 59);
    engine.changeToxic(id, { attributes: { latency: 120 } });
    assert.ok((await ping()) >= 119);
    client.write('held');
    await until('it is held', () => engine.connections()[0]?.downstream.bytes === 16);
    assert.equal(engine.removeToxic(id).id, id);
    assert.equal((await readExactly(client, 4)).toString(), 'held');
    assert.deepEqual(engine.toxics(), []);
    client.destroy();
  });

  it('bandwidth, latency and slicer together leave the bytes as they are, and the log has them', async (t) => {
    const folder = await scratch(t);
    const { engine, port, flows } = await rig(t);
    await engine.startLogging({ directory: folder });
    engine.addToxic({
      type: 'latency',
      on: { port },
      direction: 'upstream',
      attributes: { latency: 5, jitter: 5 },
    });
    engine.addToxic({
      type: 'slicer',
      on: { port },
      direction: 'upstream',
      attributes: { average_size: 5000, size_variation: 4000, delay: 10 },
    });
    engine.addToxic({
      type: 'bandwidth',
      on: { port },
      direction: 'downstream',
      attributes: { rate: 10_000 },
    });
    const bytes = randomBytes(1_000_000);
    const client = await dial(port);
    client.end(bytes);
    assert.equal(hash(await readAll(client)), hash(bytes));
    await until('the flow', () => flows().length === 1);
    const up = createHash('sha256');
    for await (const record of readLog(bestRanges(flows()[0]!), { connection: flows()[0]!.id })) {
      if (record.kind === 'data' && record.direction === 'upstream') up.update(record.bytes);
    }
    assert.equal(up.digest('hex'), hash(bytes));
  });

  it('hold the sender back when much is held', async (t) => {
    const { engine, port } = await rig(t);
    const { id } = engine.addToxic({ type: 'timeout', on: { port }, direction: 'upstream' });
    const client = await dial(port);
    const bytes = randomBytes(30_000_000);
    client.end(bytes);
    await until('the chain is full', () => (engine.connections()[0]?.upstream.bytes ?? 0) > 4 * 1024 * 1024);
    const received = readAll(client);
    engine.removeToxic(id);
    assert.equal(hash(await received), hash(bytes));
  });

  it('close after the time-out or the limit, reset after reset_peer', async (t) => {
    const { engine, port, flows } = await rig(t);
    const timeout = engine.addToxic({
      type: 'timeout',
      on: { port },
      direction: 'downstream',
      attributes: { timeout: 20 },
    });
    const first = await dial(port);
    first.write('lost');
    assert.equal((await readAll(first)).length, 0);
    first.destroy();
    engine.removeToxic(timeout.id);
    const limit = engine.addToxic({
      type: 'limit_data',
      on: { port },
      direction: 'downstream',
      attributes: { bytes: 3 },
    });
    const second = await dial(port);
    second.write('abcdef');
    assert.equal((await readAll(second)).toString(), 'abc');
    second.destroy();
    engine.removeToxic(limit.id);
    engine.addToxic({
      type: 'reset_peer',
      on: { port },
      direction: 'downstream',
      attributes: { timeout: 0 },
    });
    const third = await dial(port);
    const [error] = (await once(third, 'error')) as [NodeJS.ErrnoException];
    assert.equal(error.code, 'ECONNRESET');
    await until('the flows', () => flows().length === 3);
    assert.deepEqual(
      flows().map((flow) => flow.ended?.detail),
      ['timeout', 'limit_data', 'reset_peer'],
    );
    assert.deepEqual(
      flows().map((flow) => flow.ended?.first),
      ['proxy', 'proxy', 'proxy'],
    );
  });

  it('affect the part of the connections that the toxicity says', async (t) => {
    const values = [0.1, 0.9, 0.4, 0.6];
    const { engine, port } = await rig(t, { random: () => values.shift() ?? 0 });
    engine.addToxic({
      type: 'limit_data',
      on: { port },
      direction: 'downstream',
      toxicity: 0.5,
      attributes: { bytes: 1 },
    });
    const answers: string[] = [];
    for (let i = 0; i < 4; i++) {
      const client = await dial(port);
      client.end('ab');
      answers.push((await readAll(client)).toString());
    }
    assert.deepEqual(answers, ['a', 'ab', 'a', 'ab']);
  });

  it('on one connection leave others alone and go with it', async (t) => {
    const { engine, port } = await rig(t);
    const [one, other] = [await dial(port), await dial(port)];
    await until('both', () => engine.connections().length === 2);
    const id = engine.connections().find((flow) => flow.client.endsWith(`:${one.localPort}`))!.id;
    engine.addToxic({ type: 'timeout', on: { connection: id }, direction: 'upstream' });
    one.write('x');
    other.write('y');
    assert.equal((await readExactly(other, 1)).toString(), 'y');
    assert.equal(engine.connections().find((flow) => flow.id === id)?.downstream.bytes, 0);
    one.resetAndDestroy();
    other.destroy();
    await until('it is gone', () => engine.toxics().length === 0);
    assert.throws(
      () => engine.addToxic({ type: 'timeout', on: { connection: id }, direction: 'upstream' }),
      isFault('NO_SUCH_CONNECTION'),
    );
    assert.throws(
      () => engine.addToxic({ type: 'timeout', on: { port: 1 }, direction: 'upstream' }),
      isFault('NO_SUCH_RULE'),
    );
    assert.throws(() => engine.removeToxic('flt_x'), isFault('NO_SUCH_WIRE_FAULT'));
  });
});
