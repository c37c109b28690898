import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../../../scripts/run.mjs';
import { freePort } from '../../../test/kit/free-port.ts';
import { type App, any, button, click, holds, inPage, type Job, open, textbox, type } from '../app.ts';
import { program } from '../bring.ts';

function files(data: string): string[] {
  const folder = join(data, 'wiki/tiddlers');
  return existsSync(folder)
    ? readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
    : [];
}

/** What the wiki keeps is a file for each tiddler. */
const kept =
  (title: string, words: string): Job['check'] =>
  ({ data }) =>
    holds(
      files(data).some((text) => text.includes(`title: ${title}`) && text.includes(words)),
      `no file has ${title} and ${words}`,
    );

const OPEN = open('/', 'My TiddlyWiki');
const write = (title: string, words: string) => [
  OPEN,
  click(button(/new tiddler/i), /Draft|New Tiddler/),
  type(textbox(/(?:)/, 1), title),
  type(textbox(/Type the text|(?:)/, -1), words),
  click(button(/^ok$|^done$|confirm changes/i), words),
];

export const tiddlywiki: App = {
  name: 'tiddlywiki',
  kind: 'own framework, files',
  npm: ['tiddlywiki@5.4.1'],
  start: async ({ packages, data }) => {
    const script = join(packages, 'node_modules/tiddlywiki/tiddlywiki.js');
    const port = await freePort();
    const { code, output } = await run(process.execPath, [script, join(data, 'wiki'), '--init', 'server'], {
      cwd: data,
    });
    if (code !== 0) throw new Error(output);
    const url = `http://127.0.0.1:${port}`;
    const args = [script, join(data, 'wiki'), '--listen', `port=${port}`];
    return program(url, process.execPath, args, { cwd: data, ready: `${url}/status` });
  },
  jobs: [
    {
      name: 'searches',
      steps: [OPEN, type(textbox(/Search/i), 'SiteTitle', /SiteTitle/)],
      check: inPage(
        `document.querySelector('.tc-sidebar-search .tc-search-results, .tc-block-dropdown') !== null`,
        true,
      ),
    },
    {
      name: 'names the wiki',
      steps: [OPEN, type(textbox(/^Title of this|(?:)/, -2), 'Our wiki')],
      check: kept('$:/SiteTitle', 'Our wiki'),
    },
    {
      name: 'writes a tiddler',
      steps: write('Apples', 'Red or green'),
      check: kept('Apples', 'Red or green'),
    },
    {
      name: 'writes another with a link',
      steps: write('Pears', 'Beside [[Apples]]'),
      check: kept('Pears', '[[Apples]]'),
    },
    {
      name: 'shows the tools',
      steps: [OPEN, click(any('Tools'), 'control panel')],
      check: inPage(`document.body.innerText.includes('control panel')`, true),
    },
    {
      name: 'shows the recent ones',
      steps: [OPEN, click(any('Recent'), /20\d\d/)],
      check: inPage(
        `document.querySelectorAll('.tc-sidebar-lists .tc-timeline, .tc-timeline, .tc-sidebar-tab-recent').length >= 0`,
        true,
      ),
    },
    {
      name: 'closes a tiddler',
      steps: [OPEN, click(button(/^close$/i, 0))],
      check: inPage(`document.querySelectorAll('.tc-tiddler-frame').length`, 0),
    },
    {
      name: 'opens the control panel',
      steps: [OPEN, click(any('Tools'), 'control panel'), click(button(/control panel/i), 'Appearance')],
      check: inPage(`document.body.innerText.includes('Appearance')`, true),
    },
  ],
};
