import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { devtoolsFor, lessee, startPool } from '../../../../test/kit/pool.ts';
import type { Fault } from '../../../kernel/fault.ts';
import { isAlive } from '../launch/end-process.ts';
import type { Instance } from './instance.ts';
import type { InstanceMode } from './instance-spec.ts';

const code = (expected: string) => (thrown: unknown) => {
  assert.equal((thrown as Fault).code, expected, String(thrown));
  return true;
};

/** Until it is so; the runner's own limit ends a wait for what never comes. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 10));
}

const title = async (instance: Instance, words: string) => {
  const tab = await instance.engine.tab();
  await tab.page.setContent(`<title>${words}</title>`);
  return tab.page.title();
};

/** The folder that Playwright made for the profile of a browser. */
async function profileOf({ pid }: Instance): Promise<string> {
  const line = await readFile(`/proc/${pid}/cmdline`, 'utf8');
  return /--user-data-dir=([^\0]+)/.exec(line)![1]!;
}

test('instances are leased: nobody sees or closes those of others, and they end with their session', async (t) => {
  const { pool } = await startPool(t);
  const [ann, bob] = [lessee('ann'), lessee('bob')];
  const [one, two] = await Promise.all([pool.open({ name: 'a' }, ann), pool.open({}, bob)]);
  assert.deepEqual(
    pool.list('ann').map(({ id, name }) => [id, name]),
    [[one.id, 'a']],
  );
  assert.throws(() => pool.find(two.id, ann), code('NO_INSTANCE'));
  assert.equal(pool.find('a', ann), one);
  assert.throws(() => pool.find('a', bob), code('NO_INSTANCE'));
  await assert.rejects(pool.close(one.id, bob), code('NO_INSTANCE'));
  assert.equal(pool.find(undefined, bob), two);
  assert.equal(await one.use(() => title(one, 'works')), 'works');
  const pid = one.pid!;
  await pool.release('ann');
  assert.equal(isAlive(pid), false);
  assert.deepEqual(pool.list('ann'), []);
  assert.throws(() => pool.find(undefined, ann), code('NO_INSTANCE'));
  assert.equal(await two.use(() => title(two, 'goes on')), 'goes on');
});

test('a shared instance is everybody’s, and ends with the last who used it', async (t) => {
  const { pool } = await startPool(t);
  const [ann, bob] = [lessee('ann'), lessee('bob')];
  const shared = await pool.open({ isShared: true }, ann);
  assert.equal(pool.find(shared.id, bob), shared);
  await pool.release('ann');
  assert.equal(await shared.use(() => title(shared, 'still there')), 'still there');
  const pid = shared.pid!;
  await pool.release('bob');
  assert.equal(isAlive(pid), false);
});

test('a call that breaks before the end of its browser is known', async (t) => {
  const { pool } = await startPool(t);
  const one = await pool.open({}, lessee('ann'));
  const broken = one.use(async () => {
    process.kill(one.pid!, 'SIGKILL');
    throw new Error('The context has been closed');
  });
  await assert.rejects(broken, code('NOT_CONNECTED'));
});

test('a killed browser: its call fails, its owner is told, the others go on, and it can be restarted', async (t) => {
  const { pool } = await startPool(t);
  const ann = lessee('ann');
  const [one, two] = await Promise.all([pool.open({}, ann), pool.open({}, ann)]);
  const tab = await one.engine.tab();
  const hanging = one.use(() => tab.page.evaluate('new Promise(() => {})'));
  process.kill(one.pid!, 'SIGKILL');
  await assert.rejects(hanging, code('NOT_CONNECTED'));
  await assert.rejects(
    one.use(async () => 1),
    code('NOT_CONNECTED'),
  );
  assert.equal(ann.told[0]!.kind, 'crashed');
  assert.equal(ann.told[0]!.instance, one.id);
  assert.equal(await two.use(() => title(two, 'fine')), 'fine');
  assert.equal(pool.stats().crashes, 1);
  await pool.restart(one.id, ann);
  assert.equal(await one.use(() => title(one, 'again')), 'again');
  assert.equal(ann.told[1]!.kind, 'restarted');
});

