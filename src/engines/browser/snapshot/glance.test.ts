import assert from 'node:assert/strict';
import { test } from 'node:test';
import { glance } from './glance.ts';
import { readTree } from './page-node.ts';
import { simplify } from './simplify.ts';

const tree = (...raw: object[]) => simplify(readTree(raw, (ref) => ref));
const look = (budget: number, more = {}) => ({ prefix: '', budget, ...more });

const button = (name: string, ref: string, more = {}) => ({ role: 'button', name, ref, ...more });

test('neighbours of one role share a line; without room for refs, names stay that say which one is meant', () => {
  const bar = [button('Save', 'e1'), button('Undo', 'e2'), button('Close', 'e3'), button('Close', 'e4')];
  assert.equal(
    glance(tree(...bar), look(200)).text,
    'button "Save" [e1], "Undo" [e2], "Close" [e3], "Close" [e4]',
  );
  assert.equal(glance(tree(...bar), look(68)).text, 'button "Save", "Undo", "Close" [e3], "Close" [e4]');
});

test('names that count up are told by the first and the last', () => {
  const days = Array.from({ length: 31 }, (_, i) => ({
    role: 'generic',
    name: `March ${i + 1}, 2026`,
    ref: `e${i + 10}`,
    cursor: 'pointer',
  }));
  const { text, omitted } = glance(tree(...days), look(200));
  assert.equal(text, 'clickable "March 1, 2026" [e10] to "March 31, 2026" [e40]');
  assert.equal(omitted, 0);
  // Refs that do not count up too would lead to another day.
  const torn = days.with(20, { ...days[20]!, ref: 'e99' });
  assert.match(
    glance(tree(...torn), look(400)).text,
    /\[e10\] to "March 20, 2026" \[e29\], "March 21, 2026" to "March 31, 2026"$/,
  );
});

test('what reads as before under refs that nobody knows is told once more', () => {
  const fields = ['Day', 'Stay', 'Meeting', 'Days off'].map((name, i) => ({
    role: 'textbox',
    name,
    ref: `e${i}`,
  }));
  const page = (first: number) =>
    tree(
      ...fields,
      ...Array.from({ length: 31 }, (_, i) => ({
        role: 'generic',
        name: `March ${i + 1}, 2026`,
        ref: `e${i + first}`,
        cursor: 'pointer',
      })),
    );
  const now = look(160, { before: page(10), isSame: true });
  assert.match(glance(page(50), now).text, /"March 1, 2026" \[e50\] to "March 31, 2026" \[e80\]/);
  assert.doesNotMatch(glance(page(10), now).text, /March/, 'nobody needs to hear it again');
});

test('what is new in the same document is told where there is room, however little it is worth', () => {
  const tabs = ['Trips', 'Guests', 'Prices', 'Places'].map((name, i) => ({
    role: 'tab',
    name,
    ref: `t${i}`,
  }));
  const list = (...items: string[]) => ({
    role: 'list',
    ref: 'l0',
    children: items.map((text, i) => ({ role: 'listitem', ref: `i${text}${i}`, text })),
  });
  const now = tree(...tabs, list('Ann', 'Ben', 'Cem'));
  const before = tree(...tabs);
  assert.match(glance(now, look(120, { before, isSame: true })).text, /- Ann\n- Ben\n- Cem/);
  assert.doesNotMatch(glance(now, look(120, { before: now, isSame: true })).text, /Cem/);
});

test('the weeks of a calendar are its days, and what is on them', () => {
  const day = (n: number, ...events: object[]) => ({
    role: 'gridcell',
    ref: `e${10 * n}`,
    children: [{ role: 'link', name: `May ${n}, 2026`, ref: `e${10 * n + 1}` }, ...events],
  });
  const week = (from: number, ...others: object[]) => ({
    role: 'row',
    ref: `e${from + 500}`,
    children: [...others, ...[0, 1, 2, 3, 4].map((i) => day(from + i))],
  });
  const party = { role: 'link', name: '8p Party', ref: 'e900' };
  const rows = [week(1), week(6, { role: 'gridcell', ref: 'e800' }), week(12, day(11, party)), week(17)];
  const { text } = glance(tree({ role: 'grid', ref: 'e1', children: rows }), look(200));
  assert.equal(text, 'link "May 1, 2026" to "May 21, 2026"\nMay 11, 2026: (link "8p Party" [e900])');
});

