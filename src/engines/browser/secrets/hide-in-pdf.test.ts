import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hideInPdf } from './hide-in-pdf.ts';
import { Secrets } from './secrets.ts';

test('titles and addresses of a PDF are starred out, what lies in its streams stays, and so does every offset', () => {
  const wide = Buffer.from('żółw!', 'utf16le').swap16();
  const pdf = Buffer.concat([
    Buffer.from('%PDF-1.4\n<< /Title (of hunter22) >>\nstream\nhunter22 endstream\n/Title ('),
    wide,
    Buffer.from(')\nstream\r\n\x01\x02endstream\n/URI (http://a/?p=a%20b%26c)\n%%EOF'),
  ]);
  const secrets = new Secrets({ ONE: 'hunter22', TWO: 'żółw!', THREE: 'a b&c' });
  const before = pdf.length;
  const text = hideInPdf(pdf, secrets).toString('latin1');
  assert.equal(text.length, before);
  assert.match(text, /\/Title \(of \*{8}\) >>\nstream\nhunter22 endstream/);
  assert.match(text, /\/Title \(\*{10}\)/);
  assert.match(text, /p=\*{9}\)/);
  const plain = Buffer.from('(hunter22)');
  assert.equal(hideInPdf(plain, new Secrets({})).toString(), '(hunter22)');
});
