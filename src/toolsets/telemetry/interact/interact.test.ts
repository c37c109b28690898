import assert from 'node:assert/strict';
import type { EventEmitter } from 'node:events';
import { test } from 'node:test';
import { ActingRig } from '../../../../test/kit/acting-rig.ts';
import { verifies } from '../../../../test/requirements/verifies.ts';

const rig = new ActingRig();
const act = rig.act.bind(rig);
const open = rig.open.bind(rig);
const read = rig.read.bind(rig);

verifies(
  ['gasoline: interact click', 'gasoline: fault 31 one frame'],
  'click: trusted, once, in one frame; several matches are refused',
  async () => {
    await open('/form');
    const twins = await act('click', { selector: 'text=Twin' });
    assert.deepEqual([twins.data.error, twins.data.code], ['ambiguous_target', 'AMBIGUOUS_TARGET']);
    const first = await act('click', { selector: '.twin:nth-match(1)', analyze: true });
    assert.deepEqual([first.data.result.success, first.data.result.dom_changes.modified > 0], [true, true]);
    assert.equal(first.data.result.analysis.navigated, false);
    assert.equal(await read('out.textContent'), 'first twin true');
    await act('click', { selector: 'my-card >>> button' });
    assert.equal(await read('out.textContent'), 'shadow');
    const inside = await act('click', { selector: 'text=Inside' });
    assert.equal(inside.data.result.frame, 0, 'the only frame that has it');
    assert.equal((await act('get_text', { selector: '#deep', frame: 'kid' })).data.result.value, 'Pressed');
    const twin = await act('click', { selector: '.twin', frame: 0 });
    assert.equal(twin.data.result.success, true);
    assert.equal(await read('out.textContent'), 'shadow', 'no other frame was touched');
    for (const selector of [
      'role=button[name="Send"]',
      '[data-testid=send]',
      "getByRole('button', { name: 'Send' })",
    ]) {
      assert.equal((await act('get_text', { selector })).data.result.value, 'Send');
    }
    const none = await act('click', { selector: '#nothing' });
    assert.deepEqual(
      [none.data.error, none.data.recovery_tool_call.arguments],
      ['element_not_found', { action: 'list_interactive' }],
    );
    const hidden = await act('click', { selector: '#hidden-one' });
    assert.equal(hidden.data.code, 'ACTION_TIMEOUT');
    const sent = await act('click', { selector: 'text=Send' });
    assert.equal(sent.data.result.navigated_to, rig.site.url('/sent'));
  },
);

test('click: what something else took is not done, and what took it is named', async () => {
  await open('/veiled');
  const taken = await act('click', { selector: '#under' });
  assert.deepEqual([taken.isError, taken.data.code], [true, 'ACTION_TIMEOUT']);
  assert.match(taken.data.message, /<div id=\\"veil\\".*intercepts pointer events/);
  assert.equal(await read('document.title'), 'Veiled');
});

test('an action waits for whoever else is at the page', async () => {
  await open('/form');
  const tab = await rig.tools.engine.tab();
  const { promise, resolve } = Promise.withResolvers<void>();
  const other = tab.turns.take(new AbortController().signal, () => promise);
  const started = await act('click', { selector: '.twin:nth-match(1)', background: true });
  assert.equal(await tab.page.evaluate('out.textContent'), '');
  resolve();
  await other;
  await rig.finished(started.data.correlation_id);
  assert.equal(await read('out.textContent'), 'first twin true');
});

test('calls leave no listeners behind', async () => {
  await open('/form');
  const page = (await rig.tools.engine.tab()).page as unknown as EventEmitter;
  const count = () => page.listenerCount('close') + page.listenerCount('crash');
  const before = count();
  for (let i = 0; i < 20; i++) await act('focus', { selector: 'label=Name' });
  await act('focus', { selector: '#nothing' });
  assert.equal(count(), before);
});

