import { join } from 'node:path';
import { type App, any, button, click, inPage, open, press, textbox, type } from '../app.ts';
import { site } from '../bring.ts';

const PAGE = `<!doctype html><title>Letter</title><link rel="stylesheet" href="/q/quill.snow.css"><h1>Letter</h1><div id="editor"><p>Dear Anna,</p></div>
<script src="/q/quill.js"></script><script>window.quill = new Quill('#editor', { theme: 'snow', modules: { toolbar: [['bold', 'italic', 'underline'], [{ list: 'ordered' }, { list: 'bullet' }], ['link', 'blockquote', 'code-block'], [{ header: [1, 2, false] }], ['clean']] } })</script>`;

/** Its editor has neither role nor name in some outlines: the paragraph in it is what is seen. */
const BODY = any('Dear Anna,', -1);
const ops = (wanted: unknown) => inPage('quill.getContents().ops', wanted);
const html = (part: string) => inPage(`quill.root.innerHTML.includes(${JSON.stringify(part)})`, true);

export const quill: App = {
  name: 'quill',
  kind: 'no framework, contenteditable',
  npm: ['quill@2.0.3'],
  start: ({ packages }) => site({ '/q': join(packages, 'node_modules/quill/dist') }, { '/': PAGE }),
  jobs: [
    {
      name: 'replaces the text',
      steps: [open('/', 'Dear Anna'), type(BODY, 'Hello', 'Hello')],
      check: ops([{ insert: 'Hello\n' }]),
    },
    {
      name: 'makes all bold',
      steps: [open('/'), click(BODY), press('Control+a'), click(button(/bold/i))],
      check: ops([{ attributes: { bold: true }, insert: 'Dear Anna,' }, { insert: '\n' }]),
    },
    {
      name: 'makes all italic by keys',
      steps: [open('/'), click(BODY), press('Control+a'), press('Control+i')],
      check: html('<em>'),
    },
    {
      name: 'makes a list',
      steps: [open('/'), click(BODY), click(button(/list: ordered|ordered/i))],
      check: html('data-list="ordered"'),
    },
    {
      name: 'makes a quotation',
      steps: [open('/'), click(BODY), click(button(/blockquote/i))],
      check: html('<blockquote>'),
    },
    {
      name: 'writes a second line',
      steps: [open('/'), click(BODY), press('Control+End'), press('Enter'), press('H'), press('i')],
      check: ops([{ insert: 'Dear Anna,\nHi\n' }]),
    },
    {
      name: 'takes typing back',
      steps: [open('/'), click(BODY), press('Control+End'), press('x'), press('Control+z', 'Dear Anna,')],
      check: ops([{ insert: 'Dear Anna,\n' }]),
    },
    {
      name: 'makes a link',
      steps: [
        open('/'),
        click(BODY),
        press('Control+a'),
        click(button(/^link$/i)),
        type(textbox(/(?:)/, -1), 'https://example.org'),
        press('Enter'),
      ],
      check: html('href="https://example.org"'),
    },
    {
      name: 'makes a heading',
      steps: [open('/'), click(BODY), click(button('Normal')), click(any('Heading 1'))],
      check: html('<h1>'),
    },
  ],
};
