import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, test } from 'node:test';
import {
  badNames,
  beyondWiring,
  cycles,
  forbiddenImports,
  forcedEvidence,
  isTest,
  packedLiterals,
  platformInContract,
  strayDeeds,
  strayDocuments,
  strayPageCode,
  strayPatterns,
  strayPrints,
  styleNames,
  tooLong,
  untested,
} from './architecture/rules.ts';
import { readSource, type Source } from './architecture/source.ts';

const root = resolve(import.meta.dirname, '..');

function sourcesUnder(folder: string): readonly Source[] {
  if (!existsSync(join(root, folder))) return [];
  const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  const paths = names.map((name) => `${folder}/${name.replaceAll('\\', '/')}`);
  return paths
    .filter((path) => path.endsWith('.ts') || path.endsWith('.tsx'))
    .map((path) => readSource(path, readFileSync(join(root, path), 'utf8')));
}

const sources = [...sourcesUnder('src'), ...sourcesUnder('web'), ...sourcesUnder('extension')];

describe('the product', () => {
  test('was seen: its files and their imports', () => {
    const code = sources.filter(({ path }) => !isTest(path));
    const imports = code.reduce((sum, source) => sum + source.imports.length, 0);
    assert.ok(code.length >= 100, `${code.length} files`);
    assert.ok(imports >= 300, `${imports} imports`);
  });
  test('imports only what the table of layers allows', () => {
    assert.deepEqual(forbiddenImports(sources), []);
  });
  test('has no cycle between folders', () => {
    assert.deepEqual(cycles(sources), []);
  });
  test('has no file over 400 lines', () => {
    assert.deepEqual(tooLong(sources), []);
  });
  test('has no file named after nothing', () => {
    assert.deepEqual(badNames(sources), []);
  });
  test('only wires in assemble', () => {
    assert.deepEqual(beyondWiring(sources), []);
  });
  test('has a test beside every file of toolsets, report, engines, session and transport', () => {
    assert.deepEqual(untested(sources), []);
  });
  test('keeps Node and the DOM out of the contract', () => {
    assert.deepEqual(platformInContract(sources), []);
  });
  test('writes the record by types alone', () => {
    assert.deepEqual(forcedEvidence(sources), []);
  });
  test('has no tool, session or fault that knows a style of answers', () => {
    assert.ok(sources.some(({ path }) => path === 'src/report/lean/style.ts'));
    assert.deepEqual(styleNames(sources), []);
  });
  test('prints only where that is the job', () => {
    assert.deepEqual(strayPrints(sources), []);
  });
  test('acts on pages in one place only', () => {
    assert.deepEqual(strayDeeds(sources), []);
  });
  test('makes patterns of outside text in one place only', () => {
    assert.deepEqual(strayPatterns(sources), []);
  });
  test('keeps what callers keep under their owners’ names', () => {
    assert.deepEqual(strayDocuments(sources), []);
  });
  test('spreads no literal to save lines', () => {
    assert.deepEqual(packedLiterals(sources), []);
  });
  test('has code for the page as functions that stand for themselves', () => {
    assert.deepEqual(strayPageCode(sources), []);
  });
});

