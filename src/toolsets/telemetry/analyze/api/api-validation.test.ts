import assert from 'node:assert/strict';
import { readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { AnalyzeRig } from '../../../../../test/kit/analyze-rig.ts';
import { verifies } from '../../../../../test/requirements/verifies.ts';
import { OpenApi } from './openapi.ts';
import { differences, emptyShape, learn, schemaOf } from './shape.ts';

const user = (id: number) => ({
  id,
  name: `User ${id}`,
  mail: `u${id}@example.com`,
  role: ['admin', 'guest'][id % 2],
  nick: id % 3 === 0 ? null : 'nick',
  joined: '2026-01-02T03:04:05Z',
  tags: [{ label: 'a', weight: 1.5 }],
  ...(id % 2 ? { extra: true } : {}),
});
let answer: (id: number) => unknown = user;
let status = 200;

const rig = new AnalyzeRig({
  '/': '<!doctype html><title>Users</title><link rel=icon href="data:,">',
  ...Object.fromEntries(
    Array.from({ length: 400 }, (_, id) => [
      `/api/users/${id}`,
      (_request: unknown, response: import('node:http').ServerResponse) =>
        void response
          .writeHead(status, { 'content-type': 'application/json' })
          .end(JSON.stringify(answer(id))),
    ]),
  ),
});

// biome-ignore lint/suspicious/noExplicitAny: a test asserts on whatever came back
type Any = any;

const ask = async (from: number, to: number) => {
  const { page } = await rig.tools.engine.tab();
  await page.evaluate(
    `(async () => { for (let i = ${from}; i <= ${to}; i++) await (await fetch('/api/users/' + i + '?full=1')).text(); })()`,
  );
  // The tool waits a second for what the browser has not told yet; a busy machine may need more.
  await rig.tools.deps.settled();
};

verifies(['gasoline: analyze api_validation', 'gasoline: fault 37 api_validation'], async () => {
  await rig.open('/');
  await ask(1, 9);
  const good = await rig.look('api_validation', { operation: 'analyze' });
  assert.deepEqual(
    good.violations.map(({ type, path }: Any) => `${type} ${path}`),
    [],
  );
  assert.deepEqual(good.summary, { violations: 0, endpoints: 1, total_requests: 9, clean_endpoints: 1 });
  // Much has been seen, and what comes then is still looked at.
  await ask(10, 150);
  answer = (id) => {
    const { name: _, ...rest } = user(id);
    return { ...rest, id: String(id), mail: null, joined: 'yesterday', added: 1 };
  };
  await ask(151, 152);
  status = 500;
  await ask(153, 155);
  const { violations, summary } = await rig.look('api_validation');
  const told = Object.fromEntries(
    violations.map((one: Any) => [`${one.type} ${one.path}`, [one.count, one.severity]]),
  );
  assert.deepEqual(told, {
    'error_spike ': [2, 'critical'],
    'shape_change $.name': [2, 'high'],
    'type_change $.id': [2, 'high'],
    'null_field $.mail': [2, 'medium'],
    'format_change $.joined': [2, 'medium'],
    'new_field $.added': [2, 'low'],
  });
  assert.equal(violations[0].endpoint, `GET ${rig.site.origin}/api/users/{id}`);
  const { data } = await rig.tools.call('observe', {
    what: 'network_bodies',
    request_id: violations[1].request_ids[0],
  });
  assert.match(JSON.stringify(data), /api\/users\/151/, 'the evidence is a request of the record');
  assert.equal(summary.total_requests, 155);
  const ignored = await rig.look('api_validation', { ignore_endpoints: ['/api/users'] });
  assert.equal(ignored.summary.endpoints, 0);
});

test('report writes OpenAPI 3.1, which a file given later is compared by', async () => {
  answer = user;
  status = 200;
  await rig.look('api_validation', { operation: 'clear' });
  await ask(1, 12);
  const { file, endpoints } = await rig.look('api_validation', { operation: 'report' });
  assert.deepEqual([endpoints.length, endpoints[0].call_count], [1, 12]);
  const document = JSON.parse(await readFile(file, 'utf8'));
  assert.equal(document.openapi, '3.1.0');
  const { parameters, responses } = document.paths['/api/users/{id}'].get;
  assert.deepEqual(
    parameters.map((one: Any) => [one.name, one.in, one.required]),
    [
      ['id', 'path', true],
      ['full', 'query', true],
    ],
  );
  const { properties, required } = responses['200'].content['application/json'].schema;
  assert.deepEqual(properties.id, { type: 'integer' });
  assert.deepEqual(properties.mail, { type: 'string', format: 'email' });
  assert.deepEqual(properties.role, { type: 'string', enum: ['admin', 'guest'] });
  assert.deepEqual(properties.nick.type.toSorted(), ['null', 'string']);
  assert.equal(properties.joined.format, 'date-time');
  assert.equal(properties.tags.items.properties.weight.type, 'number');
  assert.ok(!required.includes('extra') && required.includes('name'));

  const path = join(rig.tools.folder, 'api.json');
  await writeFile(path, JSON.stringify(document));
  const same = await rig.look('api_validation', { file: 'api.json' });
  assert.deepEqual(same.violations, []);
  answer = (id) => ({ ...user(id), role: 'owner', id: 'x' });
  await ask(13, 13);
  const other = await rig.look('api_validation', { file: 'api.json' });
  assert.deepEqual(other.violations.map(({ type, path: at }: Any) => `${type} ${at}`).toSorted(), [
    'enum_change $.role',
    'type_change $.id',
  ]);
  await writeFile(join(rig.tools.folder, 'broken.json'), 'openapi: 3.0.0');
  await writeFile(join(rig.tools.folder, 'endless.json'), '');
  await truncate(join(rig.tools.folder, 'endless.json'), 2 ** 40);
  for (const wrong of ['none.json', 'broken.json', 'endless.json']) {
    const refused = await rig.call('api_validation', { file: wrong });
    assert.deepEqual([refused.isError, refused.data.code], [true, 'INVALID_ARGUMENTS'], wrong);
  }
  const outside = await rig.call('api_validation', { file: '/etc/passwd' });
  assert.deepEqual([outside.isError, outside.data.code], [true, 'FILE_NOT_ALLOWED']);
});

test('shapes: what is empty says nothing, what varies is allowed', () => {
  const shape = emptyShape();
  for (const value of [
    { list: [], a: 1 },
    { list: [], a: 1.5 },
    { list: [], a: 2 },
  ])
    learn(shape, value);
  assert.deepEqual(differences(shape, { list: [{ x: 1 }], a: 3 }), []);
  assert.deepEqual(schemaOf(shape).required, ['list', 'a']);
});

test('a given description: references, choices, what is not described', () => {
  const api = new OpenApi({
    openapi: '3.0.3',
    paths: {
      '/pets/{id}': { get: { responses: { 200: { $ref: '#/components/responses/Pet' } } } },
      '/pets/mine': {
        get: { responses: { '2XX': { content: { 'application/json': { schema: { type: 'array' } } } } } },
      },
    },
    components: {
      responses: {
        Pet: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } } },
      },
      schemas: {
        Pet: {
          allOf: [
            { type: 'object', required: ['name'], properties: { name: { type: 'string', nullable: true } } },
          ],
          oneOf: [{ required: ['cat'] }, { required: ['dog'] }],
        },
      },
    },
  });
  assert.equal(api.find('GET', '/v1/pets/mine')?.path, '/pets/mine');
  assert.equal(api.find('POST', '/pets/7'), undefined);
  const { operation } = api.find('GET', '/pets/7')!;
  assert.equal(api.answer(operation, 404), null);
  const schema = api.answer(operation, 200)!;
  assert.deepEqual(api.differences(schema, { name: null, cat: 1 }), []);
  assert.deepEqual(
    api.differences(schema, {}).map(({ path }) => path),
    ['$.name', '$.cat'],
  );
  assert.throws(() => new OpenApi({ swagger: '2.0' }), /OpenAPI 3/);
});
