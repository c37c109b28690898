import { join } from 'node:path';
import { type App, any, button, click, doubleClick, inPage, open, press, textbox, type } from '../app.ts';
import { site } from '../bring.ts';

const PAGE = `<!doctype html><title>Settings</title><h1>Settings</h1><div id="editor" style="height: 500px"></div><script type="module">
import { createJSONEditor } from '/j/standalone.js';
window.editor = createJSONEditor({ target: document.getElementById('editor'), props: { content: { json: { name: 'lamp', watts: 40, on: true, tags: ['old', 'red'] } }, mode: 'tree' } });
window.json = () => { const content = editor.get(); return content.json ?? JSON.parse(content.text); };</script>`;

const json = (expression: string, wanted: unknown) => inPage(`json()${expression}`, wanted);
const OPEN = open('/', 'lamp');

export const jsonEditor: App = {
  name: 'json-editor',
  kind: 'Svelte',
  npm: ['vanilla-jsoneditor@3.13.0'],
  start: ({ packages }) => site({ '/j': join(packages, 'node_modules/vanilla-jsoneditor') }, { '/': PAGE }),
  jobs: [
    {
      name: 'changes a value',
      steps: [OPEN, doubleClick(any('lamp')), press('Control+a'), press('z'), press('Enter', 'z')],
      check: json('.name', 'z'),
    },
    {
      name: 'deletes a value',
      steps: [OPEN, click(any('40')), press('Delete')],
      check: json('.watts', undefined),
    },
    {
      name: 'takes a deletion back',
      steps: [OPEN, click(any('40')), press('Delete'), click(button(/Undo/), /40/)],
      check: json('.watts', 40),
    },
    {
      name: 'unfolds all',
      steps: [OPEN, click(button(/Collapse all/)), click(button(/Expand all/), 'red')],
      check: inPage(`document.querySelector('#editor').innerText.includes('red')`, true),
    },
    {
      name: 'shows text',
      steps: [OPEN, click(button('text'), /lamp/)],
      check: inPage(`document.querySelectorAll('.cm-editor').length`, 1),
    },
    {
      name: 'shows a table',
      steps: [OPEN, click(button('table'))],
      check: inPage(`document.querySelectorAll('.jse-table-mode').length`, 1),
    },
    {
      name: 'sorts by key',
      steps: [
        OPEN,
        click(any('name')),
        press('Escape'),
        click(button(/^Sort/), /Sort/),
        click(button('Sort', -1)),
      ],
      check: inPage('Object.keys(json())', ['name', 'on', 'tags', 'watts']),
    },
    {
      name: 'searches',
      steps: [OPEN, click(button(/Search/)), type(textbox(/Find|(?:)/, -1), 'lamp', /lamp/)],
      check: inPage(`document.querySelectorAll('.jse-search-box').length`, 1),
    },
    {
      name: 'turns a switch off',
      steps: [OPEN, doubleClick(any('true')), press('Control+a'), press('0'), press('Enter')],
      check: json('.on', 0),
    },
  ],
};
