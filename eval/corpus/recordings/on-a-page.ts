/** Walks that stay on one page. */
import type { Page } from 'playwright-core';
import { all, echo, type Flow, fill, html, press, see } from './flow.ts';

const ORDER = html(`<h1>Order</h1><form method=post action=/sent><label>Name <input name=name></label>
  <label>Size <select name=size><option value=s>Small</option><option value=l>Large</option></select></label>
  <label><input type=checkbox name=gift> Gift</label><button>Send order</button></form>`);

const TODO = (adding: string) =>
  html(
    `<h1>To do</h1><input id=r1a2 placeholder="What next?"><button id=b123>Add</button><ul id=list></ul><p role=status id=left></p>`,
    `const show = () => { left.textContent = list.children.length + ' items left'; };
     b123.onclick = () => { const li = document.createElement('li'); li.textContent = r1a2.value + ' ';
       const x = document.createElement('button'); x.textContent = 'Delete'; x.onclick = () => { li.remove(); show(); };
       li.append(x); ${adding}; r1a2.value = ''; show(); };`,
  );

const BOARD = (dropped: string) =>
  html(
    `<style>div { width: 200px; height: 80px; border: 1px solid }</style><div id=card draggable=true role=button aria-label="Card one">Card one</div>
     <div id=done role=region aria-label=Done>Done</div><p role=status id=said></p>`,
    `card.ondragstart = (e) => e.dataTransfer.setData('text/plain', 'one'); done.ondragover = (e) => e.preventDefault();
     done.ondrop = (e) => { e.preventDefault(); ${dropped} };`,
  );

