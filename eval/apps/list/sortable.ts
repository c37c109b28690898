import { join } from 'node:path';
import { type App, any, button, click, drag, inPage, open } from '../app.ts';
import { site } from '../bring.ts';

const items = (list: string, names: readonly string[]) =>
  `<h2>${list}</h2><ul id="${list}">${names.map((name) => `<li style="cursor: grab">${name}</li>`).join('')}</ul>`;
const PAGE = `<!doctype html><title>Board</title><style>ul { min-height: 40px; width: 300px; background: #eee } li { padding: 8px; margin: 4px; background: #fff }</style>
${items('Todo', ['Wash', 'Cook', 'Read', 'Sleep'])}${items('Doing', ['Write'])}${items('Done', [])}
<button onclick="order.sort(['c','b','a'])">Turn round</button><ol id="letters"><li data-id="a">Alpha</li><li data-id="b">Beta</li><li data-id="c">Gamma</li></ol>
<ul id="handles"><li><span class="grip" style="cursor: move">Grip one</span> first</li><li><span class="grip" style="cursor: move">Grip two</span> second</li></ul>
<script src="/s/Sortable.min.js"></script><script>
for (const id of ['Todo', 'Doing', 'Done']) new Sortable(document.getElementById(id), { group: 'board', animation: 150 });
window.order = new Sortable(document.getElementById('letters'), { animation: 150 });
new Sortable(document.getElementById('handles'), { handle: '.grip', animation: 150 });
</script>`;

const list = (id: string, names: readonly string[]) =>
  inPage(`[...document.getElementById('${id}').children].map((li) => li.textContent.trim())`, names);

export const sortable: App = {
  name: 'sortablejs',
  kind: 'no framework, drag and drop',
  npm: ['sortablejs@1.15.6'],
  start: ({ packages }) => site({ '/s': join(packages, 'node_modules/sortablejs') }, { '/': PAGE }),
  jobs: [
    {
      name: 'moves the first behind the second',
      steps: [open('/', 'Wash'), drag(any('Wash'), any('Cook'), 'Wash')],
      check: list('Todo', ['Cook', 'Wash', 'Read', 'Sleep']),
    },
    {
      name: 'moves the last to the front',
      steps: [open('/'), drag(any('Sleep'), any('Wash'), 'Sleep')],
      check: list('Todo', ['Sleep', 'Wash', 'Cook', 'Read']),
    },
    {
      name: 'moves one to another list',
      steps: [open('/'), drag(any('Read'), any('Write'), 'Read')],
      check: inPage(`document.querySelectorAll('#Doing li').length`, 2),
    },
    {
      name: 'moves it there and back',
      steps: [open('/'), drag(any('Write'), any('Wash')), drag(any('Write'), any('Sleep'))],
      check: inPage(`document.querySelectorAll('#Todo li').length`, 5),
    },
    {
      name: 'moves two',
      steps: [open('/'), drag(any('Wash'), any('Write')), drag(any('Cook'), any('Write'))],
      check: inPage(`document.querySelectorAll('#Doing li').length`, 3),
    },
    {
      name: 'turns the letters round',
      steps: [open('/'), click(button('Turn round'), /Gamma/)],
      check: list('letters', ['Gamma', 'Beta', 'Alpha']),
    },
    {
      name: 'moves a letter',
      steps: [open('/'), drag(any('Alpha'), any('Gamma'), 'Alpha')],
      check: list('letters', ['Beta', 'Gamma', 'Alpha']),
    },
    {
      name: 'moves by a handle',
      steps: [open('/'), drag(any('Grip one'), any('Grip two'), 'Grip one')],
      check: list('handles', ['Grip two second', 'Grip one first']),
    },
  ],
};
