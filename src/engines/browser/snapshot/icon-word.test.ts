import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startEngine, type TestEngine } from '../../../../test/kit/browser.ts';
import type { Tab } from '../page/tab.ts';

let started: TestEngine;
let tab: Tab;

before(async () => {
  started = await startEngine();
  tab = await started.engine.tab();
});
after(() => started?.close());

const CONTROLS: readonly (readonly [html: string, told: RegExp])[] = [
  ['<a href="#" id="side"><i class="fa fa-bars"></i></a>', /link \[e\d+, icon bars\]/],
  ['<button><svg class="lucide lucide-trash-2"></svg></button>', /button \[e\d+, icon trash-2\]/],
  ['<button><svg><use href="#icon-edit"></use></svg></button>', /button \[e\d+, icon edit\]/],
  ['<button><i class="el-icon-close"></i></button>', /button \[e\d+, icon close\]/],
  ['<button><span class="ui-icon ui-icon-next"></span></button>', /button \[e\d+, icon next\]/],
  ['<button><svg class="css-1x" data-testid="DeleteIcon"></svg></button>', /button \[e\d+, icon Delete\]/],
  ['<button><img src="/static/star_on.png" alt=""></button>', /button \[e\d+, icon star_on\]/],
  ['<div style="cursor: pointer"><i class="mdi mdi-magnify"></i></div>', /clickable \[e\d+, icon magnify\]/],
  ['<button id="play"></button>', /button \[e\d+, id play\]/],
  ['<input name="query">', /textbox \[e\d+, name query\]/],
  // Words that can be read, chance and what only styles an icon tell nothing more.
  ['<button><i class="fa fa-save"></i> Save</button>', /button "Save" \[e\d+\]/],
  ['<button id="b-8f3a71"><svg class="css-1x2 icon-lg"></svg></button>', /button \[e\d+\]/],
];

test('a control without words is told by its icon, or by what it is called in the page', async () => {
  const style = '<style>a, button, div { display: inline-block; min-width: 9px; min-height: 9px }</style>';
  await tab.page.setContent(style + CONTROLS.map(([html]) => `<ul><li>${html}</ul>`).join(''));
  const { text } = await tab.snapshots.take();
  const lines = text.split('\n').filter((line) => line.includes('- ') || line.includes(': '));
  for (const [i, [html, told]] of CONTROLS.entries())
    assert.match(lines[i] ?? text, new RegExp(`${told.source}\\)?$`), html);
});

test('another icon is a change', async () => {
  await tab.page.setContent('<button style="padding: 9px"><i class="fa fa-play"></i></button>');
  await tab.snapshots.take();
  await tab.page.evaluate("document.querySelector('i').className = 'fa fa-pause'");
  assert.match((await tab.snapshots.changes()).text, /^~ button \[e\d+, icon pause\]/);
});