describe('a planted violation is found', () => {
  const found = (path: string, text: string) => forbiddenImports([readSource(path, text)]);
  const planted: readonly (readonly [string, string])[] = [
    ['src/kernel/x.ts', `import { a } from '../config/a.ts';`],
    ['src/kernel/x.ts', `import { readFileSync } from 'node:fs';`],
    ['src/kernel/x.ts', `import ws from 'ws';`],
    ['src/contract/x.ts', `import 'node:path';`],
    ['src/config/x.ts', `import type { A } from '../session/a.ts';`],
    ['src/transport/x.ts', `export { a } from '../toolsets/wire/a.ts';`],
    ['src/transport/x.ts', `export * from '../engines/wire/a.ts';`],
    ['src/session/x.ts', `const a = await import('../transport/a.ts');`],
    ['src/session/x.ts', `import { Server } from '@modelcontextprotocol/server';`],
    ['src/toolsets/wire/x.ts', `import { a } from '../browser/a.ts';`],
    ['src/toolsets/wire/x.ts', `type A = import('../../session/a.ts').A;`],
    ['src/engines/wire/x.ts', `import { a } from '../browser/a.ts';`],
    ['src/engines/wire/x.ts', `import { a } from '../../store/a.ts';`],
    ['src/store/x.ts', `import { a } from '../engines/wire/a.ts';`],
    ['src/report/x.ts', `import { Buffer } from 'node:buffer';`],
    ['src/profiles/x.ts', `import { a } from '../toolsets/wire/index.ts';`],
    ['src/cli/x.ts', `import { a } from '../engines/wire/a.ts';`],
    ['src/cli/doctor/x.ts', `import { a } from '../../transport/local/a.ts';`],
    ['src/assemble/x.ts', `import { readFile } from 'node:fs/promises';`],
    ['src/assemble/x.ts', `import { a } from '../cli/a.ts';`],
    ['src/engines/wire/x.ts', `const name = './a.ts'; await import(name);`],
    ['src/engines/wire/x.ts', `const a = require('../browser/a.ts');`],
    ['src/engines/wire/x.ts', `import { a } from './a.test.ts';`],
    ['src/engines/wire/x.ts', `import { a } from '../../../test/kit/http.ts';`],
    ['src/stray/x.ts', `export const a = 1;`],
    ['src/stray.ts', `export const a = 1;`],
    ['web/x.ts', `import { a } from '../src/kernel/fault.ts';`],
    ['extension/x.ts', `import { a } from '../src/store/a.ts';`],
  ];
  for (const [path, text] of planted) {
    test(`${path}: ${text}`, () => assert.equal(found(path, text).length, 1));
  }

  const allowed: readonly (readonly [string, string])[] = [
    ['src/toolsets/wire/x.ts', `import { a } from './deps.ts'; import { b } from '../../engines/wire/b.ts';`],
    ['src/transport/x.ts', `import { Server } from '@modelcontextprotocol/server';`],
    ['src/engines/wire/x.test.ts', `import { a } from '../../../test/kit/http.ts';`],
    ['web/x.ts', `import type { A } from '../src/contract/a.ts';`],
    ['extension/x.ts', `import { a } from '../src/engines/browser/capture/in-page/a.page.ts';`],
    ['src/cli/x.ts', `import { assemble } from '../assemble/assemble.ts';`],
  ];
  for (const [path, text] of allowed) {
    test(`and what is allowed is not: ${path}: ${text}`, () => assert.deepEqual(found(path, text), []));
  }

  test('a cycle, also over three folders', () => {
    const ring = [
      readSource('src/a/x.ts', `import '../b/x.ts';`),
      readSource('src/b/x.ts', `import '../c/x.ts';`),
      readSource('src/c/x.ts', `import '../a/x.ts';`),
    ];
    assert.deepEqual(cycles(ring), ['a <-> b <-> c']);
    assert.deepEqual(cycles(ring.slice(1)), []);
  });

  test('a file over 400 lines', () => {
    assert.equal(tooLong([readSource('src/a/x.ts', 'let a;\n'.repeat(401))]).length, 1);
    assert.equal(tooLong([readSource('src/a/x.ts', 'let a;\n'.repeat(400))]).length, 0);
  });

  test('a name that says nothing', () => {
    const names = ['src/a/utils.ts', 'src/a/port-manager.ts', 'src/helpers/x.ts', 'src/a/types.test.ts'];
    assert.equal(badNames(names.map((path) => readSource(path, ''))).length, names.length);
    assert.deepEqual(badNames([readSource('src/a/content-type-of.ts', '')]), []);
  });

  test('a file without a test; types and an index need none', () => {
    const value = 'export const a = 1;';
    const only = (...files: (readonly [string, string])[]) =>
      untested(files.map(([path, text]) => readSource(path, text)));
    assert.equal(only(['src/report/x.ts', value]).length, 1);
    assert.deepEqual(
      only(['src/report/x.ts', value], ['src/report/x.test.ts', `import { a } from './x.ts';`]),
      [],
    );
    assert.equal(
      only(['src/report/x.ts', value], ['src/store/y.test.ts', `import '../report/x.ts';`]).length,
      1,
    );
    const whole = ['src/report/x.ts', `import { b } from './part.ts';`] as const;
    const part = ['src/report/part.ts', value] as const;
    assert.equal(only(whole, part).length, 2);
    assert.deepEqual(only(whole, part, ['src/report/x.test.ts', '']), [], 'a part is tested with its whole');
    assert.deepEqual(
      only(['src/report/x.ts', `import type { B } from './b.ts'; export interface A { b: B }`]),
      [],
    );
    assert.deepEqual(only(['src/toolsets/wire/index.ts', value], ['src/kernel/x.ts', value]), []);
  });

  test('a literal that is spread, and not one that a condition chooses', () => {
    const packed = (text: string) => packedLiterals([readSource('src/a/x.ts', text)]).length;
    assert.equal(packed('const a = { ...{ b: 1, c: 2 }, d: 3 };'), 1);
    assert.equal(packed('const a = { ...b, ...(c && { d: 3 }) };'), 0);
  });
  test('text that becomes a pattern', () => {
    const strays = (text: string) => strayPatterns([readSource('src/toolsets/wire/x.ts', text)]).length;
    assert.equal(strays("new RegExp(args.filter, 'i');"), 1);
    assert.equal(strays("RegExp('a' + b);"), 1);
    assert.equal(strays("new RegExp('a'); /b/.test(c);"), 0);
  });

  test('documents that are nobody’s', () => {
    const strays = (path: string) => strayDocuments([readSource(path, "store.documents('rules');")]).length;
    assert.equal(strays('src/toolsets/wire/x.ts'), 1);
    assert.equal(strays('src/store/x.ts'), 0);
  });

  test('work in assemble, and a function there that takes everything', () => {
    const found = (path: string, text: string) => beyondWiring([readSource(path, text)]).length;
    assert.equal(found('src/assemble/x.ts', 'export class Socket {}'), 1);
    assert.equal(found('src/assemble/x.ts', `import type { Assembly } from './assemble.ts';`), 1);
    assert.equal(found('src/assemble/x.ts', `import type { Needs } from './parts.ts';`), 0);
    assert.equal(found('src/cli/x.ts', `import type { Assembly } from '../assemble/assemble.ts';`), 0);
  });

  test('Node or the DOM in the contract', () => {
    const uses = (text: string) => platformInContract([readSource('src/contract/x.ts', text)]).length;
    assert.equal(uses('export const a = process.env;'), 1);
    assert.equal(uses('export const a = () => Buffer.from("x");'), 1);
    assert.equal(uses('document.title = "x";'), 1);
    assert.equal(uses('export interface A { document: string; process: number }'), 0);
  });

  test('evidence that the types do not know for it', () => {
    const forced = (text: string) => forcedEvidence([readSource('src/engines/wire/x.ts', text)]).length;
    assert.equal(forced(`sink({ data } as Evidence);`), 2);
    assert.equal(forced(`this.#options.sink({ data } as never);`), 1);
    assert.equal(forced(`const seen = made as unknown as Evidence;`), 1);
    assert.equal(forced(`sink({ source: 'wire', stream: 'flow', data });`), 0);
  });

  test('a style that is known outside of its folder', () => {
    const styles = ['lean', 'formal'].map((name) =>
      readSource(`src/report/${name}/style.ts`, `import './words.ts'; export const name = '${name}';`),
    );
    const knows = (path: string, text: string) => styleNames([...styles, readSource(path, text)]).length;
    assert.equal(knows('src/toolsets/browser/x.ts', `if (style === 'formal') go();`), 1);
    assert.equal(knows('src/kernel/x.ts', `export type Style = 'lean' | 'formal';`), 2);
    assert.equal(knows('src/session/x.ts', `import { a } from '../report/formal/words.ts';`), 1);
    assert.equal(knows('src/report/x.ts', `const a = await import('./lean/words.ts');`), 1);
    assert.equal(knows('src/report/lean/x.ts', `import { a } from '../formal/words.ts';`), 1);
    assert.equal(
      knows('src/report/lean/x.ts', `import { a } from './words.ts'; export const b = 'lean';`),
      0,
    );
    assert.equal(knows('src/assemble/x.ts', `import { lean } from '../report/lean/style.ts';`), 0);
    assert.equal(knows('src/toolsets/browser/x.ts', `export const words = 'a lean meal';`), 0);
  });

  test('a stray print', () => {
    const prints = (path: string, text: string) => strayPrints([readSource(path, text)]).length;
    assert.equal(prints('src/session/x.ts', `console.error('x');`), 1);
    assert.equal(prints('src/engines/wire/x.ts', `process.stdout.write('x');`), 1);
    assert.equal(prints('src/transport/stdio.ts', `process.stdout.write('x');`), 0);
    assert.equal(prints('src/cli/x.ts', `process.stdout.write('x');`), 0);
  });

  test('page code as a text, inline, or bound to what is around it', () => {
    const strays = (path: string, text: string) => strayPageCode([readSource(path, text)]).length;
    const engine = 'src/engines/browser/x.ts';
    assert.equal(strays(engine, 'const a = `() => {\n  document.title;\n  return 1;\n}`;'), 1);
    assert.equal(strays(engine, 'const a = `one\ntwo\nthree\nfour`;'), 0);
    assert.equal(strays(engine, 'await page.evaluate((a) => a + b, 1);'), 1);
    assert.equal(strays(engine, 'await page.evaluate(sum, 1);'), 0);
    const page = 'src/engines/browser/x.page.ts';
    assert.equal(strays(page, 'export function a() { return 1; } export function b() { return a(); }'), 1);
    assert.equal(strays(page, 'const most = 3; export function a() { return most; }'), 1);
    assert.equal(strays(page, `import { b } from './b.ts'; export function a() { return b; }`), 1);
    const alone = `import type { B } from './b.page.ts'; export interface C { b: B }`;
    assert.equal(strays(page, `${alone} export function a(): C { return a(); }`), 0);
  });

  test('an action that goes its own way', () => {
    const strays = (text: string, path = 'src/toolsets/telemetry/interact/x.ts') =>
      strayDeeds([readSource(path, text)]).length;
    const planted = [
      'await locator.click();',
      'await (await resolveTarget(tab, target)).click({ button });',
      "await locator.fill('x');",
      "await found.locator.press('Enter');",
      'await locator.selectOption(values, { timeout: 1 });',
      'await locator.check();',
      'await locator.focus();',
      "await tab.page.keyboard.insertText('x');",
      'const { mouse } = tab.page;',
      'const settings = { noWaitAfter: true };',
    ];
    for (const text of planted) assert.ok(strays(text) > 0, text);
    for (const text of planted) assert.equal(strays(text, 'src/engines/browser/actions/x.ts'), 0, text);
    const allowed = [
      "import * as pointer from './pointer.ts'; pointer.click(tab, found);",
      'click(tab, found); dialog.type(); schema.check(rule); spares.fill();',
      "bytes.fill('*', 1, 2); new Float64Array(3).fill(0);",
    ];
    for (const text of allowed) assert.equal(strays(text), 0, text);
  });
});
