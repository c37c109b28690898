import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startEngine } from '../../../../test/kit/browser.ts';
import { BrowserEngine } from '../browser-engine.ts';
import { Secrets } from '../secrets/secrets.ts';
import type { Frame } from './frame-gate.ts';
import { LivePages } from './live-pages.ts';

const MOVING = `data:text/html,<title>Moving</title><div id=a style="width:60px;height:60px;background:red;position:absolute">
</div><script>let n=0;setInterval(()=>{a.style.left=(n++&31)*40+'px'},16)</script>`;
const STILL = 'data:text/html,<title>Still</title><body style="background:green">';

async function start(t: { after(end: () => Promise<void>): void }, secrets: Record<string, string> = {}) {
  const { process, engine, close } = await startEngine({ secrets: new Secrets(secrets) });
  t.after(close);
  const other = new BrowserEngine(process, 'other');
  const engines: Record<string, BrowserEngine> = { mine: engine, theirs: other };
  const pages = new LivePages({
    sessionsOf: (caller) => [{ id: caller === 'key 1' ? 'mine' : 'theirs', client: caller }],
    browsersOf: (session) => [{ engine: engines[session]! }],
    redact: (words) => words.replace('hunter2', '•••'),
  });
  return { engine, other, pages };
}

/** The pictures of so many milliseconds. */
async function pictures(pages: LivePages, page: string, isWhole: boolean, ms: number, least = 0) {
  const taken: Frame[] = [];
  const enough = new AbortController();
  assert.ok(pages.show(['key 1'], page, isWhole, (frame) => taken.push(frame) > 0, enough.signal));
  const end = performance.now() + 20_000;
  while (taken.length === 0 && performance.now() < end) await new Promise((done) => setTimeout(done, 10));
  const first = taken.length;
  await new Promise((done) => setTimeout(done, ms));
  while (taken.length < least && performance.now() < end) await new Promise((done) => setTimeout(done, 10));
  enough.abort();
  const count = taken.length - first;
  await new Promise((done) => setTimeout(done, 200));
  assert.equal(taken.length - first, count, 'nothing comes once it is enough');
  return { count, frame: taken.at(-1)! };
}

const isJpeg = ({ bytes }: Frame) => bytes.readUInt16BE(0) === 0xffd8;

test('a page is shown in full at most 15 times a second, small at most twice, and a still one once', async (t) => {
  const { engine, pages } = await start(t);
  const tab = await engine.tab();
  await tab.page.goto(MOVING);
  const whole = await pictures(pages, tab.id, true, 2000, 3);
  assert.ok(whole.count >= 2 && whole.count <= 31, `${whole.count}`);
  assert.ok(isJpeg(whole.frame));
  assert.deepEqual([whole.frame.width, whole.frame.height], [1280, 720]);
  const small = await pictures(pages, tab.id, false, 2000, 2);
  assert.ok(small.count >= 1 && small.count <= 5, `${small.count}`);
  assert.ok(small.frame.bytes.length < whole.frame.bytes.length);
  assert.deepEqual([small.frame.width, small.frame.height], [1280, 720]);

  // Behind another tab, and with nothing that moves.
  await tab.page.goto(STILL);
  await (await engine.context()).newTab();
  const still = await pictures(pages, tab.id, true, 500);
  assert.ok(isJpeg(still.frame));
});

test('pages of others are not there, nor can anything be done with them', async (t) => {
  const { other, engine, pages } = await start(t);
  const [mine, theirs] = [await engine.tab(), await other.tab()];
  await theirs.page.goto('data:text/html,<title>hunter2</title>');
  const ids = async (...callers: string[]) => (await pages.list(callers)).map(({ id }) => id);
  assert.deepEqual(await ids('key 1'), [mine.id]);
  assert.deepEqual(await ids('key 2'), [theirs.id]);
  assert.deepEqual(await ids('key 1', 'key 2'), [mine.id, theirs.id]);
  const [shown] = await pages.list(['key 2']);
  assert.deepEqual([shown?.title, shown?.agent, shown?.isFilmed], ['•••', 'key 2', true]);
  assert.ok(!pages.show(['key 1'], theirs.id, true, () => true, new AbortController().signal));
  pages.takeOver(['key 1'], theirs.id);
  assert.ok(!theirs.turns.isHeld);
});

