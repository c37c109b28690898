/**
 * Bundles web/ into a folder: scripts in chunks, one style sheet, and the page that loads both. Every name but the
 * page's tells the content, so that browsers may keep them for ever.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { root } from './run.mjs';

const web = path.join(root, 'web');

/** Returns the files that were written, and the chunks for the notices. */
export async function buildApp(folder) {
  const bundle = await rolldown({
    input: {
      app: path.join(web, 'main.tsx'),
      colouring: path.join(web, 'detail', 'colouring.worker.ts'),
    },
    cwd: root,
    platform: 'browser',
    tsconfig: false,
    transform: { jsx: { runtime: 'automatic', importSource: 'preact' }, target: 'es2023' },
    logLevel: 'warn',
    onLog(level, log, say) {
      say(log.code === 'UNRESOLVED_IMPORT' ? 'error' : level, log);
    },
  });
  const { output } = await bundle.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name]-[hash].js',
    chunkFileNames: '[name]-[hash].js',
    minify: true,
    sourcemap: false,
  });
  await bundle.close();
  const entry = (name) => output.find((chunk) => chunk.isEntry && chunk.name === name).fileName;
  const style = styleSheet();
  const styleName = `app-${createHash('sha256').update(style).digest('hex').slice(0, 8)}.css`;
  const icon = readFileSync(path.join(web, 'icon.svg'), 'utf8');
  const iconName = `icon-${createHash('sha256').update(icon).digest('hex').slice(0, 8)}.svg`;
  const page = readFileSync(path.join(web, 'index.html'), 'utf8')
    .replace('%STYLE%', styleName)
    .replace('%ICON%', iconName)
    .replace('%COLOURING%', entry('colouring'))
    .replace('%SCRIPT%', entry('app'));
  const texts = { 'index.html': page, [styleName]: style, [iconName]: icon };
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(texts)) writeFileSync(path.join(folder, name), text);
  const names = [...output.map((chunk) => chunk.fileName), ...Object.keys(texts)];
  return { files: names.map((name) => path.join(folder, name)), output };
}

/** All of web/style, in the order of the names, without comments and indentation. */
function styleSheet() {
  const folder = path.join(web, 'style');
  const parts = readdirSync(folder)
    .sort()
    .map((name) => readFileSync(path.join(folder, name), 'utf8'));
  return parts
    .join('\n')
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/\n\s*/g, '\n')
    .replaceAll(/\n+/g, '\n')
    .trim();
}
