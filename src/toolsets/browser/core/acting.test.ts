import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { after } from 'node:test';
import { browserKit, refOf } from '../../../../test/kit/browser-kit.ts';
import { evaluate } from './evaluate.ts';
import { fillForm, selectOption } from './form.ts';
import { pressKey, type } from './keyboard.ts';
import { fileUpload, handleDialog } from './modals.ts';
import { navigate } from './navigate.ts';
import { click, drag, hover, scrollIntoView } from './pointer.ts';
import { snapshot } from './snapshot.ts';

const kit = await browserKit({ after });

const open = (path: string) => kit.ok(navigate, { url: kit.pages.url(path) });
const read = async (expression: string) =>
  JSON.parse(pageText((await kit.ok(evaluate, { function: expression })).text));
const pageText = (text: string) => /<page \S+>\n([\s\S]*)\n<\/page/.exec(text)?.[1] ?? '';

test('click: by ref, selector and locator, in both spellings, and the answer is what changed', async () => {
  const { text } = await open('/index.html');
  const byRef = await kit.ok(click, { target: refOf(text, /"Count"/) });
  assert.match(byRef.text, /^Clicked\.\n<page \S+>\n\+ status: 1\n<\/page/);
  assert.match((await kit.ok(click, { ref: '#count', element: 'Count' })).text, /~ status: 2/);
  const locator = "getByRole('button', { name: 'Count' })";
  assert.match((await kit.ok(click, { target: locator })).text, /~ status: 3/);
  assert.match((await kit.ok(click, { target: '#nothing' })).text, /Nothing in the outline changed/);
});

test('click: buttons, double clicks and modifiers', async () => {
  await open('/index.html');
  assert.match((await kit.ok(click, { target: '#double', doubleClick: true })).text, /doubled/);
  assert.match((await kit.ok(click, { target: '#double', button: 'right' })).text, /context/);
  await kit.ok(click, { target: '#nothing', modifiers: ['Shift', 'Alt'] });
  assert.equal(await read('document.documentElement.dataset.modifiers'), 'shift+alt');
});

test('click: what cannot be clicked is said with the reason', async () => {
  await open('/index.html');
  await kit.fails('ELEMENT_NOT_FOUND', click, { target: '#nowhere' });
  await kit.fails('AMBIGUOUS_TARGET', click, { target: 'button' });
  await kit.fails('INVALID_LOCATOR', click, { target: 'getByRole(' });
  const late = (target: string) =>
    kit.inHaste({ action: 700 }, () => kit.fails('ACTION_TIMEOUT', click, { target }));
  assert.match((await late('#covered')).text, /intercepts pointer events/);
  await late('#disabled');
  const { text } = await kit.fails('INVALID_ARGUMENTS', click, {});
  assert.match(text, /"target" is missing/);
});