test('fields and main content stay, footers and what is far down go first, and what is missing is counted', () => {
  const links = (from: number) =>
    Array.from({ length: 30 }, (_, i) => ({
      role: 'link',
      name: `Topic ${'abcdefghij'[i % 10]}${i}`,
      ref: `e${from + i}`,
    }));
  const page = tree(
    { role: 'navigation', ref: 'e1', children: links(100) },
    {
      role: 'main',
      ref: 'e2',
      children: [
        { role: 'heading', level: 1, name: 'Orders', ref: 'e3' },
        { role: 'textbox', name: 'Customer', ref: 'e4' },
        button('Order', 'e5'),
      ],
    },
    { role: 'contentinfo', ref: 'e6', children: links(200) },
  );
  const { text, omitted } = glance(page, look(240));
  assert.match(text, /h1 "Orders"\ntextbox "Customer"(?: \[e4\])?\nbutton "Order"\n/);
  assert.ok(text.length <= 240, String(text.length));
  const shown = text.match(/"Topic /g)?.length ?? 0;
  assert.equal(omitted, 60 - shown);
  const refs = (first: number) => text.match(new RegExp(`\\[e${first}\\d\\d\\]`, 'g'))?.length ?? 0;
  assert.ok(refs(1) > refs(2), text);
});

test('rows after the first are told by their words; the rest of a table says where it goes on', () => {
  const row = (i: number) => ({
    role: 'row',
    ref: `e${10 * i}`,
    children: [
      {
        role: 'cell',
        ref: `e${10 * i + 1}`,
        children: [{ role: 'checkbox', name: 'Select row', ref: `e${10 * i + 2}` }],
      },
      { role: 'cell', name: `Order ${i}`, ref: `e${10 * i + 3}` },
      { role: 'cell', name: `${i * 7} EUR`, ref: `e${10 * i + 4}` },
    ],
  });
  const rows = Array.from({ length: 40 }, (_, i) => row(i + 1));
  const { text } = glance(tree({ role: 'table', ref: 'e1', children: rows }), look(200));
  assert.match(
    text,
    /^row: checkbox "Select row" \[e12\] \| Order 1 \| 7 EUR\nrow: {2}\| Order 2 \| 14 EUR\n/,
  );
  assert.match(text, /\n… \d+ more rows, e\d+–e400$/);
});

test('a cell stands below its header, whatever is empty or only pressed before it', () => {
  const cells = (...all: (string | object)[]) =>
    all.map((cell, i) =>
      typeof cell === 'string'
        ? { role: 'cell', name: cell, ref: `e${i}` }
        : { role: 'cell', ref: `e${i}`, children: [cell] },
    );
  const box = { role: 'checkbox', name: 'Paid', ref: 'e9' };
  const row = (...all: (string | object)[]) => ({ role: 'row', ref: 'e8', children: cells(...all) });
  const rows = [
    row(box, 'Anna', 'a@x.org', 'Bonn'),
    row({ ...box, checked: true }, 'Ben', '', 'Rome'),
    row(box, 'Cleo', 'c@x.org', ''),
  ];
  const head = {
    role: 'row',
    ref: 'e10',
    children: [
      {
        role: 'columnheader',
        name: 'Name',
        ref: 'e11',
        children: [{ role: 'generic', ref: 'e12', cursor: 'pointer', ariaHidden: true }],
      },
      { role: 'columnheader', name: 'Town', ref: 'e13' },
    ],
  };
  const { text } = glance(tree({ role: 'table', ref: 'e1', children: [head, ...rows] }), look(140));
  assert.equal(
    text,
    'header: Name | Town\nrow: checkbox "Paid" [e9] | Anna | a@x.org | Bonn\nrow: checked | Ben |  | Rome\nrow:  | Cleo | c@x.org',
  );
});

test('after another page came, what both have gives way to what is new', () => {
  const menu = Array.from({ length: 20 }, (_, i) => ({
    role: 'link',
    name: `Menu ${'abcdefghijklmnopqrst'[i]}`,
    ref: `e${i}`,
  }));
  const before = tree({ role: 'paragraph', ref: 'e50', text: 'Nothing was done so far.' }, ...menu);
  const after = tree(...menu, { role: 'paragraph', ref: 'e51', text: 'The order has been deleted.' });
  const { text } = glance(after, look(120, { before }));
  assert.match(text, /The order has been deleted\./);
});

test('news comes first', () => {
  const many = Array.from({ length: 80 }, (_, i) => button(`Cell ${'abcdefgh'[i % 8]}${i}`, `e${i + 100}`));
  const { text } = glance(tree(...many), look(150, { news: new Set(['e170']) }));
  assert.match(text, /"Cell g70"/);
});

test('the text below a heading goes with it, what was scrolled past gives way', () => {
  const part = (name: string, ref: number, more = {}) => ({
    role: 'article',
    ref: `e${ref}`,
    children: [
      { role: 'heading', level: 2, name, ref: `e${ref + 1}` },
      { role: 'paragraph', ref: `e${ref + 2}`, text: `Words about ${name}` },
    ],
    ...more,
  });
  const page = [part('Apples', 1, { past: true }), part('Pears', 10), part('Plums', 20)];
  const { text } = glance(tree(...page), look(75));
  assert.match(text, /h2 "Pears"\nWords about Pears/);
  assert.doesNotMatch(text, /Words about (?:Apples|Plums)/);
  const asked = glance(tree(...page), { ...look(75), part: 'plums' }).text;
  assert.match(asked, /h2 "Plums"\nWords about Plums/);
  assert.doesNotMatch(asked, /Words about (?:Apples|Pears)/);
});

test('what is told part by part has no name made of its parts', () => {
  const entry = (name: string, ref: number) => ({
    role: 'treeitem',
    name,
    ref: `e${ref}`,
    children: [
      {
        role: 'paragraph',
        ref: `e${ref + 1}`,
        children: [button('Fold', `e${ref + 2}`), button(name, `e${ref + 3}`)],
      },
      { role: 'paragraph', ref: `e${ref + 4}`, children: [button('More', `e${ref + 5}`)] },
    ],
  });
  const { text } = glance(
    tree({ role: 'tree', name: 'Files', ref: 'e1', children: [entry('lamp', 10)] }),
    look(450),
  );
  assert.match(text, /\n treeitem \[e10\]\n {2}button "Fold"/);
});

test('a header whose cells can be pressed in more than one way is told by its words', () => {
  const cell = (name: string, ref: number) => ({
    role: 'columnheader',
    ref: `e${ref}`,
    cursor: 'pointer',
    children: [{ role: 'text', text: name }, button(`${name}: Activate to sort`, `e${ref + 1}`)],
  });
  const header = { role: 'row', ref: 'e1', children: [cell('Name', 10), cell('Age', 20)] };
  const row = {
    role: 'row',
    ref: 'e2',
    children: [
      { role: 'cell', name: 'Anna' },
      { role: 'cell', name: '40' },
    ],
  };
  const { text } = glance(tree({ role: 'table', ref: 'e3', children: [header, row] }), look(450));
  assert.equal(text, 'header: Name | Age\nrow: Anna | 40');
});

test('a switch is told as one, whatever draws it', () => {
  const drawn = { role: 'generic', ref: 'e2', cursor: 'pointer', ariaHidden: true };
  assert.equal(glance(tree({ role: 'switch', ref: 'e1', children: [drawn] }), look(200)).text, 'switch [e1]');
});

test('a shorter name of the same gives way, and a link in a button is told where its name says which one', () => {
  const entry = (name: string, path: string, ref: number) => ({
    role: 'generic',
    ref: `e${ref}`,
    cursor: 'pointer',
    children: [
      {
        role: 'button',
        name: `GET ${path} ${name}`,
        ref: `e${ref + 1}`,
        children: [
          { role: 'text', text: 'GET' },
          { role: 'link', name: path, ref: `e${ref + 2}`, url: '#' },
          { role: 'text', text: name },
        ],
      },
      button(`get ${path}`, `e${ref + 3}`),
    ],
  });
  const { text } = glance(
    tree(entry('List pets', '/pets', 10), entry('One visit', '/visits', 20)),
    look(105),
  );
  assert.equal(text, 'button "GET /pets List pets" (link "/pets"), "GET /visits One visit" (link "/visits")');
});

test('what is worth little is left out of a page that has much, and told of one that has little', () => {
  const little = { role: 'generic', text: 'ok' };
  const much = Array.from({ length: 12 }, (_, i) =>
    button(`Action ${'abcdefghijkl'[i]} of the page`, `e${i}`),
  );
  assert.match(glance(tree(button('Save', 'e1'), little), look(450)).text, /\nok$/);
  assert.doesNotMatch(glance(tree(...much, little), look(450)).text, /ok/);
});
