import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { after } from 'node:test';
import { browserKit } from '../../../../test/kit/browser-kit.ts';
import { pdfSave } from './pdf-save.ts';

const kit = await browserKit({ after }, ['--caps', 'pdf']);

test('pdf: into the output folder or a file of that name, with format and direction', async () => {
  await kit.ok('browser_navigate', { url: kit.pages.url('/form.html') });
  const own = await kit.ok(pdfSave);
  const link = own.content.find(({ type }) => type === 'resource_link');
  assert.ok(link?.type === 'resource_link' && link.mimeType === 'application/pdf');
  assert.match(readFileSync(new URL(link.uri), 'latin1'), /^%PDF-[\s\S]*MediaBox \[0 0 612 792\]/);
  await kit.ok(pdfSave, {
    path: 'a.pdf',
    format: 'a4',
    landscape: true,
    printBackground: true,
    scale: 0.5,
    margin: 1,
  });
  assert.match(readFileSync(join(kit.folder, 'a.pdf'), 'latin1'), /MediaBox \[0 0 84[12][\d.]* 59[45]/);
  await kit.fails('INVALID_ARGUMENTS', pdfSave, { scale: 3 });
  await kit.fails('FILE_NOT_ALLOWED', pdfSave, { filename: '/etc/a.pdf' });
});
