import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertContract, type CaptureRig, startCapture } from '../../../../test/kit/capture.ts';
import { type Site, startSite } from '../../../../test/kit/site.ts';
import { verifies } from '../../../../test/requirements/verifies.ts';
import { ConsoleCapture } from './console-capture.ts';
import type { DevToolsSession, Payload } from './devtools.ts';
import type { Place } from './frame-book.ts';
import type { Scene } from './scene.ts';
import type { SourceMaps } from './source-maps.ts';

const PAGE = `<!doctype html><title>Console</title><body>
<script>
  console.log('first script', { user: { name: 'Ada', tags: ['a', 'b'] }, get secret() { document.title = 'read'; return 1; } });
  function inner() { console.error('it %s: %d of %i%%', 'failed', 3, 7.9, { code: 42 }); }
  inner();
  console.warn('careful'); console.info('for your information'); console.debug('detail');
  console.assert(1 === 2, 'arithmetic'); console.table([{ a: 1 }]); console.trace('here');
  const loop = { name: 'loop' }; loop.self = loop; console.log(loop);
  console.log(null, undefined, NaN, -0, 12n, Symbol('s'), function save() {}, new Date(0), /x/g, new Error('logged'), document.body);
  console.log('x'.repeat(20000), Array.from({ length: 150 }, (_, i) => i));
  console.log(new Proxy({ a: { b: 1 } }, { ownKeys() { document.title = 'trapped'; return ['a']; } }));
  console.log('last');
</script>`;

describe('what scripts say on the console', () => {
  let rig: CaptureRig;
  let site: Site;
  before(async () => {
    site = await startSite({ '/': PAGE });
    rig = await startCapture();
    const tab = await rig.engine.tab();
    await tab.page.goto(site.url('/'));
    await rig.first('console', ({ message }) => message === 'last', 'the last line');
  });
  after(async () => {
    await rig.close();
    await site.close();
  });
  const line = (words: string) => {
    const [found] = rig.all('console', ({ message }) => message.includes(words));
    assert.ok(found, `no line with "${words}"`);
    return found;
  };

  verifies(
    ['gasoline: fault 13 early events'],
    'keeps arguments as JSON, to the depth that they have, from the first script on',
    () => {
      const { data, where, source } = line('first script');
      assert.deepEqual(data.args, [
        'first script',
        { user: { name: 'Ada', tags: ['a', 'b'] }, secret: '[getter]' },
      ]);
      assert.equal(data.level, 'log');
      assert.equal(data.url, site.url('/'));
      assert.deepEqual(where, { instance: 'b1', context: 'default', page: 't1' });
      assert.equal(source, 'browser');
    },
  );

  it('says the line as a console shows it, with its place and stack', () => {
    const { data } = line('it failed');
    assert.equal(data.message, 'it failed: 3 of 7% {"code":42}');
    assert.equal(data.level, 'error');
    assert.equal(data.location?.line, 4);
    assert.equal(data.location?.function, 'inner');
    assert.deepEqual(
      data.stack?.map(({ line, function: name }) => [line, name]),
      [
        [4, 'inner'],
        [5, undefined],
      ],
    );
  });

  it('knows the levels, and which method was called', () => {
    const seen = ['careful', 'for your information', 'detail', 'arithmetic', 'here'].map((words) => [
      line(words).data.level,
      line(words).data.api,
    ]);
    assert.deepEqual(seen, [
      ['warn', 'warn'],
      ['info', 'info'],
      ['debug', 'debug'],
      ['error', 'assert'],
      ['log', 'trace'],
    ]);
  });

  it('names what JSON cannot say', () => {
    const [loop] = rig.all('console', ({ args }) => JSON.stringify(args ?? []).includes('[circular]'));
    assert.deepEqual(loop?.data.args, [{ name: 'loop', self: '[circular]' }]);
    const [odd] = rig.all('console', ({ args }) => args?.length === 11);
    const words = odd?.data.args?.map(String);
    assert.deepEqual(words?.slice(0, 7), [
      ...['null', 'undefined', 'NaN', '-0', '12n', 'Symbol(s)', '[Function save]'],
    ]);
    assert.match(words?.[7] ?? '', /1970/);
    assert.equal(words?.[8], '/x/g');
    assert.match(words?.[9] ?? '', /^Error: logged\n/);
    assert.match(words?.[10] ?? '', /body/);
  });

  it('cuts what is too long, and says so', () => {
    const { data } = line('xxxx');
    assert.equal(data.cut, true);
    assert.ok(data.message.length <= 10_001);
    const [, list] = data.args ?? [];
    assert.ok(Array.isArray(list));
    assert.equal(list.length, 101);
    assert.equal(list[100], '… 50 more');
  });

  it('runs no code of the page to read a value', async () => {
    const tab = await rig.engine.tab();
    assert.equal(await tab.page.title(), 'Console');
  });

  it('keeps the order, though some lines had to be read first', () => {
    const order = rig
      .all('console', ({ category }) => category === 'console')
      .map(({ data }) => data.message);
    assert.match(order[0] ?? '', /^first script/);
    assert.equal(order.at(-1), 'last');
    assert.equal(order.length, 13);
  });

  it('follows the contract, and complains about nothing', () => {
    assertContract(rig.evidence);
    assert.deepEqual(rig.complaints, []);
  });
});

it('lets others in while it tells what waited for one line', async () => {
  const told: string[] = [];
  const perTurn: number[] = [0];
  const later: Promise<void>[] = [];
  const scene = {
    time: { wall: (time: number) => time },
    host: { limits: { text: 1000 } },
    later: (turn: Promise<void>) => void later.push(turn),
    emit(_stream: string, _time: number, { message }: { message: string }) {
      told.push(message);
      perTurn[perTurn.length - 1]!++;
      const start = performance.now();
      while (performance.now() - start < 1); // as much work as a millisecond
    },
  };
  const maps = { isReady: () => true, mapped: () => [] };
  const capture = new ConsoleCapture(scene as unknown as Scene, maps as unknown as SourceMaps);
  const read = Promise.withResolvers<never>();
  const session = { send: () => read.promise } as unknown as DevToolsSession;
  const say = (arg: object) =>
    capture.called(
      session,
      {} as Place,
      { type: 'log', args: [arg], timestamp: 1 } as unknown as Payload<'Runtime.consoleAPICalled'>,
    );
  say({ type: 'object', objectId: '1', description: 'Object' });
  for (let i = 0; i < 60; i++) say({ type: 'number', value: i });
  assert.equal(told.length, 0);
  read.reject(new Error('the document is gone'));
  const turns = setInterval(() => perTurn.push(0));
  await Promise.all(later);
  clearInterval(turns);
  assert.deepEqual(
    told.slice(1),
    Array.from({ length: 60 }, (_, i) => String(i)),
  );
  assert.ok(Math.max(...perTurn) <= 20, `${Math.max(...perTurn)} lines in one turn`);
});
