import { readFile, stat } from 'node:fs/promises';
import { z } from 'zod';
import { isoMicros } from '../../../../kernel/clock.ts';
import { fault } from '../../../../kernel/fault.ts';
import type { Call, Reply } from '../../../../kernel/tool.ts';
import type { ItemOf } from '../../../../store/item-row.ts';
import { defineMode, type TelemetryDeps } from '../../deps.ts';
import { scopeFilters } from '../../read-list.ts';
import { templatePath } from '../clusters/mask.ts';
import { file, looked } from '../look-arguments.ts';
import { OpenApi } from './openapi.ts';
import {
  type Difference,
  differences,
  emptyShape,
  learn,
  type Schema,
  type Shape,
  schemaOf,
} from './shape.ts';

const MOST_READ = 10_000;
/** So many good answers make known what an endpoint answers. */
const LEARNT_FROM = 3;

const input = z.object({
  operation: z
    .enum(['analyze', 'report', 'clear'])
    .default('analyze')
    .describe('report: an OpenAPI 3.1 file.'),
  file: file.optional(),
  ignore_endpoints: z.array(z.string().min(1)).optional().describe('Parts of addresses.'),
  ...looked,
});
type Args = z.output<typeof input>;
type ApiCall = Call<Args, TelemetryDeps>;

export const apiValidation = defineMode({
  summary: 'JSON answers unlike those before, or unlike file.',
  input,
  async run(call) {
    const { args, deps } = call;
    if (args.operation === 'clear') return clear(deps);
    const endpoints = await endpointsOf(call);
    return args.operation === 'report' ? report(call, endpoints) : analyze(call, endpoints);
  },
});

interface Answer {
  readonly item: ItemOf<'request'>;
  /** Undefined when it is no JSON. */
  readonly value: unknown;
}

interface Endpoint {
  readonly method: string;
  readonly origin: string;
  readonly path: string;
  /** The oldest first. */
  readonly answers: Answer[];
}

const CLEARED = 'cleared';
/** From when on answers count for those with the same key who work in the same folder. */
const marks = ({ documents }: TelemetryDeps) => documents.ofFolder('api-validation');

async function clear(deps: TelemetryDeps): Promise<Reply> {
  await marks(deps).put(CLEARED, { time: deps.clock.micros() });
  return {
    summary: 'Answers are learnt anew from now on',
    data: { status: 'ok', operation: 'clear', action: 'cleared' },
  };
}

async function endpointsOf({ args, deps }: ApiCall): Promise<readonly Endpoint[]> {
  const filters = scopeFilters({ args, deps });
  const cleared = (await marks(deps).get<{ time: number }>(CLEARED))?.time ?? 0;
  const since = Math.max(cleared, filters.since ?? 0) || undefined;
  const { items } = await deps.store.page({ ...filters, since, streams: ['request'], limit: MOST_READ });
  const endpoints = new Map<string, Endpoint>();
  for (const item of items.toReversed()) {
    if (item.stream !== 'request' || !isApi(item)) continue;
    const url = URL.parse(item.data.url);
    if (!url || args.ignore_endpoints?.some((part) => item.data.url.includes(part))) continue;
    const path = templatePath(url.pathname);
    const key = `${item.data.method} ${url.origin}${path}`;
    const known = endpoints.get(key) ?? { method: item.data.method, origin: url.origin, path, answers: [] };
    endpoints.set(key, known);
    known.answers.push({ item, value: await jsonOf(deps, item) });
  }
  return [...endpoints.values()].filter(({ answers }) => answers.some(({ value }) => value !== undefined));
}

/** What scripts ask for; documents and their parts are no API. */
const isApi = ({ data }: ItemOf<'request'>) => data.type === 'fetch' || data.type === 'xhr';

async function jsonOf({ store }: TelemetryDeps, { data }: ItemOf<'request'>): Promise<unknown> {
  const body = data.responseBody;
  if (!body || 'withheld' in body || body.kind !== 'text' || body.stored < body.length) return undefined;
  if (!/json/.test(data.mimeType ?? body.mimeType ?? '')) return undefined;
  const bytes = await store.getBody(body);
  if (!bytes) return undefined;
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    return undefined;
  }
}