test('a browser that was attached to, by DevTools or by Playwright, stays when its session ends', async (t) => {
  const { pool } = await startPool(t, {}, { devtools: devtoolsFor('ann') });
  const [ann, bob] = [lessee('ann'), lessee('bob')];
  const one = await pool.open({ mode: 'chromium' }, ann);
  const { browser } = await one.engine.browser();
  const { endpoint } = await browser.bind('shared', { host: '127.0.0.1', port: 0 });
  const address = `http://127.0.0.1:${one.info().port}`;
  const attached = [
    await pool.open({ mode: 'cdp', endpoint: address }, bob),
    await pool.open({ mode: 'playwright', endpoint }, bob),
  ];
  for (const instance of attached) {
    assert.equal(instance.info().owned, false);
    assert.equal(await instance.use(() => title(instance, 'attached')), 'attached');
  }
  await pool.release('bob');
  assert.deepEqual(pool.list('bob'), []);
  assert.equal(await one.use(() => title(one, 'goes on')), 'goes on');
});

test('the limit holds, calls wait in a queue, and a place that is given back is taken', async (t) => {
  const { pool } = await startPool(t, { maxInstances: 1, maxWaiting: 1, waitMs: 10_000 });
  const ann = lessee('ann');
  const first = await pool.open({}, ann);
  const second = pool.open({}, ann);
  await until(() => pool.stats().waiting === 1);
  await assert.rejects(pool.open({}, ann), code('QUEUE_FULL'));
  await pool.close(first.id, ann);
  assert.equal((await second).state, 'ready');
  const stop = new AbortController();
  const third = pool.open({}, ann, stop.signal);
  await until(() => pool.stats().waiting === 1);
  stop.abort(new Error('no longer wanted'));
  await assert.rejects(third, /no longer wanted/);
});

test('memory is limited too', async (t) => {
  const { pool } = await startPool(t, { maxMemory: 250, waitMs: 300 });
  const ann = lessee('ann');
  const one = await pool.open({}, ann);
  const tab = await one.engine.tab();
  await tab.page.evaluate('globalThis.kept = new Uint8Array(150e6).fill(1); undefined');
  const { instances } = await pool.memory();
  assert.ok(instances.get(one.id)! > 150, `${instances.get(one.id)} MB`);
  await assert.rejects(pool.open({}, ann), code('LIMIT_REACHED'));
});

test('an instance that nobody uses is closed, and its owner is told', async (t) => {
  const { pool } = await startPool(t, { idleMs: 300 });
  const ann = lessee('ann');
  const instance = await pool.open({}, ann);
  const pid = instance.pid!;
  await instance.use(() => new Promise((resolve) => setTimeout(resolve, 500))); // longer than it may be idle
  assert.equal(instance.state, 'ready');
  await until(() => ann.told.length > 0);
  assert.equal(ann.told[0]!.kind, 'closed-idle');
  await until(() => !isAlive(pid));
});

test('a spare is there at once, is used once, and is replaced; nothing is left in the end', async (t) => {
  const { pool } = await startPool(t, { warm: 1, maxInstances: 2 });
  const ann = lessee('ann');
  await pool.warm();
  assert.equal(pool.stats().spares, 1);
  const one = await pool.open({}, ann);
  assert.equal(pool.stats().spares, 0, 'it was the spare');
  await pool.warm();
  assert.equal(pool.stats().spares, 1, 'the next one is ready');
  // What a spare is anyway may be asked for.
  const mode = one.info().mode as InstanceMode;
  const two = await pool.open({ name: 'second', mode, headless: true }, ann);
  assert.equal(pool.stats().spares, 0, 'it was the spare');
  assert.notEqual(one.pid, two.pid);
  await pool.warm();
  assert.equal(pool.stats().spares, 0, 'no room for more');
  const pids = [one.pid!, two.pid!];
  const folders = await Promise.all([profileOf(one), profileOf(two)]);
  await pool.closeAll();
  assert.deepEqual(pids.map(isAlive), [false, false]);
  assert.deepEqual(folders.map(existsSync), [false, false]);
});

test('whoever wants something else than a spare is gets a browser of their own', async (t) => {
  const { pool } = await startPool(t, { warm: 1, maxInstances: 3 });
  const ann = lessee('ann');
  await pool.warm();
  const instance = await pool.open({ proxy: 'http://127.0.0.1:9' }, ann);
  assert.equal(instance.state, 'ready');
  assert.equal(pool.stats().spares, 1);
});

test('a browser that was closed by a tool is no crash', async (t) => {
  const { pool } = await startPool(t);
  const ann = lessee('ann');
  const instance = await pool.open({}, ann);
  await instance.use(() => instance.engine.stop());
  await until(() => pool.list('ann').length === 0);
  assert.deepEqual(ann.told, []);
  assert.equal(pool.stats().crashes, 0);
});
