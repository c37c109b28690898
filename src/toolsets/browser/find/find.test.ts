import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { after } from 'node:test';
import { browserKit, refOf } from '../../../../test/kit/browser-kit.ts';
import { find } from './find.ts';

const kit = await browserKit({ after }, ['--caps', 'extra']);

test('find: by text, pattern, role and name, with a ref that can be used', async () => {
  await kit.ok('browser_navigate', { url: kit.pages.url('/table.html?rows=200') });
  const byText = await kit.ok(find, { text: 'customer 137' });
  assert.match(byText.text, /Customer 137/);
  assert.ok(byText.text.length < 800, byText.text);
  const marks = await kit.ok(find, { role: 'button', name: 'Mark', limit: 3 });
  assert.match(marks.text, /200 found, 3 shown/);
  await kit.ok('browser_click', { target: refOf(marks.text, /"Mark"/) });
  assert.match((await kit.ok(find, { regex: '/customer19\\d@/i' })).text, /10 found|customer190@/);
  assert.match((await kit.ok(find, { text: 'nowhere to be found' })).text, /^Nothing found\./);
  await kit.ok(find, { text: 'Customer 12', filename: 'found.md' });
  assert.match(readFileSync(join(kit.folder, 'found.md'), 'utf8'), /Customer 12/);
  await kit.fails('INVALID_ARGUMENTS', find, {});
  await kit.fails('INVALID_ARGUMENTS', find, { regex: '(' });
});

test("in playwright-mcp's style: lines of the snapshot with their neighbours", async (t) => {
  const compatible = await browserKit(t, ['--answers', 'playwright']);
  await compatible.ok('browser_navigate', { url: compatible.pages.url('/form.html') });
  const { text } = await compatible.ok(find, { text: 'Country' });
  assert.match(
    text,
    /^### Result\nFound \d match(es)? for "Country":\n\n[\s\S]*combobox "Country" \[ref=e\d+\]/,
  );
  assert.match((await compatible.ok(find, { text: 'nope' })).text, /No matches found for "nope"\./);
});