verifies(
  ['gasoline: interact type', 'gasoline: interact get_value', 'gasoline: fault 33 trusted input'],
  'type: real keys, after what is there; never a secret',
  async () => {
    await open('/form');
    assert.equal((await act('type', { selector: 'label=Name', text: 'Ada' })).data.result.value, 'Ada');
    assert.equal(
      (await act('type', { selector: 'placeholder=Your name', text: ' L' })).data.result.value,
      'Ada L',
    );
    assert.equal(await read('keys.textContent'), 'kkkkk', 'trusted key events');
    assert.equal(
      (await act('type', { selector: 'label=Name', text: 'Bob', clear: true })).data.result.value,
      'Bob',
    );
    await act('type', { selector: '#edit', text: ' more' });
    assert.equal((await act('get_text', { selector: '#edit' })).data.result.value, 'text more');
    const long = 'x'.repeat(5000);
    assert.equal(
      (await act('type', { selector: 'label=Name', text: long, clear: true })).data.result.value.length,
      5000,
    );
    assert.equal(
      (await act('type', { selector: 'label=Secret', text: 'hunter2!' })).data.result.value,
      '[redacted]',
    );
    assert.equal((await act('get_value', { selector: 'label=Secret' })).data.result.value, '[redacted]');
    assert.equal((await act('get_value', { selector: 'h1' })).data.code, 'ACTION_FAILED');
    await rig.tools.store.flush();
    const { items } = await rig.tools.store.page({ limit: 1000, source: 'browser', text: 'hunter2' });
    assert.deepEqual(items, [], 'nowhere in what was seen');
  },
);

verifies(
  ['gasoline: interact select', 'gasoline: interact check', 'gasoline: interact get_text'],
  async () => {
    await open('/form');
    assert.equal((await act('select', { selector: 'label=Country', value: 'ch' })).data.result.value, 'ch');
    assert.equal(
      (await act('select', { selector: 'label=Country', value: 'Austria' })).data.result.value,
      'at',
    );
    assert.equal((await act('check', { selector: 'label=News' })).data.result.value, true);
    assert.equal((await act('check', { selector: 'label=News', checked: false })).data.result.value, false);
    assert.equal((await act('check', { selector: 'h1' })).isError, true);
    assert.equal((await act('get_text', { selector: 'aria-label=Head line' })).data.result.value, 'Sign up');
    assert.equal(
      (await act('get_text', { selector: 'aria-label=Head' })).data.result.value,
      'Sign up',
      'its beginning is enough',
    );
  },
);

verifies(['gasoline: interact get_attribute', 'gasoline: interact set_attribute'], async () => {
  await open('/form');
  assert.equal(
    (await act('get_attribute', { selector: 'h1', name: 'aria-label' })).data.result.value,
    'Head line',
  );
  assert.equal((await act('get_attribute', { selector: 'h1', name: 'nope' })).data.result.value, null);
  assert.equal(
    (await act('set_attribute', { selector: 'h1', name: 'data-x', value: 'y' })).data.result.value,
    'y',
  );
  assert.equal((await act('set_attribute', { selector: 'h1', name: 'hidden' })).data.result.value, '');
});

verifies(
  [
    'gasoline: interact focus',
    'gasoline: interact scroll_to',
    'gasoline: interact key_press',
    'gasoline: interact paste',
    'gasoline: fault 33 trusted input',
  ],
  'focus, scroll_to, key_press that submits, paste into plain fields',
  async () => {
    await open('/form');
    await act('focus', { selector: 'label=Name' });
    assert.equal(await read('document.activeElement.name'), 'name');
    assert.ok((await read('scrollY')) < 100);
    await act('scroll_to', { selector: '#far' });
    assert.ok((await read('scrollY')) > 1000);
    assert.equal(
      (await act('paste', { selector: 'label=Name', text: 'pasted' })).data.result.value,
      'pasted',
    );
    assert.equal(
      (await act('paste', { selector: '#edit', text: 'new', clear: true })).data.result.value,
      'new',
    );
    await read(
      'document.querySelector("[name=name]").addEventListener("paste", (event) => { event.preventDefault(); event.target.value = "mine: " + event.clipboardData.getData("text/plain"); })',
    );
    assert.equal(
      (await act('paste', { selector: 'label=Name', text: 'x' })).data.result.value,
      'mine: x',
      'the page may take it itself',
    );
    rig.posted.length = 0;
    const enter = await act('key_press', { selector: 'label=Name' });
    assert.deepEqual(
      [enter.data.result.value, enter.data.result.navigated_to],
      ['Enter', rig.site.url('/sent')],
      'Enter submits the form',
    );
    assert.match(rig.posted[0]!.body, /name=mine%3A\+x/);
    await open('/form');
    await act('key_press', { text: 'Tab' });
    assert.notEqual(await read('document.activeElement.tagName'), 'BODY');
  },
);