export const onAPage: readonly Flow[] = [
  {
    name: 'a form that is sent',
    routes: {
      '/': ORDER,
      '/sent': echo((f) => `<h1>Thanks, ${f.get('name')}</h1><p>Size ${f.get('size')}</p>`),
    },
    broken: { '/sent': echo(() => '<h1>Something went wrong</h1>') },
    walk: all(
      fill('Name', 'Ada'),
      (_page, act) => act('select', { selector: 'label=Size', value: 'l' }),
      (page) => page.getByLabel('Gift').check(),
      press('Send order'),
      see('Thanks, Ada'),
    ),
  },
  {
    name: 'a form sent with Enter',
    routes: { '/': ORDER, '/sent': echo((f) => `<p>Thanks, ${f.get('name')}</p>`) },
    broken: { '/sent': echo(() => '<p>Sorry</p>') },
    walk: all(fill('Name', 'Eve'), (page) => page.getByLabel('Name').press('Enter'), see('Thanks, Eve')),
  },
  {
    name: 'a field that is gone',
    routes: { '/': ORDER, '/sent': echo((f) => `<p>Thanks, ${f.get('name')}</p>`) },
    broken: { '/': html('<h1>Order</h1><p>Closed</p>') },
    walk: all(fill('Name', 'Bob'), press('Send order'), see('Thanks, Bob')),
  },
  {
    name: 'a list with buttons that are alike',
    routes: { '/': TODO('list.append(li)') },
    broken: { '/': TODO('list.append(li); x.onclick = () => {}') },
    walk: all(
      ...['Milk', 'Bread', 'Cheese'].flatMap((what) => [
        (page: Page) => page.getByPlaceholder('What next?').fill(what),
        press('Add'),
        see(what),
      ]),
      (page) => page.getByRole('listitem').filter({ hasText: 'Bread' }).getByRole('button').click(),
      see('2 items left'),
    ),
  },
  {
    name: 'adding to a list',
    routes: { '/': TODO('list.append(li)') },
    broken: { '/': TODO('') },
    walk: all((page) => page.getByPlaceholder('What next?').fill('Milk'), press('Add'), see('1 items left')),
  },
  {
    name: 'an upload',
    routes: {
      '/': html(
        '<label>Photo <input type=file id=f></label><p id=out></p>',
        `f.onchange = () => { out.textContent = 'Got ' + f.files[0].name; };`,
      ),
    },
    broken: { '/': html('<label>Photo <input type=file id=f></label><p id=out></p>') },
    walk: all(
      (_page, act) => act('upload', { selector: 'label=Photo', file_path: 'me.png' }),
      see('Got me.png'),
    ),
  },
  {
    name: 'a drag',
    routes: { '/': BOARD(`said.textContent = 'Card one is done';`) },
    broken: { '/': BOARD('') },
    walk: all((page) => page.locator('#card').dragTo(page.locator('#done')), see('Card one is done')),
  },
  {
    name: 'a page without errors',
    routes: {
      '/': html('<button id=b>Go</button><p id=out></p>', `b.onclick = () => { out.textContent = 'Gone'; };`),
    },
    broken: {
      '/': html(
        '<button id=b>Go</button><p id=out></p>',
        `b.onclick = () => { out.textContent = 'Gone'; throw new Error('late'); };`,
      ),
    },
    walk: all(press('Go'), see('Gone')),
  },
  {
    name: 'a double click',
    routes: {
      '/': html(
        '<button id=b>Cell</button><p id=out></p>',
        `b.ondblclick = () => { out.textContent = 'Edit it'; };`,
      ),
    },
    broken: { '/': html('<button id=b>Cell</button><p id=out></p>') },
    walk: all((page) => page.getByRole('button').dblclick(), see('Edit it')),
  },
  {
    name: 'a menu of the right button',
    routes: {
      '/': html(
        '<button id=b>File</button><p id=out></p>',
        `b.oncontextmenu = (e) => { e.preventDefault(); out.textContent = 'Open, copy, delete'; };`,
      ),
    },
    broken: {
      '/': html('<button id=b>File</button><p id=out></p>', 'b.oncontextmenu = (e) => e.preventDefault();'),
    },
    walk: all((page) => page.getByRole('button').click({ button: 'right' }), see('Open, copy, delete')),
  },
  {
    name: 'a radio and a range',
    routes: {
      '/': html(
        '<label><input type=radio name=r value=a> Red</label><label><input type=radio name=r value=b> Blue</label><p id=out></p>',
        `document.querySelectorAll('input').forEach((i) => i.onchange = () => { out.textContent = 'Chose ' + i.value; });`,
      ),
    },
    broken: {
      '/': html(
        '<label><input type=radio name=r value=a> Red</label><label><input type=radio name=r value=b> Blue</label><p id=out></p>',
      ),
    },
    walk: all((page) => page.getByLabel('Blue').check(), see('Chose b')),
  },
  {
    name: 'an element in a shadow root',
    routes: {
      '/': html(
        '<x-box></x-box><p id=out></p>',
        `customElements.define('x-box', class extends HTMLElement { constructor() { super(); this.attachShadow({ mode: 'open' }).innerHTML = '<button>Inside</button>'; this.shadowRoot.querySelector('button').onclick = () => { out.textContent = 'Heard inside'; }; } });`,
      ),
    },
    broken: {
      '/': html(
        '<x-box></x-box><p id=out></p>',
        `customElements.define('x-box', class extends HTMLElement { constructor() { super(); this.attachShadow({ mode: 'open' }).innerHTML = '<button>Inside</button>'; } });`,
      ),
    },
    walk: all((page) => page.getByRole('button', { name: 'Inside' }).click(), see('Heard inside')),
  },
  {
    name: 'a row of a table',
    routes: {
      '/': html(
        '<table><tr><th>Who<th>Do</tr><tr><td>Ann<td><button>Edit</button></tr><tr><td>Ben<td><button>Edit</button></tr></table><p id=out></p>',
        `document.querySelectorAll('button').forEach((b) => b.onclick = () => { out.textContent = 'Editing ' + b.closest('tr').cells[0].textContent; });`,
      ),
    },
    broken: {
      '/': html(
        '<table><tr><th>Who<th>Do</tr><tr><td>Ann<td><button>Edit</button></tr><tr><td>Ben<td><button>Edit</button></tr></table><p id=out></p>',
        `document.querySelectorAll('button').forEach((b) => b.onclick = () => { out.textContent = 'Editing Ann'; });`,
      ),
    },
    walk: all(
      (page) => page.getByRole('row', { name: 'Ben' }).getByRole('button').click(),
      see('Editing Ben'),
    ),
  },
  {
    name: 'words that are edited in place',
    routes: {
      '/': html(
        '<div contenteditable role=textbox aria-label=Note id=n></div><p id=out></p>',
        `n.oninput = () => { out.textContent = 'Length ' + n.textContent.length; };`,
      ),
    },
    broken: { '/': html('<div contenteditable role=textbox aria-label=Note id=n></div><p id=out></p>') },
    walk: all((page) => page.getByLabel('Note').fill('some words'), see('Length 10')),
  },
  {
    name: 'a shortcut of the keyboard',
    routes: {
      '/': html(
        '<h1>Keys</h1><p id=out></p>',
        `onkeydown = (e) => { if (e.ctrlKey && e.key === 'k') { e.preventDefault(); out.textContent = 'Search is open'; } };`,
      ),
    },
    broken: { '/': html('<h1>Keys</h1><p id=out></p>') },
    walk: all((page) => page.keyboard.press('Control+k'), see('Search is open')),
  },
  {
    name: 'names with quotes',
    routes: {
      '/': html(
        `<button id=b>Say "it's \\ here"</button><p id=out></p>`,
        `b.onclick = () => { out.textContent = "It's \\"said\\""; };`,
      ),
    },
    broken: { '/': html(`<button id=b>Say "it's \\ here"</button><p id=out></p>`) },
    walk: all((page) => page.getByRole('button').click(), see(`It's "said"`)),
  },
  {
    name: 'tabs of a page',
    routes: {
      '/': html(
        '<div role=tablist><button role=tab id=a>First</button><button role=tab id=b>Second</button></div><div role=tabpanel id=panel>Words of the first</div>',
        `b.onclick = () => { panel.textContent = 'Words of the second'; };`,
      ),
    },
    broken: {
      '/': html(
        '<div role=tablist><button role=tab id=a>First</button><button role=tab id=b>Second</button></div><div role=tabpanel id=panel>Words of the first</div>',
      ),
    },
    walk: all((page) => page.getByRole('tab', { name: 'Second' }).click(), see('Words of the second')),
  },
  {
    name: 'details that are opened',
    routes: { '/': html('<details><summary>More about it</summary><p>All the small print</p></details>') },
    broken: { '/': html('<details><summary>More about it</summary></details>') },
    walk: all((page) => page.getByText('More about it').click(), see('All the small print')),
  },
  {
    name: 'a box that is unchecked',
    routes: {
      '/': html(
        '<label><input type=checkbox id=c checked> News</label><p id=out></p>',
        `c.onchange = () => { out.textContent = c.checked ? 'Subscribed' : 'No more news'; };`,
      ),
    },
    broken: {
      '/': html(
        '<label><input type=checkbox id=c checked> News</label><p id=out></p>',
        `c.onchange = () => { out.textContent = 'Subscribed'; };`,
      ),
    },
    walk: all((page) => page.getByLabel('News').uncheck(), see('No more news')),
  },
  {
    name: 'words of several lines',
    routes: {
      '/': html(
        '<label>Comment <textarea id=c></textarea></label><button id=b>Post</button><p id=out></p>',
        `b.onclick = () => { out.textContent = c.value.split('\\n').length + ' lines posted'; };`,
      ),
    },
    broken: {
      '/': html(
        '<label>Comment <textarea id=c></textarea></label><button id=b>Post</button><p id=out></p>',
        `b.onclick = () => { out.textContent = 'Nothing posted'; };`,
      ),
    },
    walk: all(fill('Comment', 'one\ntwo\nthree'), press('Post'), see('3 lines posted')),
  },
  {
    name: 'a dialog of the page itself',
    routes: {
      '/': html(
        '<button id=b>Open</button><dialog id=d aria-label=Settings><button id=ok>Apply</button></dialog><p role=status id=out></p>',
        `b.onclick = () => d.showModal(); ok.onclick = () => { d.close(); out.textContent = 'Settings applied'; };`,
      ),
    },
    broken: {
      '/': html(
        '<button id=b>Open</button><dialog id=d aria-label=Settings><button id=ok>Apply</button></dialog><p role=status id=out></p>',
        `b.onclick = () => d.showModal(); ok.onclick = () => d.close();`,
      ),
    },
    walk: all(press('Open'), press('Apply'), see('Settings applied')),
  },
];
