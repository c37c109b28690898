import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { assertContract, type CaptureRig, startCapture } from '../../../../test/kit/capture.ts';
import { type Site, startSite } from '../../../../test/kit/site.ts';
import { fillForm } from '../actions/form.ts';
import { type as typeText } from '../actions/keyboard.ts';
import { navigate } from '../actions/navigate.ts';
import { click } from '../actions/pointer.ts';
import type { Tab } from '../page/tab.ts';

const PAGE = `<!doctype html><html lang=en><title>Actions</title><link rel=icon href=data:,>
<form onsubmit="return false">
  <label>Name <input name=name></label>
  <label>Password <input type=password name=pw id=pw></label>
  <label>Card <input autocomplete=cc-number name=a></label>
  <label>Anything <input name=anything></label>
  <label>Notes <textarea name=notes placeholder="Your notes"></textarea></label>
  <label><input type=checkbox name=news> News</label>
  <label>Country <select name=country><option value=at>Austria<option value=ch>Switzerland</select></label>
  <label>File <input type=file></label>
  <button data-testid=save type=button><svg width=20 height=20></svg> Save <b>all</b></button>
  <button data-cy=cancel type=button onclick="event.stopImmediatePropagation()">Cancel</button>
</form>
<div id=shadow></div><p contenteditable=true id=edit>x</p>
<button id=script onclick="document.querySelector('[data-cy]').click()">By script</button>
<button id=ask onclick="confirm('Really?')">Ask</button>
<a id=get href="/file" download="report.csv">Get</a>
<div style="height:3000px">tall</div>
<script>
  const root = document.getElementById('shadow').attachShadow({ mode: 'open' });
  root.innerHTML = '<section><button>Inside</button></section>';
</script>`;

