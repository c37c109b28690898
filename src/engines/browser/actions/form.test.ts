import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { inHaste, startEngine, type TestEngine } from '../../../../test/kit/browser.ts';
import { type Pages, startPages } from '../../../../test/kit/pages.ts';
import type { Tab } from '../page/tab.ts';
import { evaluate } from './evaluate.ts';
import { fillForm, selectOption } from './form.ts';
import { pressKey, type } from './keyboard.ts';
import { navigate } from './navigate.ts';

let pages: Pages;
let started: TestEngine;
let tab: Tab;

before(async () => {
  [pages, started] = await Promise.all([startPages(), startEngine({ timeouts: { settle: 10_000 } })]);
  tab = await started.engine.tab();
});
after(async () => {
  await started?.close();
  await pages?.close();
});

const open = () => navigate(tab, pages.url('/form.html'));
const read = async (expression: string) => (await evaluate(tab, expression)).value;

test('fills every type of field', async () => {
  await open();
  await fillForm(tab, [
    { name: 'Name', type: 'textbox', target: '[name=name]', value: 'Ada' },
    { name: 'News', type: 'checkbox', target: '[name=news]', value: 'true' },
    { name: 'Plan', type: 'radio', target: "getByLabel('Paid')", value: 'true' },
    { name: 'Country', type: 'combobox', target: '[name=country]', value: 'Switzerland' },
    { name: 'City', type: 'combobox', target: '#city', value: 'Graz' },
    { name: 'Size', type: 'slider', target: '[name=size]', value: '8' },
    { name: 'Volume', type: 'slider', target: '#knob', value: '7' },
  ]);
  assert.deepEqual(await read("Object.fromEntries(new FormData(document.querySelector('form')))"), {
    name: 'Ada',
    password: '',
    notes: '',
    news: 'on',
    plan: 'paid',
    country: 'ch',
    size: '8',
  });
  assert.deepEqual(await read('[city.value, knob.ariaValueNow]'), ['Graz', '7']);
});

test('a field that cannot be filled is named', async () => {
  await open();
  const field = { name: 'Country', type: 'combobox', target: '[name=country]', value: 'Atlantis' } as const;
  await inHaste(tab, { action: 700 }, () =>
    assert.rejects(fillForm(tab, [field]), { code: 'ACTION_TIMEOUT', message: /^Filling "Country"/ }),
  );
  const missing = { ...field, target: '#none' };
  await assert.rejects(fillForm(tab, [missing]), { code: 'ELEMENT_NOT_FOUND' });
  const beyond = { name: 'Volume', type: 'slider', target: '#knob', value: '42' } as const;
  await assert.rejects(fillForm(tab, [beyond]), {
    code: 'ACTION_FAILED',
    message: /stands at 10, not at 42/,
  });
});

test('a field whose focus is taken away meanwhile is filled once more, or that is said', async () => {
  await open();
  await tab.page.setContent(`<input id=day><input id=until data-thefts=1><input id=never data-thefts=9><script>
    for (const field of [until, never])
      field.onfocus = () => { if (field.dataset.thefts-- > 0) day.focus(); };
  </script>`);
  const field = (id: string, value: string) =>
    ({ name: id, type: 'textbox', target: `#${id}`, value }) as const;
  await fillForm(tab, [field('day', 'Monday'), field('until', 'Friday')]);
  assert.equal(await read('until.value'), 'Friday');
  await assert.rejects(
    fillForm(tab, [field('never', 'Sunday')]),
    /^Fault: Filling "never" failed: the page took the focus/,
  );
});

test('what the field before has left open over the next one is left as by keys', async () => {
  const floating = `<p><input id=day><input id=back type=checkbox></p><div id=calendar hidden style="position: absolute; inset: 0; background: white"></div>`;
  await tab.page.setContent(floating);
  await evaluate(
    tab,
    `(() => {
      day.onfocus = () => { calendar.hidden = false };
      day.onkeydown = ({ key }) => { if (key === 'Tab') calendar.hidden = true };
    })()`,
  );
  await fillForm(tab, [
    { name: 'Day', type: 'textbox', target: '#day', value: '11/25/2026' },
    { name: 'Back', type: 'checkbox', target: '#back', value: 'true' },
  ]);
  assert.deepEqual(await read('[day.value, back.checked]'), ['11/25/2026', true]);
});

test('selects by label or value, several at once', async () => {
  await open();
  assert.deepEqual((await selectOption(tab, '[name=country]', ['Germany'])).value, ['de']);
  assert.deepEqual((await selectOption(tab, '[name=country]', ['at'])).value, ['at']);
  assert.deepEqual((await selectOption(tab, '[name=colours]', ['red', 'blue'])).value, ['red', 'blue']);
});

