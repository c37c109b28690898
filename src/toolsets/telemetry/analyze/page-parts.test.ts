/** Styles, forms, tables and storage of pages as they are. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AnalyzeRig } from '../../../../test/kit/analyze-rig.ts';

const JWT = `eyJhbGciOiJIUzI1NiJ9.${Buffer.from('{"sub":"4711","name":"x"}').toString('base64url')}.c2lnbmF0dXJlLW9mLWl0`;
const head = '<!doctype html><html lang=en><title>Parts</title><link rel=icon href="data:,">';
const strict = (text: string) =>
  ((_request: unknown, response: { writeHead: CallableFunction }) =>
    response
      .writeHead(200, {
        'content-type': 'text/html',
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
      })
      .end(text)) as never;

const rig = new AnalyzeRig({
  '/styles': strict(
    `${head}<style>p { color: #777; background-color: #fff; font-size: 14px } .ghost { background-color: transparent }</style>
<p id=one>Words</p><p id=two class=ghost>More</p>`,
  ),
  '/forms': strict(
    `${head}<form id=login action="/in" method=get><label>Mail <input name=email required value=nonsense type=email autocomplete=nonsense></label>
<label>Pass <input type=password name=pw></label><input name=nobody autocomplete="section-a email" placeholder="Only this"><input type=number name=age min=18 value=3 aria-label=Age>
<select name=land aria-label=Land><option>Austria<option>Chile</select><button>Log in</button></form>
<form id=free novalidate><label>Code <input name=code pattern="[0-9]+" value=abc aria-invalid=true aria-describedby=why></label><p id=why>Digits only</p><button>Go</button></form>
<input aria-label=Search>`,
  ),
  '/tables': `${head}<table id=prices><caption>Prices</caption><thead><tr><th rowspan=2>Name<th colspan=2>Price</tr><tr><th>net<th>gross</tr></thead>
<tbody><tr><th scope=row>Milk<td>1.00<td>1.10</tr><tr><td rowspan=2>Bread<td>2.00<td>2.20</tr><tr><td>3.00<td><table><tr><td>inner</table></tr></tbody></table>
<div role=grid aria-label=People aria-rowcount=500 id=people><div role=row><span role=columnheader>Name</span><span role=columnheader>Name</span></div>
${Array.from({ length: 8 }, (_, i) => `<div role=row><span role=gridcell>First ${i}</span><span role=gridcell><input type=checkbox ${i % 2 ? 'checked' : ''}></span></div>`).join('')}</div>`,
  '/storage': `${head}<script>localStorage.setItem('theme', 'dark'); localStorage.setItem('id_token', '${JWT}'); sessionStorage.setItem('step', '2');
document.cookie = 'seen=yes; path=/'; const r = indexedDB.open('shop', 3);
r.onupgradeneeded = () => { r.result.createObjectStore('carts', { keyPath: 'id' }).add({ id: 1 }); };
r.onsuccess = () => { r.result.close(); document.title = 'ready'; };</script>`,
});

// biome-ignore lint/suspicious/noExplicitAny: a test asserts on whatever came back
type Any = any;

test('computed styles and contrast, under a strict policy', async () => {
  await rig.open('/styles');
  const { matches, match_count: count } = await rig.look('computed_styles', { selector: 'p' });
  assert.equal(count, 2);
  assert.equal(matches[0].computed['font-size'], '14px');
  assert.equal(matches[0].contrast, 4.48);
  assert.equal(matches[1].contrast, undefined, 'what is behind it is not known');
  const some = await rig.look('computed_styles', { selector: '#one', properties: ['color'] });
  assert.deepEqual(some.matches[0].computed, { color: 'rgb(119, 119, 119)' });
  assert.equal((await rig.look('computed_styles', { selector: '#nothing' })).match_count, 0);
});

test('forms with their fields and what is wrong with them', async () => {
  await rig.open('/forms');
  const { forms } = await rig.look('forms');
  assert.equal(forms.length, 3, 'two, and a field that belongs to none');
  const [login] = forms;
  assert.deepEqual(
    login.fields.map(({ name, type, label }: Any) => [name, type, label]),
    [
      ['email', 'email', 'Mail'],
      ['pw', 'password', 'Pass'],
      ['nobody', 'text', ''],
      ['age', 'number', 'Age'],
      ['land', 'select-one', 'Land'],
    ],
  );
  assert.deepEqual(login.fields[3].rules, { min: '18' });
  assert.deepEqual(login.fields[4].options, ['Austria', 'Chile']);
  const problems = login.problems.join('\n');
  assert.match(problems, /only a placeholder names it/);
  assert.match(problems, /a password is sent in the address/);
  assert.match(problems, /current-password/);
  assert.match(problems, /name="email"\]: "nonsense" is no word of autocomplete/);
  const one = await rig.look('forms', { selector: '#free' });
  assert.deepEqual(
    one.forms.map(({ selector }: Any) => selector),
    ['#free'],
  );
  const wrong = await rig.call('forms', { selector: '((' });
  assert.equal(wrong.data.error, 'invalid_param');
  assert.equal((await rig.call('forms', { selector: '#nothing' })).data.code, 'ELEMENT_NOT_FOUND');
});

test('which fields are wrong, without anything being sent', async () => {
  await rig.open('/forms');
  const { forms } = await rig.look('form_validation');
  const [login, free] = forms;
  assert.equal(login.on_submit, 'The browser refuses to send it.');
  assert.deepEqual(
    login.invalid.map(({ field, broken }: Any) => [field, broken]),
    [
      ['email', ['typeMismatch']],
      ['age', ['rangeUnderflow']],
    ],
  );
  assert.ok(login.invalid[0].message.length > 5);
  assert.match(free.on_submit, /novalidate/);
  assert.deepEqual([free.invalid[0].marked_invalid, free.invalid[0].shown_message], [true, 'Digits only']);
  await rig.act('type', { selector: '[name=email]', text: 'ann@mail.example', clear: true });
  await rig.act('type', { selector: '[name=age]', text: '20', clear: true });
  assert.equal((await rig.look('form_validation', { selector: '#login' })).forms[0].valid, true);
});

test('tables are rows by column, also those made of roles', async () => {
  await rig.open('/tables');
  const { tables } = await rig.look('data_table', { selector: '#prices' });
  assert.deepEqual(tables[0].columns, ['Name', 'Price / net', 'Price / gross']);
  assert.equal(tables[0].caption, 'Prices');
  assert.deepEqual(tables[0].rows, [
    { Name: 'Milk', 'Price / net': '1.00', 'Price / gross': '1.10' },
    { Name: 'Bread', 'Price / net': '2.00', 'Price / gross': '2.20' },
    { Name: 'Bread', 'Price / net': '3.00', 'Price / gross': 'inner' },
  ]);
  const people = (await rig.look('data_table', { selector: '#people', limit: 3, offset: 4 })).tables[0];
  assert.deepEqual(people.columns, ['Name', 'Name (2)']);
  assert.deepEqual(people.rows[0], { Name: 'First 4', 'Name (2)': 'false' });
  assert.deepEqual([people.row_count, people.rows_in_all, people.next_offset], [8, 500, 7]);
  assert.equal((await rig.look('data_table')).tables.length, 3);
});

test('what the site keeps in the browser, without secrets', async () => {
  await rig.open('/storage');
  await rig.act('wait_for', { selector: 'html' });
  await rig.tools.engine.tab().then(({ page }) => page.waitForFunction("document.title === 'ready'"));
  const kept = await rig.look('storage');
  assert.deepEqual(kept.local_storage.items.find(({ key }: Any) => key === 'theme').value, 'dark');
  assert.equal(kept.session_storage.count, 1);
  assert.deepEqual(kept.indexed_db[0].stores[0], { name: 'carts', records: 1, key: 'id', indexes: [] });
  assert.ok(kept.cookies.some(({ cookie }: Any) => cookie.startsWith('seen=')));
  assert.ok(!JSON.stringify(kept).includes(JWT));
  assert.ok(kept.quota.of_bytes > 0);
  const { page } = await rig.tools.engine.tab();
  await page.goto('data:text/html,<h1>none</h1>');
  const none = await rig.look('storage');
  assert.match(none.local_storage.not_readable, /Storage|denied|SecurityError/i);
});
