import { join } from 'node:path';
import { type App, any, button, click, inPage, menuitem, open, press, role, textbox, type } from '../app.ts';
import { site } from '../bring.ts';

const PAGE = `<!doctype html><title>Article</title><h1>Article</h1><textarea id="text"><p>First words.</p></textarea>
<script src="/t/tinymce.min.js"></script><script>tinymce.init({ selector: '#text', license_key: 'gpl', plugins: 'lists link table code searchreplace wordcount', toolbar: 'undo redo bold italic bullist numlist link code', promotion: false, branding: false })</script>`;

const BODY = any('First words.', -1);
const content = (part: string) =>
  inPage(`tinymce.activeEditor.getContent().includes(${JSON.stringify(part)})`, true);
const OPEN = open('/', 'First words.');

export const tinymce: App = {
  name: 'tinymce',
  kind: 'iframe, contenteditable',
  npm: ['tinymce@8.9.2'],
  start: ({ packages }) => site({ '/t': join(packages, 'node_modules/tinymce') }, { '/': PAGE }),
  jobs: [
    {
      name: 'makes all bold',
      steps: [OPEN, click(BODY), press('Control+a'), click(button('Bold'))],
      check: content('<strong>First words.</strong>'),
    },
    {
      name: 'makes all italic by keys',
      steps: [OPEN, click(BODY), press('Control+a'), press('Control+i')],
      check: content('<em>'),
    },
    {
      name: 'writes more',
      steps: [OPEN, click(BODY), press('Control+End'), press('!')],
      check: content('First words.!'),
    },
    {
      name: 'makes a list',
      steps: [OPEN, click(BODY), click(button('Bullet list'))],
      check: content('<ul>'),
    },
    {
      name: 'makes a heading from the menu',
      steps: [
        OPEN,
        click(BODY),
        click(menuitem('Format'), 'Blocks'),
        click(menuitem('Blocks'), 'Heading 2'),
        click(any('Heading 2')),
      ],
      check: content('<h2>'),
    },
    {
      name: 'makes a link in a dialog',
      steps: [
        OPEN,
        click(BODY),
        press('Control+a'),
        press('Control+k', 'URL'),
        type(role('textbox|combobox', 'URL'), 'https://example.org'),
        click(button('Save')),
      ],
      check: content('href="https://example.org"'),
    },
    {
      name: 'writes the source',
      steps: [
        OPEN,
        click(button('Source code'), 'Save'),
        type(textbox(/(?:)/, -1), '<p>From <b>source</b></p>'),
        click(button('Save'), 'source'),
      ],
      check: content('From'),
    },
    {
      name: 'leaves a dialog with Escape',
      steps: [OPEN, click(button('Source code'), 'Save'), press('Escape')],
      check: inPage(`document.querySelectorAll('.tox-dialog').length`, 0),
    },
    {
      name: 'replaces a word',
      steps: [
        OPEN,
        click(BODY),
        press('Control+f', 'Replace'),
        type(textbox('Find'), 'First'),
        type(textbox('Replace with'), 'Last'),
        click(button('Find')),
        click(button('Replace')),
      ],
      check: content('Last words.'),
    },
  ],
};