describe('what is done in a page', () => {
  let rig: CaptureRig;
  let site: Site;
  let tab: Tab;
  before(async () => {
    site = await startSite({
      '/': PAGE,
      '/other': '<!doctype html><title>Other</title><link rel=icon href=data:,>',
      '/file': (_request, response) => void response.end('a,b'),
    });
    rig = await startCapture();
    tab = await rig.engine.tab();
  });
  after(async () => {
    await rig.close();
    await site.close();
  });
  beforeEach(async () => {
    await tab.page.goto(site.url('/'));
    await rig.capture.settled();
    rig.arrivals.all.length = 0;
  });
  const action = (type: string, fits = (_data: object) => true) =>
    rig.first('action', (data) => data.type === type && fits(data), `the action ${type}`);
  const typed = async () => {
    await rig.capture.settled();
    return rig.all('action', ({ type }) => type === 'input').map(({ data }) => data);
  };

  it('gives several selectors, and means the button when its icon is clicked', async () => {
    await tab.page.click('svg');
    const { data, where } = await action('click');
    assert.deepEqual(data.selectors, {
      testId: 'save',
      testIdAttribute: 'data-testid',
      role: { role: 'button', name: 'Save all' },
      text: 'Save all',
      css: 'html > body > form > button:nth-of-type(1)',
      tag: 'button',
      locator: "getByTestId('save')",
    });
    assert.equal(await tab.page.locator(data.selectors!.css).getAttribute('data-testid'), 'save');
    assert.deepEqual([data.source, data.button, data.clickCount], ['human', 'left', 1]);
    assert.equal(data.url, site.url('/'));
    assert.equal(where.page, 't1');
  });

  it('sees clicks that the page stops, and knows other attributes of test ids', async () => {
    await tab.page.click('[data-cy]');
    assert.equal((await action('click')).data.selectors?.testId, 'cancel');
  });

  it('finds its way into shadow roots', async () => {
    await tab.page.getByText('Inside').click();
    const { data } = await action('click');
    assert.equal(data.selectors?.css, '#shadow >>> section > button');
    assert.deepEqual(data.selectors?.role, { role: 'button', name: 'Inside' });
  });

  it('makes one item of the keystrokes in a field, with the label', async () => {
    await tab.page.getByLabel('Name').pressSequentially('Ada');
    await tab.page.getByLabel('Notes').pressSequentially('x');
    const [name, notes] = await typed();
    assert.deepEqual([name?.value, name?.keystrokes, name?.length], ['Ada', 3, 3]);
    assert.equal(name?.selectors?.label, 'Name');
    assert.deepEqual(name?.selectors?.role, { role: 'textbox', name: 'Name' });
    assert.equal(notes?.selectors?.placeholder, 'Your notes');
  });

  it('never records passwords and cards, however they are entered', async () => {
    await tab.page.fill('#pw', 'hunter2');
    await tab.page.evaluate(`document.querySelector('#pw').type = 'text'`);
    await tab.page.locator('#pw').press('End');
    await tab.page.keyboard.type('345');
    await tab.page.getByLabel('Card').fill('12');
    await tab.page.getByLabel('Anything').fill('4111 1111 1111 1111');
    const all = await typed();
    assert.deepEqual(
      all.map(({ value, isRedacted, length }) => [value, isRedacted, length]),
      [
        ['[redacted]', true, 10],
        ['[redacted]', true, 2],
        ['[redacted]', true, 19],
      ],
    );
    assert.doesNotMatch(JSON.stringify(rig.evidence), /hunter2|4111/);
  });

  it('tells choices, boxes and files as what they are', async () => {
    const file = join(rig.folder, 'photo.png');
    await writeFile(file, 'x');
    await tab.perform({ action: 'fill form' }, async () => {
      await tab.page.selectOption('select', 'ch');
      await tab.page.check('[name=news]');
      await tab.page.setInputFiles('[type=file]', file);
    });
    const select = await action('select');
    assert.deepEqual([select.data.selectedValues, select.data.selectedTexts], [['ch'], ['Switzerland']]);
    assert.deepEqual(select.data.selectors?.role, { role: 'combobox', name: 'Country' });
    assert.equal((await action('check')).data.checked, true);
    assert.deepEqual((await action('upload')).data.fileNames, ['photo.png']);
    assert.deepEqual(
      rig.all('action', ({ source }) => source !== 'ai'),
      [],
    );
  });

  it('records keys that do something, with those held down', async () => {
    await tab.page.getByLabel('Name').press('Enter');
    await tab.page.keyboard.press('Control+k');
    await tab.page.evaluate('document.activeElement.blur()');
    await tab.page.keyboard.press('j');
    await rig.first('action', ({ key }) => key === 'j', 'the last key');
    const keys = rig.all('action', ({ type }) => type === 'keypress');
    assert.deepEqual(
      keys.map(({ data }) => [data.key, data.modifiers]),
      [
        ['Enter', undefined],
        ['k', ['Control']],
        ['j', undefined],
      ],
    );
  });

  it('tells an agent from a person, and a step once: as what the page saw of it', async () => {
    await click(tab, '[data-testid=save]');
    const { data } = await action('click');
    assert.deepEqual([data.source, data.step, data.target], ['ai', 'click', '[data-testid=save]']);
    await typeText(tab, 'getByLabel("Name")', 'Bob');
    await tab.page.mouse.click(5, 400);
    await rig.first('action', ({ source }) => source === 'human', "a person's click");
    await rig.capture.settled();
    assert.deepEqual(
      rig.all('action').map((item) => [item.data.type, item.data.source]),
      [
        ['click', 'ai'],
        ['input', 'ai'],
        ['click', 'human'],
      ],
    );
  });

  it('blames nobody for pages that the driver uses to fill a storage', async () => {
    const storageState = {
      cookies: [],
      origins: [{ origin: site.origin, localStorage: [{ name: 'theme', value: 'dark' }] }],
    };
    await tab.page.context().setStorageState(storageState);
    await rig.capture.settled();
    assert.deepEqual(
      rig.all('action').map(({ data }) => [data.type, data.source]),
      [],
    );
  });

  it('records each field of a form that an agent fills', async () => {
    await fillForm(tab, [
      { name: 'Name', type: 'textbox', target: '[name=name]', value: 'Eve' },
      { name: 'News', type: 'checkbox', target: '[name=news]', value: 'true' },
    ]);
    await rig.capture.settled();
    assert.deepEqual(
      rig.all('action').map(({ data }) => [data.type, data.source, data.value ?? data.checked]),
      [
        ['input', 'ai', 'Eve'],
        ['check', 'ai', true],
      ],
    );
  });

  it('records steps that leave no event in the page, and those that fail', async () => {
    await navigate(tab, site.url('/other'));
    const went = await action('navigate');
    assert.deepEqual([went.data.source, went.data.toUrl], ['ai', site.url('/other')]);
    assert.ok(went.data.ms! > 0);
    await assert.rejects(click(tab, '#nothing'));
    const failed = await rig.first('action', ({ error }) => error !== undefined, 'the failed click');
    assert.deepEqual(
      [failed.data.type, failed.data.target, failed.data.error],
      ['click', '#nothing', 'ELEMENT_NOT_FOUND'],
    );
  });

  it('knows what a script did, and what the page brought up by itself', async () => {
    await tab.page.click('#script');
    const made = await rig.first('action', ({ source }) => source === 'page', 'the click of the script');
    assert.equal(made.data.selectors?.testId, 'cancel');
    tab.page.once('dialog', (dialog) => void dialog.accept());
    await tab.page.click('#ask');
    const dialog = await action('dialog');
    assert.deepEqual([dialog.data.message, dialog.data.detail?.type], ['Really?', 'confirm']);
    const download = tab.page.waitForEvent('download');
    await tab.page.click('#get');
    await (await download).path();
    assert.equal((await action('download')).data.fileName, 'report.csv');
  });

  it('records scrolling by hand, once it has come to rest', async () => {
    await tab.page.mouse.move(200, 300);
    await tab.page.mouse.wheel(0, 600);
    const { data } = await action('scroll');
    assert.ok(data.scrollY! > 0);
    await tab.page.evaluate('scrollTo(0, 0)');
    await tab.page.click('[data-testid=save]');
    await action('click');
    assert.equal(rig.all('action', ({ type }) => type === 'scroll').length, 1);
  });

  it('takes no scrolling for a hand that a page does once it was clicked', async () => {
    await tab.page.evaluate(`
      for (const type of ['click', 'keydown']) addEventListener(type, () => scrollTo(0, scrollY ? 0 : 99));
    `);
    const scrolled = tab.page.evaluate("new Promise((end) => addEventListener('scrollend', end))");
    await tab.page.click('[data-testid=save]');
    await scrolled;
    await tab.page.keyboard.press('F2');
    await tab.page.mouse.wheel(0, 300);
    const { data } = await action('scroll');
    assert.ok(data.scrollY! >= 300, `${data.scrollY}`);
    assert.equal(rig.all('action', ({ type }) => type === 'scroll').length, 1);
  });

  it('follows the contract', async () => {
    await tab.page.dblclick('[data-testid=save]');
    await tab.page.locator('#edit').fill('words');
    await tab.page.click('[data-testid=save]', { button: 'right' });
    await action('contextmenu');
    await rig.capture.settled();
    assert.equal(rig.all('action', ({ type }) => type === 'dblclick').length, 1);
    assert.equal(rig.all('action', ({ selectors }) => selectors?.id === 'edit')[0]?.data.value, 'words');
    assertContract(rig.evidence);
    assert.deepEqual(rig.complaints, []);
  });
});