const isGood = ({ item, value }: Answer) =>
  value !== undefined && (item.data.status ?? 0) >= 200 && (item.data.status ?? 0) < 300;

interface Violation extends Omit<Difference, 'type'> {
  readonly endpoint: string;
  readonly type: Difference['type'] | 'error_spike' | 'undocumented_endpoint' | 'undocumented_status';
  readonly severity: 'critical' | 'high' | 'medium' | 'low';
  count: number;
  readonly first_seen: string;
  last_seen: string;
  readonly request_ids: number[];
}

const SEVERITY: Readonly<Record<Violation['type'], Violation['severity']>> = {
  error_spike: 'critical',
  shape_change: 'high',
  type_change: 'high',
  null_field: 'medium',
  format_change: 'medium',
  enum_change: 'medium',
  undocumented_status: 'medium',
  undocumented_endpoint: 'medium',
  new_field: 'low',
};
const RANKS = ['critical', 'high', 'medium', 'low'];

/** The same difference of an endpoint is told once, with how often it came. */
class Violations {
  readonly #all = new Map<string, Violation>();

  add(
    endpoint: string,
    { item }: Answer,
    { type, path, expected, actual }: Omit<Difference, 'type'> & Pick<Violation, 'type'>,
  ): void {
    const key = JSON.stringify([endpoint, type, path]);
    const known = this.#all.get(key);
    const time = isoMicros(item.time);
    if (!known) {
      const first = { endpoint, type, severity: SEVERITY[type], path, expected, actual };
      this.#all.set(key, { ...first, count: 1, first_seen: time, last_seen: time, request_ids: [item.seq] });
      return;
    }
    known.count++;
    known.last_seen = time;
    if (known.request_ids.length < 5) known.request_ids.push(item.seq);
  }

  get list(): readonly Violation[] {
    return [...this.#all.values()].toSorted(
      (one, other) => RANKS.indexOf(one.severity) - RANKS.indexOf(other.severity) || other.count - one.count,
    );
  }
}

const nameOf = ({ method, origin, path }: Endpoint) => `${method} ${origin}${path}`;

async function analyze(call: ApiCall, endpoints: readonly Endpoint[]): Promise<Reply> {
  const given = await givenApi(call);
  const violations = new Violations();
  for (const endpoint of endpoints) {
    if (given) compareWith(given, endpoint, violations);
    else compareWithin(endpoint, violations);
  }
  const { list } = violations;
  const touched = new Set(list.map(({ endpoint }) => endpoint));
  const requests = endpoints.reduce((sum, { answers }) => sum + answers.length, 0);
  const counts = {
    violations: list.length,
    endpoints: endpoints.length,
    total_requests: requests,
    clean_endpoints: endpoints.length - touched.size,
  };
  return {
    summary: `${list.length} differences in ${endpoints.length} endpoints (${requests} requests)`,
    data: {
      operation: 'analyze',
      compared_with: given ? call.args.file : 'what was learnt',
      summary: counts,
      violations: list,
      ...(endpoints.length === 0 ? { hint: 'No page has been answered with JSON yet.' } : {}),
    },
  };
}

/** The first good answers tell how they are; what comes later is held against that. */
function compareWithin(endpoint: Endpoint, violations: Violations): void {
  const name = nameOf(endpoint);
  const shape = emptyShape();
  let learnt = 0;
  let errors = 0;
  for (const answer of endpoint.answers) {
    const { status = 0 } = answer.item.data;
    if (status >= 500 && learnt >= 2 && ++errors >= 2)
      violations.add(name, answer, {
        type: 'error_spike',
        path: '',
        expected: '2xx',
        actual: String(status),
      });
    if (!isGood(answer)) continue;
    errors = 0;
    if (learnt++ < LEARNT_FROM) learn(shape, answer.value);
    else for (const one of differences(shape, answer.value)) violations.add(name, answer, one);
  }
}