test('a ref that is gone names what is nearest now; one of an old document hits nothing', async () => {
  const first = await open('/index.html');
  const old = refOf(first.text, /"Count"/);
  await open('/index.html');
  const gone = await kit.fails('REF_GONE', click, { target: old });
  assert.match(gone.text, /button "Count".*another document.*Nearest now: button "Count" \[?e\d+/);
});

test('console errors of an action are in its answer, marked as page text', async () => {
  await open('/index.html');
  const { text } = await kit.ok(click, { target: '#throw' });
  assert.match(text, /<page \S+>\nconsole error: "Error: boom/);
  await read("(document.querySelector('#throw').onclick = () => (() => { throw new Error('deep') })(), 1)");
  const deep = await kit.ok(click, { target: '#throw' });
  assert.match(deep.text, /console error: "Error: deep at [^"]*:1:\d+\)?"/, 'one call of its stack');
});

test('type: fills, types slowly with keys, submits', async () => {
  await open('/form.html');
  assert.match(
    (await kit.ok(type, { target: '[name=name]', text: 'Ann' })).text,
    /~ textbox "Name" .*= "Ann"/,
  );
  await kit.ok(type, { target: '[name=name]', text: 'Bo', slowly: true });
  assert.deepEqual(await read('[...document.querySelectorAll("#keys li")].map((one) => one.textContent)'), [
    'B',
    'o',
  ]);
  const sent = await kit.ok(type, { target: '[name=name]', text: 'Cy', submit: true });
  assert.match(sent.text, /and submitted[\s\S]*url: http:\S+\/echo/);
});

test('fill_form: every kind of field, with and without its type', async () => {
  await open('/form.html');
  const { text } = await kit.ok(fillForm, {
    fields: [
      { target: '[name=name]', name: 'Name', type: 'textbox', value: 'Ann' },
      { ref: '[name=news]', value: 'true' },
      { target: '[value=paid]', type: 'radio', value: 'true' },
      { target: '[name=country]', value: 'Switzerland' },
      { target: '[name=size]', value: '7' },
      { target: '#knob', value: '5' },
      { target: '#city', type: 'combobox', value: 'Graz' },
    ],
  });
  assert.match(text, /^Filled 7 field\(s\)\./);
  const values = await read(
    '(() => { const f = document.forms[0]; return [f.name.value, f.news.checked, f.plan.value, f.country.value, f.size.value, document.querySelector("#knob").ariaValueNow, document.querySelector("#city").value] })()',
  );
  assert.deepEqual(values, ['Ann', true, 'paid', 'ch', '7', '5', 'Graz']);
  const failed = await kit.fails('ACTION_FAILED', fillForm, {
    fields: [{ target: '[name=news]', name: 'News', type: 'textbox', value: 'x' }],
  });
  assert.match(failed.text, /Filling "News"/);
});

test('select_option, press_key and hover', async () => {
  await open('/form.html');
  assert.match(
    (await kit.ok(selectOption, { target: '[name=country]', values: ['Germany'] })).text,
    /= "Germany"/,
  );
  await kit.ok(selectOption, { target: '[name=colours]', values: ['red', 'blue'] });
  assert.deepEqual(
    await read('[...document.querySelector("[name=colours]").selectedOptions].map((one) => one.value)'),
    ['red', 'blue'],
  );
  await kit.ok(type, { target: '[name=name]', text: 'abc' });
  await kit.ok(pressKey, { key: 'Control+a' });
  assert.match((await kit.ok(pressKey, { key: 'Delete' })).text, /textbox "Name".*was "abc"/);
  await kit.fails('ACTION_FAILED', pressKey, { key: 'NoSuchKey' });
  assert.match((await kit.ok(hover, { target: 'text=Send' })).text, /^Hovering\./);
});

test('scroll_into_view: what is lazy comes, and is told', async () => {
  await open('/scroll.html');
  const { text } = await kit.ok(scrollIntoView, { target: '#end' });
  assert.match(text, /Item 40/);
});

test('drag, in both spellings', async () => {
  await open('/drag.html');
  assert.match((await kit.ok(drag, { startTarget: '#source', endTarget: '#target' })).text, /cargo/);
  await open('/drag.html');
  assert.match((await kit.ok(drag, { startRef: '#source', endRef: '#target' })).text, /cargo/);
  assert.match(
    (await kit.fails('INVALID_ARGUMENTS', drag, { startTarget: '#source' })).text,
    /"endTarget" is missing/,
  );
});

test('dialogs: told at once, block everything else, are answered', async () => {
  await open('/dialogs.html');
  const met = await kit.ok(click, { target: '#confirm' });
  assert.match(
    met.text,
    /Open: confirm dialog\. Handle it with browser_handle_dialog\.\n<page \S+>\ndialog: "sure\?"/,
  );
  assert.ok(met.ms < 1500, `${met.ms} ms`);
  await kit.fails('MODAL_STATE', snapshot);
  await kit.fails('MODAL_STATE', navigate, { url: kit.pages.url('/') });
  assert.match((await kit.ok(handleDialog, { accept: false })).text, /status: false/);
  await kit.ok(click, { target: '#prompt' });
  assert.match((await kit.ok(handleDialog, { accept: true, promptText: 'Ann' })).text, /status.*: Ann/);
  await kit.ok(click, { target: '#twice' });
  assert.match((await kit.ok(handleDialog, { accept: true })).text, /Open: alert dialog/);
  await kit.ok(handleDialog, { accept: true });
  await kit.fails('NO_MODAL_STATE', handleDialog, { accept: true });
});

test('file_upload: the open chooser, an input, a cancelled one; only files of the client', async () => {
  await writeFile(join(kit.folder, 'a.txt'), 'alpha');
  await writeFile(join(kit.folder, 'b.txt'), 'beta');
  await open('/upload.html');
  assert.match(
    (await kit.ok(click, { target: '#open' })).text,
    /Open: file chooser\. Handle it with browser_file_upload/,
  );
  const both = await kit.ok(fileUpload, { paths: [join(kit.folder, 'a.txt'), 'b.txt'] });
  assert.match(both.text, /Uploaded a\.txt, b\.txt\.[\s\S]*a\.txt: alpha; b\.txt: beta/);
  assert.match(
    (await kit.ok(fileUpload, { paths: ['b.txt'], target: '#file' })).text,
    /status: "b\.txt: beta"|b\.txt: beta/,
  );
  await kit.ok(click, { target: '#open' });
  assert.match((await kit.ok(fileUpload, {})).text, /Chose no file/);
  await kit.fails('NO_MODAL_STATE', fileUpload, { paths: ['a.txt'] });
  await kit.fails('FILE_NOT_READABLE', fileUpload, { paths: ['/etc/hostname'], target: '#file' });
  await kit.fails('FILE_NOT_READABLE', fileUpload, { paths: ['missing.txt'], target: '#file' });
});

test('frames, nested and of another origin, shadow roots, and a strict policy', async () => {
  const frames = await open('/iframes.html');
  const refs = [...frames.text.matchAll(/"Inner button" \[(e\d+)/g)].map((match) => match[1]);
  assert.equal(refs.length, 3, frames.text);
  for (const target of refs)
    assert.match((await kit.ok(click, { target })).text, /"Pressed in (127\.0\.0\.1|localhost)"/);
  const shadow = await open('/shadow.html');
  assert.match((await kit.ok(click, { target: refOf(shadow.text, /Shadow button/) })).text, /1/);
  const strict = await open('/csp.html');
  assert.match(
    (await kit.ok(click, { target: refOf(strict.text, /Strict button/) })).text,
    /status: clicked/,
  );
  assert.equal(await read('document.title'), 'Strict');
});

test('keys go where the focus is, with :focus', async () => {
  await open('/form.html');
  await kit.ok(click, { target: '[name=name]' });
  const typed = await kit.ok(type, { target: ':focus', text: 'Dan' });
  assert.match(typed.text, /^Typed into what has the focus\./);
  await kit.ok(type, { target: ':focus', text: 'iel' });
  assert.equal(await read("document.querySelector('[name=name]').value"), 'Daniel');
});

test('an element is dropped at a place in another, and one is scrolled by pixels', async () => {
  await kit.ok(navigate, {
    url: `data:text/html,${encodeURIComponent(`<div id=a style="width:20px;height:20px;background:red"></div>
<div id=b style="width:300px;height:200px;overflow:auto"><div style="height:2000px">inner</div></div>
<div style="height:3000px"></div>
<script>onmouseup = (event) => { const box = b.getBoundingClientRect(); dropped = [event.x - box.x, event.y - box.y].map(Math.round); };</script>`)}`,
  });
  const dragged = await kit.ok(drag, { startTarget: '#a', endTarget: '#b', endX: 40, endY: 70 });
  assert.match(dragged.text, /^Dragged #a to #b at 40, 70\./);
  assert.deepEqual(await read('dropped'), [40, 70]);
  await kit.fails('INVALID_ARGUMENTS', drag, { startTarget: '#a', endTarget: '#b', endX: 40 });
  await kit.ok(scrollIntoView, { target: '#b', deltaY: 300 });
  assert.deepEqual(await read('[b.scrollTop > 0, scrollY]'), [true, 0]);
  await kit.ok(scrollIntoView, { target: '#a' });
  await kit.ok(evaluate, { function: '() => b.remove()' });
  await kit.ok(scrollIntoView, { deltaY: 300 });
  assert.ok((await read('scrollY')) > 0);
  await kit.fails('INVALID_ARGUMENTS', scrollIntoView, {});
});
