import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { inHaste, startEngine, type TestEngine } from '../../../../test/kit/browser.ts';
import type { Tab } from '../page/tab.ts';
import { dayOf } from './date-field.ts';
import { evaluate } from './evaluate.ts';
import { fillForm } from './form.ts';
import { navigate } from './navigate.ts';

let started: TestEngine;
let tab: Tab;

/** Calendars as pages draw them: days say their date, and what turns the month says so by a class or a label. */
const PAGE = `<!doctype html><title>Trip</title>
<label>Birthday <input id="birthday" type="date"></label>
<label>Start <input id="start" type="datetime-local"></label>
<label>Day <input id="day" readonly></label>
<div id="calendar" hidden></div>
<div id="land" role="combobox" tabindex="0" aria-haspopup="listbox" aria-expanded="false">none</div>
<script>
let shown = new Date(2026, 2, 1);
const name = (date) => date.toLocaleDateString('en-US', { year: 'numeric', month: 'long', day: 'numeric' });
const draw = () => {
  calendar.hidden = false;
  calendar.innerHTML = '<span class="prev-month">&lt;</span><span class="next-month">&gt;</span>';
  calendar.querySelector('.prev-month').onclick = () => { shown.setMonth(shown.getMonth() - 1); draw(); };
  calendar.querySelector('.next-month').onclick = () => { shown.setMonth(shown.getMonth() + 1); draw(); };
  for (let date = new Date(shown); date.getMonth() === shown.getMonth(); date.setDate(date.getDate() + 1)) {
    const cell = document.createElement('span');
    cell.textContent = date.getDate();
    cell.ariaLabel = name(date);
    cell.style = 'display: inline-block; width: 20px';
    cell.onclick = () => { day.value = cell.ariaLabel; calendar.hidden = true; };
    if (date.getDate() === 13) { cell.className = 'disabled'; cell.onclick = null; }
    calendar.append(cell);
  }
};
day.onclick = draw;
land.onclick = () => {
  land.insertAdjacentHTML('afterend', '<ul role="listbox"><li role="option">Chile</li><li role="option">Peru</li></ul>');
  for (const one of document.querySelectorAll('li')) one.onclick = () => { land.textContent = one.textContent; };
};
</script>`;

before(async () => {
  started = await startEngine({ timeouts: { settle: 10_000 } });
  tab = await started.engine.tab();
});
after(() => started?.close());

const open = () => navigate(tab, `data:text/html,${encodeURIComponent(PAGE)}`);
const read = async (expression: string) => (await evaluate(tab, expression)).value;
const field = (target: string, value: string) => ({ name: target, type: 'textbox', target, value }) as const;

test('days as people write them', () => {
  assert.equal(dayOf('2026-03-24'), '2026-03-24');
  assert.equal(dayOf('2026-3-4 10:30'), '2026-03-04');
  assert.equal(dayOf('24.3.2026'), '2026-03-24');
  assert.equal(dayOf('March 24, 2026'), '2026-03-24');
  assert.equal(dayOf('3/24/2026'), '2026-03-24');
  assert.equal(dayOf('tomorrow'), undefined);
  assert.equal(dayOf('24'), undefined);
});

test('fields of the browser’s own take a date however it is written', async () => {
  await open();
  await fillForm(tab, [field('#birthday', 'March 24, 2026'), field('#start', '24.03.2026 9:15')]);
  assert.deepEqual(await read('[birthday.value, start.value]'), ['2026-03-24', '2026-03-24T09:15']);
});

test('a field that nobody can type into is filled by its calendar, turned forwards and backwards', async () => {
  await open();
  await fillForm(tab, [field('#day', '2026-03-24')]);
  assert.equal(await read('day.value'), 'March 24, 2026');
  await fillForm(tab, [field('#day', '2026-07-02')]);
  assert.equal(await read('day.value'), 'July 2, 2026');
  await fillForm(tab, [field('#day', '2025-12-31')]);
  assert.equal(await read('day.value'), 'December 31, 2025');
});

test('a day that cannot be chosen is said', async () => {
  await open();
  await inHaste(tab, { action: 700 }, () =>
    assert.rejects(fillForm(tab, [field('#day', '2026-03-13')]), {
      code: 'ACTION_FAILED',
      message: /no calendar showed the day 2026-03-13/,
    }),
  );
});

test('a combobox that takes no letter is chosen from, though it was called a text box', async () => {
  await open();
  await fillForm(tab, [field('#land', 'Peru')]);
  assert.equal(await read('land.textContent'), 'Peru');
});
