import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { scratch } from '../../../../test/kit/scratch.ts';
import { AddOns } from './add-ons.ts';
import { languageFolder, languagesOfTesseractJs } from './language-data.ts';

/** As npm leaves it behind. */
async function install(folder: string, name: string, files: Readonly<Record<string, string>>): Promise<void> {
  const place = join(folder, 'node_modules', name);
  await mkdir(place, { recursive: true });
  await writeFile(join(place, 'package.json'), JSON.stringify({ name, version: '1.0.0', main: 'index.js' }));
  for (const [file, words] of Object.entries(files)) {
    await mkdir(join(place, file, '..'), { recursive: true });
    await writeFile(join(place, file), words);
  }
}

test('packages are found beside us and in the folder that users add to', async (t) => {
  const folder = join(await scratch(t), 'not made yet');
  const addOns = new AddOns(folder);
  assert.match(addOns.find('tesseract.js') ?? '', /node_modules/);
  assert.equal(addOns.find('surely-not-there'), undefined);
  assert.throws(() => addOns.load('surely-not-there'), /no package surely-not-there/);
  await install(folder, 'surely-not-there', { 'index.js': 'module.exports = { answer: 42 };' });
  assert.deepEqual(addOns.load('surely-not-there'), { answer: 42 });
  assert.equal(new AddOns().find('surely-not-there'), undefined);
});

test('a language that was added is one more', async (t) => {
  const folder = await scratch(t);
  const addOns = new AddOns(folder);
  assert.equal(languageFolder('tlh', addOns), undefined);
  await install(folder, '@tesseract.js-data/tlh', { '4.0.0_best_int/tlh.traineddata.gz': 'x' });
  await install(folder, '@tesseract.js-data/xyz', {});
  assert.equal(
    languageFolder('tlh', addOns),
    join(folder, 'node_modules/@tesseract.js-data/tlh/4.0.0_best_int'),
  );
  const languages = languagesOfTesseractJs(addOns);
  assert.ok(
    languages.includes('eng') && languages.includes('tlh') && !languages.includes('xyz'),
    `${languages}`,
  );
});

test('the command says where to, also with blanks in the path', () => {
  assert.equal(
    new AddOns('/a b').installCommand('x', 'y'),
    'npm install --ignore-scripts --prefix "/a b" x y',
  );
  assert.equal(new AddOns().installCommand('x'), 'npm install --ignore-scripts x');
});
