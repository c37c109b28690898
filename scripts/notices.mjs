/** Writes THIRD_PARTY_NOTICES.md: the licence of every package whose code ended up in the bundle. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './run.mjs';

/** `others` are folders of packages of which files were copied. */
export function writeNotices(output, ...others) {
  const bundled = output.flatMap((chunk) => chunk.moduleIds ?? []).flatMap(packageFolder);
  const folders = new Set([...bundled, ...others]);
  const sections = [...folders].sort().map(section);
  const text = [
    '# Third-party notices',
    '',
    'The files in `dist/` contain code and fonts of these packages, under these licences.',
    '',
    '## Retire.js, what its repository knows of libraries (Apache-2.0)',
    '',
    'Taken from https://github.com/RetireJS/retire.js and shortened; the text of the licence stands below, at csp_evaluator.',
    '',
    ...sections,
  ].join('\n');
  writeFileSync(path.join(root, 'THIRD_PARTY_NOTICES.md'), text);
}

/** The folder of the package that a module belongs to, as a list of none or one. */
function packageFolder(id) {
  const found = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(id.replace(/^\0/, ''));
  return found && existsSync(path.join(found[1], 'package.json')) ? [found[1]] : [];
}

function section(folder) {
  const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const files = readdirSync(folder).filter((name) => /^(licen[cs]e|notice|copying)/i.test(name));
  const texts = files.map((name) => readFileSync(path.join(folder, name), 'utf8').trim());
  const licence = typeof manifest.license === 'string' ? manifest.license : 'see below';
  const body = texts.length > 0 ? texts.join('\n\n') : `Licence: ${licence}. Author: ${authorOf(manifest)}.`;
  return `## ${manifest.name} ${manifest.version} (${licence})\n\n\`\`\`\n${body}\n\`\`\`\n`;
}

function authorOf(manifest) {
  const { author } = manifest;
  return typeof author === 'string' ? author : (author?.name ?? 'see the package');
}