function compareWith(given: OpenApi, endpoint: Endpoint, violations: Violations): void {
  for (const answer of endpoint.answers) {
    const { url, status = 0 } = answer.item.data;
    const found = given.find(endpoint.method, new URL(url).pathname);
    const name = nameOf(endpoint);
    if (!found) {
      violations.add(name, answer, {
        type: 'undocumented_endpoint',
        path: '',
        expected: 'described',
        actual: 'not described',
      });
      continue;
    }
    const schema = given.answer(found.operation, status);
    if (schema === null)
      violations.add(name, answer, {
        type: 'undocumented_status',
        path: '',
        expected: 'described',
        actual: String(status),
      });
    else if (schema && answer.value !== undefined)
      for (const one of given.differences(schema, answer.value)) violations.add(name, answer, one);
  }
}

/** The longest public descriptions have some 10 MB. */
const MOST_FILE = 2 ** 24;

async function givenApi({ args, deps, caller }: ApiCall): Promise<OpenApi | undefined> {
  if (args.file === undefined) return undefined;
  const path = await deps.output.allowed(caller, args.file);
  try {
    if ((await stat(path)).size > MOST_FILE) throw new Error('it is larger than 16 MB');
    return new OpenApi(JSON.parse(await readFile(path, 'utf8')));
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    const problems = [`"file" cannot be read: ${why}`];
    throw fault('INVALID_ARGUMENTS', { tool: 'analyze', problems, param: 'file' }, cause);
  }
}

async function report({ deps, caller }: ApiCall, endpoints: readonly Endpoint[]): Promise<Reply> {
  const document = openApiOf(endpoints);
  const bytes = Buffer.from(`${JSON.stringify(document, null, 2)}\n`);
  const written = await deps.output.write(caller, 'openapi.json', bytes);
  return {
    summary: `OpenAPI 3.1 of ${endpoints.length} endpoints is in ${written.path}`,
    data: {
      operation: 'report',
      file: written.path,
      endpoints: endpoints.map((endpoint) => {
        const { answers } = endpoint;
        const statuses = Map.groupBy(answers, ({ item }) => String(item.data.status ?? 'failed'));
        return {
          endpoint: nameOf(endpoint),
          call_count: answers.length,
          status_codes: Object.fromEntries([...statuses].map(([status, list]) => [status, list.length])),
          first_called_at: isoMicros(answers[0]!.item.time),
          last_called_at: isoMicros(answers.at(-1)!.item.time),
        };
      }),
    },
  };
}

/** What was learnt, for others to read. */
function openApiOf(endpoints: readonly Endpoint[]) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    let number = 0;
    const path = endpoint.path.replaceAll('{id}', () => `{id${++number > 1 ? number : ''}}`);
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    }));
    paths[path] ??= {};
    paths[path][endpoint.method.toLowerCase()] = {
      parameters: [...named, ...queryOf(endpoint)],
      responses: responsesOf(endpoint),
    };
  }
  const servers = [...new Set(endpoints.map(({ origin }) => origin))].map((url) => ({ url }));
  return { openapi: '3.1.0', info: { title: 'Learnt from recorded traffic', version: '1' }, servers, paths };
}

function queryOf({ answers }: Endpoint) {
  const counts = new Map<string, number>();
  for (const { item } of answers)
    for (const name of new Set(new URL(item.data.url).searchParams.keys()))
      counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => ({
    name,
    in: 'query',
    required: count === answers.length,
    schema: { type: 'string' },
  }));
}

function responsesOf({ answers }: Endpoint): Readonly<Record<string, unknown>> {
  const byStatus = Map.groupBy(answers, ({ item }) => item.data.status);
  const all = [...byStatus].flatMap(([status, list]) => {
    if (status === undefined) return [];
    const values = list.filter(({ value }) => value !== undefined);
    const shape: Shape = emptyShape();
    for (const { value } of values) learn(shape, value);
    const schema: Schema = schemaOf(shape);
    const content = values.length > 0 ? { content: { 'application/json': { schema } } } : {};
    return [[String(status), { description: `Seen ${list.length} times.`, ...content }] as const];
  });
  return Object.fromEntries(all);
}
