import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isMeant, locatorsIn } from './find-locators.ts';
import { textLikeness } from './likeness.ts';
import { patchOf, replaced } from './patch.ts';

const TEXT = `import { expect, test } from '@playwright/test';
// await page.getByText('in a comment').click();
test('it', async ({ page }) => {
  await page.getByRole('row', { name: 'a)' })
    .filter({ has: page.getByText("b") }).getByRole('button').click();
  await expect(page.locator('#out')).toHaveText('x');
  await page.fill('#name', 'Ann');
  const rows = page.locator('.row');
  await page1.frameLocator('#f').getByLabel('City').nth(1).fill('Bern');
});
`;

test('locators are found in the text of a test, with what is done with them', () => {
  const found = locatorsIn(TEXT, 50);
  assert.deepEqual(
    found.map(({ use, line }) => [use, line]),
    [
      ['click', 4],
      ['', 5],
      ['expect', 6],
      ['fill', 7],
      ['', 8],
      ['fill', 9],
    ],
  );
  assert.match(
    found[0]!.code,
    /^getByRole\('row', \{ name: 'a\)' \}\)\s+\.filter\(.*\)\.getByRole\('button'\)$/s,
  );
  assert.deepEqual([found[3]!.code, found[3]!.isOldStyle], ["locator('#name')", true]);
  assert.equal(found[5]!.code, "frameLocator('#f').getByLabel('City').nth(1)");
  for (const name of ['#out', "page.locator('#out')", 'locator("#out")'])
    assert.ok(isMeant(found[2]!, name), name);
  assert.ok(!isMeant(found[2]!, '#other'));
});

test('a text made to be hard to read is read at once', () => {
  for (const piece of ['page.locator(', "page.locator('", '/*', '`', 'page.getByText((((', "page.click('"]) {
    const text = piece.repeat(Math.floor(400_000 / piece.length));
    const start = performance.now();
    locatorsIn(text, 50);
    assert.ok(performance.now() - start < 2000, piece);
  }
});

test('a patch has the lines that change, and those around them', () => {
  const text = Array.from({ length: 12 }, (_, i) => `line ${i + 1}`).join('\n');
  const at = (words: string) => text.indexOf(words);
  const changes = [
    { from: at('line 3'), to: at('line 3') + 6, text: 'third' },
    { from: at('line 11'), to: at('line 11') + 7, text: 'eleventh' },
  ];
  assert.match(replaced(text, changes), /line 2\nthird\nline 4[\s\S]*line 10\neleventh\nline 12$/);
  assert.equal(
    patchOf('a.spec.ts', text, changes),
    `--- a/a.spec.ts
+++ b/a.spec.ts
@@ -1,5 +1,5 @@
 line 1
 line 2
-line 3
+third
 line 4
 line 5
@@ -9,4 +9,4 @@
 line 9
 line 10
-line 11
+eleventh
 line 12
`,
  );
});

test('words are alike by what they mean', () => {
  const sure = [
    ['Sign in', 'Log in'],
    ['E-mail', 'Email address'],
    ['Delete user', 'Remove user'],
    ['save-btn', 'Save'],
    ['Cart (0)', 'Basket (0)'],
  ] as const;
  for (const [one, other] of sure) assert.ok(textLikeness(one, other) >= 0.7, `${one} ${other}`);
  const unsure = [
    ['Delete', 'Archive'],
    ['Save', 'Cancel'],
    ['First name', 'Last name'],
    ['Phone', 'Birthday'],
  ] as const;
  for (const [one, other] of unsure)
    assert.ok(textLikeness(one, other) < 0.4, `${one} ${other} ${textLikeness(one, other)}`);
});
