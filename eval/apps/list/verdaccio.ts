import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../../test/kit/free-port.ts';
import {
  type App,
  button,
  click,
  combobox,
  field,
  fill,
  inPage,
  link,
  open,
  press,
  same,
  tab,
  textbox,
  typeSlowly,
} from '../app.ts';
import { program } from '../bring.ts';

const CONFIG = `storage: ./storage
web:
  title: Our packages
auth:
  htpasswd:
    file: ./htpasswd
uplinks: {}
packages:
  '**':
    access: $all
    publish: $authenticated
log: { type: stdout, format: pretty, level: fatal }
`;

const PACKAGES: Readonly<Record<string, string>> = {
  'left-shelf': 'Puts things on the left',
  'right-shelf': 'Puts things on the right',
  'tool-kit': 'What the team uses',
};

async function put(url: string, body: unknown, token?: string): Promise<{ token: string }> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const answer = await fetch(url, { method: 'PUT', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as { token: string };
}

/** A user, and three packages of hers. */
async function publish(url: string): Promise<void> {
  const user = { name: 'ada', password: 'lovelace1' };
  const { token } = await put(`${url}/-/user/org.couchdb.user:ada`, user);
  for (const [name, description] of Object.entries(PACKAGES)) {
    const file = `${name}-1.2.0.tgz`;
    const dist = {
      tarball: `${url}/${name}/-/${file}`,
      shasum: createHash('sha1').update('x').digest('hex'),
    };
    const dependencies = { lodash: '^4.0.0' };
    const version = { name, version: '1.2.0', description, dependencies, license: 'MIT', dist };
    const body = {
      _id: name,
      name,
      description,
      'dist-tags': { latest: '1.2.0' },
      versions: { '1.2.0': version },
      readme: `# ${name}\n\n${description}.`,
      _attachments: { [file]: { content_type: 'application/octet-stream', data: 'eA==', length: 1 } },
    };
    await put(`${url}/${name}`, body, token);
  }
}

const LIST = open('/', 'left-shelf');
const detail = open('/-/web/detail/left-shelf', 'Puts things on the left');
const shows = (words: string) =>
  inPage(`document.body.innerText.toLowerCase().includes(${JSON.stringify(words.toLowerCase())})`, true);
const login = (password: string) => [
  LIST,
  click(button('Login'), 'Username'),
  fill([field(textbox('Username'), 'ada'), field(textbox('Password'), password)]),
];

export const verdaccio: App = {
  name: 'verdaccio',
  kind: 'React, MUI, registry',
  npm: ['verdaccio@6.10.4'],
  // One of its packages asks for a tag that registries other than npm's own may not have.
  overrides: { 'node-fetch': '2.7.0' },
  start: async ({ packages, data }) => {
    writeFileSync(join(data, 'config.yaml'), CONFIG);
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const script = join(packages, 'node_modules/verdaccio/bin/verdaccio');
    const args = [script, '--config', join(data, 'config.yaml'), '--listen', `127.0.0.1:${port}`];
    const running = await program(url, process.execPath, args, { cwd: data, ready: `${url}/-/ping` });
    try {
      await publish(url);
    } catch (error) {
      await running.stop();
      throw error;
    }
    return running;
  },
  jobs: [
    {
      name: 'shows what is published',
      steps: [LIST],
      check: async ({ json }) => {
        const list = (await json('/-/verdaccio/data/packages')) as { name: string }[];
        return same(list.map(({ name }) => name).toSorted(), Object.keys(PACKAGES));
      },
    },
    {
      name: 'opens a package',
      steps: [LIST, click(link('left-shelf'), 'Puts things on the left')],
      check: inPage('location.pathname', '/-/web/detail/left-shelf'),
    },
    {
      name: 'shows the versions',
      steps: [detail, click(tab('Versions'), 'Version History')],
      check: shows('Version History'),
    },
    {
      name: 'shows what it needs',
      steps: [detail, click(tab('Dependencies'), 'lodash')],
      check: shows('lodash'),
    },
    {
      name: 'goes home from a package',
      steps: [
        LIST,
        click(link('right-shelf'), 'Puts things on the right'),
        { do: 'back', tells: 'tool-kit' },
      ],
      check: inPage('location.pathname', '/'),
    },
    {
      name: 'searches',
      steps: [LIST, typeSlowly(combobox('Search Packages'), 'tool', 'tool-kit')],
      check: inPage(
        `document.querySelector('[role=listbox]')?.innerText.includes('tool-kit') ?? false`,
        true,
      ),
    },
    {
      name: 'is refused with a wrong password',
      steps: [...login('wrong one'), press('Enter', /Invalid username or password/)],
      check: inPage(`localStorage.getItem('token')`, null),
    },
    {
      name: 'logs in',
      steps: [...login('lovelace1'), press('Enter')],
      check: inPage(`Boolean(localStorage.getItem('token'))`, true),
    },
  ],
};
