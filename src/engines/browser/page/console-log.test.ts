import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startEngine, type TestEngine } from '../../../../test/kit/browser.ts';
import { type Pages, startPages } from '../../../../test/kit/pages.ts';
import { systemClock } from '../../../kernel/clock.ts';
import { evaluate } from '../actions/evaluate.ts';
import { navigate } from '../actions/navigate.ts';
import { click } from '../actions/pointer.ts';
import { ConsoleLog } from './console-log.ts';
import type { Tab } from './tab.ts';

let pages: Pages;
let started: TestEngine;
let tab: Tab;

before(async () => {
  const keep = { messages: 20, requests: 20 };
  [pages, started] = await Promise.all([startPages(), startEngine({ keep })]);
  tab = await started.engine.tab();
  await navigate(tab, pages.url('/form.html')); // the first page brings the failed request for an icon
  await navigate(tab, pages.url('/'));
});
after(async () => {
  await started?.close();
  await pages?.close();
});

test('messages have level, arguments and place; levels filter', async () => {
  const { problems, newMessages } = await click(tab, '#log');
  assert.deepEqual(
    problems.map(({ level, text }) => [level, text]),
    [
      ['error', 'wrong'],
      ['warning', 'careful'],
    ],
  );
  assert.equal(newMessages, 4);
  const [said] = tab.console.list();
  assert.equal(said?.text, 'said {a: 1}');
  assert.deepEqual(said?.args, ['said', '{a: 1}']);
  assert.equal(said?.url, pages.url('/'));
  const source = await (await fetch(pages.url('/'))).text();
  assert.match(source.split('\n')[(said?.line ?? 0) - 1] ?? '', /console\.log\('said'/, 'counted from one');
  assert.deepEqual(
    tab.console.list({ level: 'error' }).map(({ text }) => text),
    ['wrong'],
  );
  assert.equal(tab.console.list({ level: 'debug' }).at(-1)?.text, 'detail');
});

test('what nobody caught is an error with its stack', async () => {
  const { problems } = await click(tab, '#throw');
  assert.equal(problems[0]?.type, 'pageerror');
  assert.match(problems[0]?.text ?? '', /Error: boom\n/);
});

test('the present document is shown unless all are wanted', async () => {
  await navigate(tab, pages.url('/form.html'));
  assert.deepEqual(tab.console.list(), []);
  assert.ok(tab.console.list({ all: true }).length >= 5);
});

test('old messages are dropped, counts and numbers stay', async () => {
  const before = tab.console.counts.info;
  await evaluate(tab, "for (let n = 0; n < 50; n++) console.info('line', n)");
  assert.equal(tab.console.list({ all: true }).length, 20);
  assert.equal(tab.console.counts.info, before + 50);
  assert.equal(tab.console.list().at(-1)?.number, tab.console.last);
  tab.console.clear();
  assert.deepEqual([tab.console.list().length, tab.console.counts.info], [0, 0]);
});

const NOWHERE = () => ({ url: '', line: 0, column: 0 });

test('a long message is cut, and not through a secret', () => {
  const log = new ConsoleLog(systemClock(), 5, (text) => text.replaceAll('hunter2', '<secret>'));
  const said = `${'x'.repeat(19_995)}hunter2 and more`;
  const message = {
    type: () => 'log',
    text: () => said,
    args: () => [],
    handles: () => [],
    location: NOWHERE,
  };
  const { text } = log.message(message);
  assert.match(text, /x<secr…$/);
  assert.equal(text.length, 20_001);
});