verifies(
  'gasoline: interact wait_for',
  'wait_for: until it is there, or a time limit that is told',
  async () => {
    await open('/form');
    const waiting = await act('wait_for', { selector: '#late', timeout_ms: 30_000, background: true });
    assert.equal(waiting.data.status, 'queued');
    const { page } = await rig.tools.engine.tab();
    await page.evaluate(`out.insertAdjacentHTML('afterend', '<p id=late>here</p>')`);
    const ended = await rig.finished(waiting.data.correlation_id);
    assert.deepEqual([ended.status, ended.result.value], ['complete', 'p']);
    const late = await act('wait_for', { selector: '#never', timeout_ms: 200 });
    assert.equal(late.data.code, 'WAIT_TIMEOUT');
    assert.match(late.data.message, /"#never" did not appear within 0\.2 s/);
  },
);

verifies(
  ['gasoline: interact execute_js', 'gasoline: fault 32 isolated world'],
  'execute_js: expressions, statements, promises, both worlds, under any policy, with a time limit',
  async () => {
    await open('/strict');
    const run = async (script: string, args: object = {}) =>
      (await act('execute_js', { script, ...args })).data;
    assert.equal((await run('1 + 1')).result.result, 2);
    assert.equal((await run('const a = 2; return a * 3')).result.result, 6);
    assert.equal((await run('await Promise.resolve(document.title)')).result.result, 'Strict');
    assert.equal((await run('globalThis.mark = 7; return mark')).result.result, 7);
    assert.equal(
      (await run('typeof mark', { world: 'isolated' })).result.result,
      'undefined',
      'a world of its own',
    );
    assert.equal((await run('typeof mark', { world: 'main' })).result.result, 'number');
    const odd = (
      await run(
        '({ big: 10n, fn() {}, node: document.querySelector("button"), self: globalThis.x = { get loop() { return globalThis.x } }, none: undefined, list: Array.from({ length: 150 }, (_, i) => i) })',
      )
    ).result.result;
    assert.deepEqual(
      [odd.big, odd.fn, odd.node, odd.self.loop, odd.none, odd.list.length],
      ['10', '[Function fn]', '[button]', '[circular]', null, 101],
    );
    assert.match((await run('nope()')).message, /nope is not defined/);
    assert.equal((await run('((')).code, 'EVALUATION_FAILED');
    const endless = await run('for (;;) {}', { timeout_ms: 300 });
    assert.equal(endless.code, 'EVALUATION_TIMEOUT');
    assert.equal((await run('"alive"')).result.result, 'alive', 'the page lives on');
  },
);

verifies(
  'gasoline: interact list_interactive',
  'list_interactive: selectors that mean just one element, through shadow roots and frames',
  async () => {
    await open('/form');
    const { data } = await act('list_interactive');
    const elements = data.result.elements as {
      selector: string;
      label: string;
      element_type: string;
      visible: boolean;
      frame?: number;
    }[];
    const by = (label: string) => elements.find((one) => one.label === label);
    assert.equal(by('Send')?.selector, '[data-testid="send"]');
    assert.equal(by('Name')?.selector, 'label=Name');
    assert.equal(by('In the shadow')?.element_type, 'button');
    assert.equal(by('Inside')?.frame, 0);
    assert.equal(by('Ghost')?.visible, false);
    assert.equal(elements.filter((one) => one.label === 'Twin').length, 2);
    for (const { selector, label, frame, visible } of elements.filter(
      (one) => one.label && one.element_type === 'button' && one.visible,
    )) {
      const text = await act('get_text', { selector, ...(frame === undefined ? {} : { frame }) });
      assert.equal(text.data.result?.value, label, `${selector} ${visible} ${JSON.stringify(text.data)}`);
    }
  },
);
