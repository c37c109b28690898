import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { freePort } from '../../../test/kit/free-port.ts';
import {
  type App,
  accept,
  button,
  click,
  combobox,
  dismiss,
  field,
  fill,
  inPage,
  type Job,
  link,
  open,
  role,
  same,
  textbox,
  type,
} from '../app.ts';
import { program } from '../bring.ts';

const MAKE = `create table people (id integer primary key, name text, city text); create table orders (id integer primary key, person integer, amount integer);
insert into people (name, city) values ('Anna', 'Graz'), ('Ben', 'Wien'), ('Cleo', 'Linz'), ('Dan', 'Graz'); insert into orders (person, amount) values (1, 10), (1, 20), (2, 30);`;

/** Adminer asks for a password that SQLite has not. */
const INDEX = (adminer: string) => `<?php
function adminer_object() { class Open extends Adminer { function login($login, $password) { return true; } } return new Open; }
include '${adminer}/adminer.php';`;

const sql =
  (query: string, wanted: unknown): Job['check'] =>
  ({ data }) => {
    const database = new DatabaseSync(join(data, 'shop.db'));
    try {
      return same(database.prepare(query).all(), wanted);
    } finally {
      database.close();
    }
  };

/** The file name of PHP and its extensions' folder differ from one Debian to the next. */
function phpOf(root: string): { php: string; extensions: string } {
  const php = readdirSync(join(root, 'usr/bin')).find((name) => /^php\d/.test(name));
  const extensions = readdirSync(join(root, 'usr/lib/php')).find((name) => /^\d{8}$/.test(name));
  return {
    php: join(root, 'usr/bin', php ?? 'php'),
    extensions: join(root, 'usr/lib/php', extensions ?? ''),
  };
}

const at = (rest = '') => open(`/?sqlite=&username=&db=shop.db${rest}`, 'shop.db');

export const adminer: App = {
  name: 'adminer',
  kind: 'PHP, server-rendered',
  debian: ['php-cli', 'php-sqlite3', 'adminer'],
  start: async ({ packages, data }) => {
    const root = join(packages, 'root');
    const database = new DatabaseSync(join(data, 'shop.db'));
    database.exec(MAKE);
    database.close();
    writeFileSync(join(data, 'index.php'), INDEX(join(root, 'usr/share/adminer')));
    const port = await freePort();
    const { php, extensions } = phpOf(root);
    const loaded = ['pdo', 'sqlite3', 'pdo_sqlite', 'ctype', 'iconv'].map((name) => `extension=${name}`);
    const settings = [
      `extension_dir=${extensions}`,
      ...loaded,
      `session.save_path=${data}`,
      // It counts there who failed to log in, whichever run that was.
      `sys_temp_dir=${data}`,
      'display_errors=0',
    ];
    const args = ['-n', ...settings.flatMap((one) => ['-d', one]), '-S', `127.0.0.1:${port}`, '-t', data];
    return program(`http://127.0.0.1:${port}`, php, args, { cwd: data });
  },
  jobs: [
    {
      name: 'logs in',
      steps: [
        open('/?sqlite=&username='),
        type(textbox(/(?:)/, -1), 'shop.db'),
        click(button('Login'), 'people'),
      ],
      check: inPage(`document.body.innerText.includes('people')`, true),
    },
    {
      name: 'adds a person',
      steps: [at('&edit=people'), type(textbox(/(?:)/), 'Eva'), click(button('Save'), 'Eva')],
      check: sql(`select name from people where id = 5`, [{ name: 'Eva' }]),
    },
    {
      name: 'looks for people of a city',
      steps: [
        at('&select=people'),
        click(link('Search')),
        // In one go: each change adds another line of fields.
        fill([field(role('searchbox', /(?:)/, 0), 'Graz'), field(combobox(/(?:)/, 0), 'city', 'combobox')]),
        click(button('Select'), 'Dan'),
      ],
      check: inPage(`new URL(location.href).searchParams.get('where[0][col]')`, 'city'),
    },
    {
      name: 'changes a person',
      steps: [
        at('&edit=people&where%5Bid%5D=3'),
        type(textbox('Linz'), 'Enns'),
        click(button('Save'), 'Enns'),
      ],
      check: sql('select city from people where id = 3', [{ city: 'Enns' }]),
    },
    {
      name: 'deletes an order after a question',
      steps: [
        at('&edit=orders&where%5Bid%5D=3'),
        click(button('Delete'), /sure/i),
        accept(undefined, /deleted/),
      ],
      check: sql('select count(*) as n from orders', [{ n: 2 }]),
    },
    {
      name: 'keeps an order after a question',
      steps: [at('&edit=orders&where%5Bid%5D=2'), click(button('Delete'), /sure/i), dismiss()],
      check: sql('select count(*) as n from orders where id = 2', [{ n: 1 }]),
    },
    {
      name: 'sorts by name',
      steps: [at('&select=people'), click(link('name'), 'Anna')],
      check: inPage(`new URL(location.href).searchParams.get('order[0]')`, 'name'),
    },
    {
      name: 'goes from the structure to the data',
      steps: [at('&table=people'), click(link('Select data'), 'Graz')],
      check: inPage(`new URL(location.href).searchParams.get('select')`, 'people'),
    },
    {
      name: 'drops a table after a question',
      steps: [at('&create=orders'), click(button('Drop'), /Drop orders/), accept(undefined, /dropped/)],
      check: sql(`select count(*) as n from sqlite_master where name = 'orders'`, [{ n: 0 }]),
    },
  ],
};