test('what is taken over is handed back with a note, or when nobody is there any more', async (t) => {
  const { engine, pages } = await start(t);
  const tab = await engine.tab();
  pages.takeOver(['key 1'], tab.id);
  const [shown] = await pages.list(['key 1']);
  assert.deepEqual([shown?.isTaken, shown?.waiting], [true, 0]);
  pages.handBack(['key 2'], tab.id, 'a stranger');
  assert.ok(tab.turns.isHeld);
  pages.handBack(['key 1'], tab.id, ' go on ');
  assert.deepEqual(engine.takeNotices(), [{ kind: 'handed-back', tab: tab.id, note: 'go on' }]);
  assert.ok(!tab.turns.isHeld);

  pages.takeOver(['key 1'], tab.id);
  pages.left('key 2');
  assert.ok(tab.turns.isHeld);
  pages.left('key 1');
  assert.ok(!tab.turns.isHeld);
  assert.equal(engine.takeNotices().length, 1);
});

test('where named secrets must be hidden, a page is pictured with dots in their place', async (t) => {
  const { engine, pages } = await start(t, { ONE: 'correcthorse', OTHER: 'perfecthouse' });
  const tab = await engine.tab();
  const shownAs = async (word: string) => {
    await tab.page.goto(`data:text/html,<body style="margin:0;font:40px monospace">${word}`);
    return (await pictures(pages, tab.id, true, 0)).frame;
  };
  const one = await shownAs('correcthorse');
  const [shown] = await pages.list(['key 1']);
  assert.equal(shown?.isFilmed, false);
  assert.ok(isJpeg(one));
  // As many dots look alike, whatever is behind them.
  assert.ok((await shownAs('perfecthouse')).bytes.equals(one.bytes));
  assert.ok(!(await shownAs('anopenwordxx')).bytes.equals(one.bytes));
});

test('a dialog is told, and answered by hand', async (t) => {
  const { engine, pages } = await start(t);
  const tab = await engine.tab();
  const answered = tab.page.evaluate(`prompt('Your name?', 'Ann')`);
  while (tab.modals.open.length === 0) await new Promise((done) => setTimeout(done, 10));
  const [shown] = await pages.list(['key 1']);
  assert.deepEqual(shown?.dialog, { type: 'prompt', message: 'Your name?', proposed: 'Ann' });
  await pages.answerDialog(['key 1'], tab.id, true, 'Bob');
  assert.equal(await answered, 'Bob');
});

test('keys and clicks reach the page in their order; a password becomes a secret', async (t) => {
  const { engine, pages } = await start(t);
  const tab = await engine.tab();
  await tab.page.goto(
    `data:text/html,<input type=password style="position:absolute;left:0;top:0;width:200px;height:40px"><input>`,
  );
  const act = (...acts: Parameters<LivePages['act']>[2][]) => {
    for (const one of acts) pages.act(['key 1'], tab.id, one);
  };
  const place = { x: 20, y: 20, button: 'left', clicks: 1 } as const;
  act({ kind: 'down', ...place }, { kind: 'up', ...place });
  for (const key of [...'Sesame7ß']) act({ kind: 'keydown', key }, { kind: 'keyup', key });
  act({ kind: 'keydown', key: 'Tab' }, { kind: 'keyup', key: 'Tab' }, { kind: 'text', text: 'pasted' });
  const values = () =>
    tab.page.evaluate<string>(`[...document.querySelectorAll('input')].map((i) => i.value).join()`);
  const end = performance.now() + 20_000;
  while ((await values()) !== 'Sesame7ß,pasted' && performance.now() < end)
    await new Promise((done) => setTimeout(done, 20));
  assert.equal(await values(), 'Sesame7ß,pasted');
  assert.ok(tab.host.secrets.typed.has('Sesame7ß'));
});