test('types at once or key by key, and submits', async () => {
  await open();
  await type(tab, '[name=name]', 'Ada');
  assert.deepEqual(await read("[document.querySelector('[name=name]').value, keys.childElementCount]"), [
    'Ada',
    0,
  ]);
  await type(tab, '[name=name]', '!', { slowly: true });
  assert.equal(await read('keys.textContent'), '!');
  await pressKey(tab, 'Control+a');
  await pressKey(tab, 'x');
  assert.equal(await read("document.querySelector('[name=name]').value"), 'x');
  const sent = await type(tab, '[name=name]', 'Grace', { submit: true });
  assert.deepEqual([sent.settledBy, sent.url], ['load', pages.url('/echo')]);
  assert.match(String(await read('document.body.textContent')), /name=Grace/);
});

const CUSTOM = `
  <style>.unseen { position: absolute; width: 1px; height: 1px; opacity: 0; } .gone { display: none; }</style>
  <label id=label><input type=checkbox id=hidden class=gone><span>Terms</span></label>
  <input type=checkbox id=tiny class=unseen><label for=tiny>Newsletter</label>
  <div id=switch role=switch aria-checked=false tabindex=0 onclick="this.ariaChecked = String(this.ariaChecked !== 'true')">Dark</div>
  <my-box id=box></my-box><my-box id=broken data-broken></my-box>
  <ul><li onclick="document.title = 'elsewhere'">Red</li></ul><button id=colour aria-haspopup=listbox aria-expanded=false>Colour</button>
  <div id=size role=combobox tabindex=0 aria-haspopup=listbox aria-expanded=false>Size</div>
  <div id=fruit class=select tabindex=0>Fruit</div>
  <input id=city role=combobox aria-autocomplete=list aria-expanded=false>
  <script>
  customElements.define('my-box', class extends HTMLElement {
    constructor() {
      super();
      this.attachShadow({ mode: 'open' }).innerHTML = '<label><input type=checkbox style="display:none"><b>Box</b></label>';
      if (this.dataset.broken !== undefined) this.shadowRoot.querySelector('input').disabled = true;
    }
  });
  const offer = (names, take) => {
    document.querySelector('[role=listbox]')?.remove();
    const list = document.createElement('div');
    list.role = 'listbox';
    list.innerHTML = names.map((name) => '<div role=option>' + name + '</div>').join('');
    list.onclick = ({ target }) => { take(target.textContent); list.remove(); };
    document.body.append(list);
  };
  colour.onclick = () => offer(['Red', 'Dark red', 'Blue'], (name) => { colour.textContent = name; });
  size.onclick = () => offer(['Small', 'Large'], (name) => { size.textContent = name; });
  fruit.onclick = () => {
    fruit.insertAdjacentHTML('afterend', '<div class=menu><div>Pear</div><div>Red</div></div>');
    fruit.nextElementSibling.onclick = ({ target, currentTarget }) => { fruit.textContent = target.textContent; currentTarget.remove(); };
  };
  city.oninput = () => setTimeout(() => {
    const names = ['Graz', 'Grasse', 'Linz'].filter((name) => name.startsWith(city.value));
    offer(names, (name) => { city.value = name; city.dataset.taken = name; });
  }, 200);
  </script>`;

test('boxes and lists that a page has made itself', async () => {
  await open();
  await tab.page.setContent(CUSTOM);
  await fillForm(tab, [
    { name: 'Terms', type: 'checkbox', target: '#hidden', value: 'true' },
    { name: 'News', type: 'checkbox', target: '#tiny', value: 'true' },
    { name: 'Dark', type: 'checkbox', target: '#switch', value: 'true' },
    { name: 'Box', type: 'checkbox', target: '#box', value: 'true' },
    { name: 'Colour', type: 'combobox', target: '#colour', value: 'red' },
    { name: 'Size', type: 'combobox', target: '#size', value: 'Large' },
    { name: 'City', type: 'combobox', target: '#city', value: 'Graz' },
    { name: 'Fruit', type: 'combobox', target: '#fruit', value: 'Red' },
  ]);
  const state =
    "[hidden.checked, tiny.checked, document.getElementById('switch').ariaChecked, box.shadowRoot.querySelector('input').checked, colour.textContent, size.textContent, city.dataset.taken, fruit.textContent]";
  assert.deepEqual(await read(state), [true, true, 'true', true, 'Red', 'Large', 'Graz', 'Red']);
  assert.notEqual(await tab.title(), 'elsewhere', 'a word elsewhere is no option');
  await fillForm(tab, [{ name: 'Terms', type: 'checkbox', target: '#label', value: 'false' }]);
  assert.equal(await read('hidden.checked'), false);
  assert.deepEqual((await selectOption(tab, '#colour', ['Blue'])).value, ['Blue']);
  await assert.rejects(
    selectOption(tab, '#colour', ['Green']),
    /no option "Green" came into sight; shown are "Red", "Dark red", "Blue"/,
  );
  await assert.rejects(
    fillForm(tab, [
      { name: 'News', type: 'checkbox', target: '#tiny', value: 'false' },
      { name: 'Broken', type: 'checkbox', target: '#broken', value: 'true' },
      { name: 'City', type: 'combobox', target: '#city', value: 'Linz' },
    ]),
    /^Fault: Filling "Broken" \(done: News; not tried: City\) failed: .*it stayed unchecked/,
  );
});
