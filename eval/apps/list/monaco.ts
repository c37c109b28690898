import { join } from 'node:path';
import { type App, button, click, enter, inPage, open, press, textbox, type } from '../app.ts';
import { site } from '../bring.ts';

const PAGE = `<!doctype html><title>Code</title><h1>Code</h1><button onclick="editor.focus()">Edit</button><div id="editor" style="height: 400px; border: 1px solid"></div>
<script src="/m/vs/loader.js"></script><script>require.config({ paths: { vs: location.origin + '/m/vs' } }); require(['vs/editor/editor.main'], () => { window.monaco = monaco; window.editor = monaco.editor.create(document.getElementById('editor'), { value: 'const one = 1;\\nconst two = 2;\\n', language: 'javascript', ariaLabel: 'Program' }); })</script>`;

const OPEN = [open('/', /const one/), click(button('Edit'))];
const text = (wanted: string) => inPage('editor.getValue()', wanted);

export const monaco: App = {
  name: 'monaco',
  kind: 'own text engine',
  npm: ['monaco-editor@0.52.2'],
  start: ({ packages }) => site({ '/m': join(packages, 'node_modules/monaco-editor/min') }, { '/': PAGE }),
  jobs: [
    {
      name: 'writes at the end',
      steps: [...OPEN, press('Control+End'), press('x', /x/)],
      check: text('const one = 1;\nconst two = 2;\nx'),
    },
    { name: 'deletes all', steps: [...OPEN, press('Control+a'), press('Delete')], check: text('') },
    {
      name: 'takes a deletion back',
      steps: [...OPEN, press('Control+a'), press('Delete'), press('Control+z', 'const two')],
      check: text('const one = 1;\nconst two = 2;\n'),
    },
    {
      name: 'comments a line',
      steps: [...OPEN, press('Control+Home'), press('Control+/', '// const one')],
      check: text('// const one = 1;\nconst two = 2;\n'),
    },
    {
      name: 'moves a line down',
      steps: [...OPEN, press('Control+Home'), press('Alt+ArrowDown')],
      check: text('const two = 2;\nconst one = 1;\n'),
    },
    {
      name: 'finds a word',
      steps: [...OPEN, press('Control+f', /Find/), type(textbox(/Find/), 'two', /1 of 1/), press('Escape')],
      check: inPage('editor.getSelection().startLineNumber', 2),
    },
    {
      name: 'deletes a line',
      steps: [...OPEN, press('Control+Home'), press('Control+Shift+k')],
      check: text('const two = 2;\n'),
    },
    {
      name: 'goes to a line',
      steps: [...OPEN, press('Control+g', /line/i), enter(textbox(/(?:)/, -1), ':2')],
      check: inPage('editor.getPosition().lineNumber', 2),
    },
  ],
};
