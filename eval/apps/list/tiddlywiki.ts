import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../../../scripts/run.mjs';
import { freePort } from '../../../test/kit/free-port.ts';
import {
  type App,
  accept,
  button,
  click,
  enter,
  holds,
  inPage,
  type Job,
  open,
  role,
  tab,
  textbox,
  type,
} from '../app.ts';
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
  click(button('new tiddler'), 'Draft of'),
  type(textbox('New Tiddler'), title),
  type(textbox('Type the text for this tiddler'), words),
  click(button('Confirm changes to this tiddler'), words),
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
      steps: [OPEN, type(role('searchbox', /(?:)/), 'GettingStarted', /matches/)],
      check: inPage(`document.body.innerText.includes('matches')`, true),
    },
    {
      name: 'writes a tiddler',
      steps: write('Apples', 'Red or green'),
      check: kept('Apples', 'Red or green'),
    },
    { name: 'writes another', steps: write('Pears', 'Yellow mostly'), check: kept('Pears', 'Yellow mostly') },
    {
      name: 'changes a tiddler',
      steps: [
        open('/#Apples', 'Red or green'),
        click(button('Edit this tiddler'), 'Draft of'),
        type(textbox('Type the text for this tiddler'), 'Only green'),
        click(button('Confirm changes to this tiddler'), 'Only green'),
      ],
      check: kept('Apples', 'Only green'),
    },
    {
      name: 'tags a tiddler',
      steps: [
        // As a page of its own: beside the last one there would be two to edit.
        open('/?pears#Pears', 'Yellow mostly'),
        click(button('Edit this tiddler'), 'Draft of'),
        enter(textbox('tag name'), 'fruit', 'fruit'),
        click(button('Confirm changes to this tiddler'), 'fruit'),
      ],
      check: kept('Pears', 'tags: fruit'),
    },
    {
      name: 'shows the tools',
      steps: [open('/', 'My TiddlyWiki'), click(tab('Tools'), /import/i)],
      check: inPage(`document.querySelectorAll('.tc-sidebar-lists input[type=checkbox]').length > 3`, true),
    },
    {
      name: 'closes all',
      steps: [open('/#GettingStarted', 'GettingStarted'), click(button('close all'))],
      check: inPage(`document.querySelectorAll('.tc-tiddler-frame').length`, 0),
    },
    {
      name: 'opens the control panel',
      steps: [OPEN, click(button('control panel'), 'Appearance')],
      check: inPage(`document.body.innerText.includes('Appearance')`, true),
    },
    {
      name: 'deletes a tiddler after a question',
      steps: [
        open('/#Pears', 'Yellow mostly'),
        click(button('Edit this tiddler'), 'Draft of'),
        click(button('Delete this tiddler'), /delete/i),
        accept(),
      ],
      check: ({ data }) =>
        holds(!files(data).some((text) => text.includes('title: Pears')), 'it is still there'),
    },
  ],
};
