import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import {
  type App,
  back,
  button,
  choose,
  click,
  combobox,
  link,
  open,
  press,
  same,
  textbox,
  type,
  type World,
} from '../app.ts';
import { type Answer, site } from '../bring.ts';

interface Pet {
  id: number;
  name: string;
  state: string;
}

const body = (schema: object) => ({ content: { 'application/json': { schema } } });
const pet = {
  type: 'object',
  properties: { name: { type: 'string', example: 'Rex' }, state: { type: 'string', example: 'free' } },
};
const states = { type: 'string', enum: ['free', 'sold', 'ill'] };
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
const ok = { 200: { description: 'Done' } };

const SPEC = {
  openapi: '3.0.3',
  info: { title: 'Pet shop', version: '1.0.0', description: 'Pets to buy.' },
  components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
  security: [{ key: [] }],
  paths: {
    '/pets': {
      get: {
        tags: ['pets'],
        summary: 'List pets',
        parameters: [{ name: 'state', in: 'query', schema: states }],
        responses: ok,
      },
      post: { tags: ['pets'], summary: 'Add a pet', requestBody: body(pet), responses: ok },
    },
    '/pets/{id}': {
      get: { tags: ['pets'], summary: 'One pet', parameters: [id], responses: ok },
      delete: { tags: ['pets'], summary: 'Remove a pet', parameters: [id], responses: ok },
    },
    '/visits': { post: { tags: ['visits'], summary: 'Count a visit', responses: ok } },
  },
};

const PAGE = `<!doctype html><title>Pet shop</title><link rel="stylesheet" href="/ui/swagger-ui.css"><div id="ui"></div>
<script src="/ui/swagger-ui-bundle.js"></script>
<script>window.ui = SwaggerUIBundle({ url: '/spec.json', dom_id: '#ui', filter: true, deepLinking: true })</script>`;

/** The shop behind the document. */
function shop(): Answer {
  const pets: Pet[] = [
    { id: 1, name: 'Rex', state: 'free' },
    { id: 2, name: 'Mia', state: 'sold' },
  ];
  let visits = 0;
  let key: unknown;
  return async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://x');
    const give = (value: unknown, code = 200) => {
      response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(value));
      return true;
    };
    if (pathname === '/spec.json') return give(SPEC);
    if (pathname === '/state') return give({ pets, visits, key });
    if (!/^\/(pets|visits)/.test(pathname)) return false;
    key = request.headers['x-key'] ?? key;
    if (pathname === '/visits') return give({ visits: ++visits });
    const place = pets.findIndex((one) => one.id === Number(pathname.split('/')[2]));
    if (pathname === '/pets' && request.method === 'POST') {
      const made = { id: pets.length + 1, ...(JSON.parse(await read(request)) as Omit<Pet, 'id'>) };
      pets.push(made);
      return give(made);
    }
    if (pathname === '/pets')
      return give(pets.filter(({ state }) => (searchParams.get('state') ?? state) === state));
    if (place < 0) return give({ error: 'no such pet' }, 404);
    return give(request.method === 'DELETE' ? pets.splice(place, 1) : pets[place]);
  };
}

async function read(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

const state = ({ json }: World) => json('/state') as Promise<{ pets: Pet[]; visits: number; key: string }>;
const LIST = button(/GET.*\/pets\b(?!\/)/);
const tryIt = [click(button(/Try it out/), 'Execute')];

export const swaggerUi: App = {
  name: 'swagger-ui',
  kind: 'React, generated',
  npm: ['swagger-ui-dist@5.34.1'],
  start: ({ packages }) =>
    site({ '/ui': join(packages, 'node_modules/swagger-ui-dist') }, { '/': PAGE }, shop()),
  jobs: [
    {
      name: 'lists pets',
      steps: [open('/', 'List pets'), click(LIST, 'Try it out'), ...tryIt, click(button('Execute'), /Rex/)],
      check: ({ page }) =>
        page
          .value(`document.querySelector('.live-responses-table')?.innerText.includes('Rex')`)
          .then((is) => same(is, true)),
    },
    {
      name: 'lists sold pets',
      steps: [
        open('/'),
        click(LIST),
        ...tryIt,
        choose(combobox(/(?:)/, -1), 'sold'),
        click(button('Execute'), /Mia/),
      ],
      check: ({ page }) =>
        page
          .value(
            `document.querySelector('.live-responses-table .request-url, .request-url')?.innerText.includes('state=sold') && !document.querySelector('.live-responses-table').innerText.includes('Rex')`,
          )
          .then((is) => same(is, true)),
    },
    {
      name: 'removes a pet',
      steps: [
        open('/'),
        click(button(/DELETE/), 'Remove a pet'),
        ...tryIt,
        type(textbox(/^id$|(?:)/, -1), '2'),
        click(button('Execute'), /200/),
      ],
      check: async (world) =>
        same(
          (await state(world)).pets.some((one) => one.id === 2),
          false,
        ),
    },
    {
      name: 'adds a pet from the example',
      steps: [
        open('/'),
        click(button(/POST.*\/pets/)),
        ...tryIt,
        type(textbox(/(?:)/, -1), '{"name":"Ida","state":"ill"}'),
        click(button('Execute'), /Ida/),
      ],
      check: async (world) =>
        same(
          (await state(world)).pets.some((one) => one.name === 'Ida'),
          true,
        ),
    },
    {
      name: 'asks for a pet that is not there',
      steps: [
        open('/'),
        click(button(/GET.*\/pets\/\{?/), 'One pet'),
        ...tryIt,
        type(textbox(/(?:)/, -1), '99'),
        click(button('Execute'), /no such pet/),
      ],
      check: ({ page }) =>
        page
          .value(`document.querySelector('.live-responses-table')?.innerText.includes('404')`)
          .then((is) => same(is, true)),
    },
    {
      name: 'gives a key and counts a visit',
      steps: [
        open('/'),
        click(button('Authorize'), 'Available authorizations'),
        type(textbox(/(?:)/, -1), 's3same'),
        click(button(/Apply credentials|^Authorize$/, -1), 'Logout'),
        click(button('Close')),
        click(button(/POST.*\/visits/)),
        ...tryIt,
        click(button('Execute'), /visits/),
      ],
      check: async (world) => {
        const { visits, key } = await state(world);
        return same([visits > 0, key], [true, 's3same']);
      },
    },
    {
      name: 'filters by tag',
      steps: [open('/'), type(textbox(/filter/i), 'visits'), press('Enter')],
      check: ({ page }) =>
        page.value(`document.querySelectorAll('.opblock').length`).then((found) => same(found, 1)),
    },
    {
      name: 'folds a tag away and shows it again',
      steps: [
        open('/'),
        click(button(/Collapse operation/, 0)),
        click(button(/Expand operation/, 0), 'List pets'),
      ],
      check: ({ page }) =>
        page.value(`document.querySelectorAll('.opblock').length`).then((found) => same(found, 5)),
    },
    {
      name: 'goes to an operation and back',
      steps: [open('/'), click(LIST, /#\/pets/), click(link('/visits'), /#\/visits/), back(/#\/pets/)],
      check: ({ page }) => page.value(`location.hash.startsWith('#/pets')`).then((is) => same(is, true)),
    },
  ],
};
