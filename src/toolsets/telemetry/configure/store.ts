import { z } from 'zod';
import { isoMicros } from '../../../kernel/clock.ts';
import { cut } from '../../../kernel/cut.ts';
import { fault } from '../../../kernel/fault.ts';
import { anyValue } from '../../../kernel/json-schema.ts';
import { missing } from '../arguments.ts';
import { defineMode, type TelemetryDeps } from '../deps.ts';
import { errorMessage, isError } from '../error-entry.ts';
import { statesOf } from '../interact/states.ts';
import { listSnapshots } from './diff-sessions.ts';

const MOST_VALUE = 2 ** 20;
const MOST_PROJECT = 10 * 2 ** 20;
const NAME = /^[^/\\]{1,100}$/;

const input = z.object({
  store_action: z.enum(['save', 'load', 'list', 'delete', 'stats']).default('list'),
  namespace: z
    .string()
    .regex(NAME, 'no slashes')
    .optional()
    .describe('Of keys; save, load, delete need both.'),
  key: z.string().regex(NAME, 'no slashes').optional().describe('No slashes.'),
  data: anyValue.optional().describe('save: any JSON.'),
});
type Args = z.output<typeof input>;

export const store = defineMode({
  summary: 'Keep JSON for this project across sessions.',
  destroys: true,
  input,
  async run({ args, deps }) {
    const documents = projectDocuments(deps);
    const infos = (await documents.list()).map(({ key, bytes }) => {
      const [namespace = '', name = ''] = key.split('/');
      return { namespace, name, bytes };
    });
    if (args.store_action === 'stats') return stats(infos);
    if (args.store_action === 'list') return list(infos, args.namespace);
    const { namespace, key } = named(args);
    const place = `${namespace}/${key}`;
    if (args.store_action === 'save') {
      const bytes = Buffer.byteLength(JSON.stringify(args.data) ?? '');
      const others = infos.filter((one) => `${one.namespace}/${one.name}` !== place);
      const total = others.reduce((sum, one) => sum + one.bytes, bytes);
      if (args.data === undefined) throw missing('configure', 'data');
      if (bytes > MOST_VALUE) throw fault('STORE_FULL', { what: place, bytes, limit: MOST_VALUE });
      if (total > MOST_PROJECT)
        throw fault('STORE_FULL', { what: 'The project', bytes: total, limit: MOST_PROJECT });
      await documents.put(place, args.data);
      return { summary: `Saved ${place} (${bytes} bytes)`, data: { status: 'saved', namespace, key } };
    }
    if (args.store_action === 'load') {
      const data = await documents.get(place);
      if (data === undefined) throw fault('NO_SUCH_DOCUMENT', { namespace, key });
      return { summary: place, data: { namespace, key, data } };
    }
    if (!(await documents.delete(place))) throw fault('NO_SUCH_DOCUMENT', { namespace, key });
    return { summary: `Deleted ${place}`, data: { status: 'deleted', namespace, key } };
  },
});

/** What a project keeps; the project is the folder that the client works in. */
const projectDocuments = ({ documents }: Pick<TelemetryDeps, 'documents'>) => documents.ofFolder('project');

interface Info {
  readonly namespace: string;
  readonly name: string;
  readonly bytes: number;
}

function list(infos: readonly Info[], namespace: string | undefined) {
  if (namespace === undefined) {
    const namespaces = [...new Set(infos.map((one) => one.namespace))];
    return { summary: `${namespaces.length} namespaces`, data: { namespaces } };
  }
  const keys = infos.filter((one) => one.namespace === namespace).map(({ name }) => name);
  return { summary: `${keys.length} keys in ${namespace}`, data: { namespace, keys } };
}

function stats(infos: readonly Info[]) {
  const groups = Map.groupBy(infos, ({ namespace }) => namespace);
  const total = infos.reduce((sum, { bytes }) => sum + bytes, 0);
  const namespaces = Object.fromEntries([...groups].map(([name, some]) => [name, some.length]));
  return {
    summary: `${infos.length} values, ${total} of ${MOST_PROJECT} bytes`,
    data: { total_bytes: total, limit_bytes: MOST_PROJECT, namespaces },
  };
}

function named({ namespace, key }: Args): { namespace: string; key: string } {
  if (namespace === undefined) throw missing('configure', 'namespace');
  if (key === undefined) throw missing('configure', 'key');
  return { namespace, key };
}

export const load = defineMode({
  summary: 'All that store keeps for this project.',
  input: z.object({}),
  async run({ deps, caller }) {
    await deps.noise.load();
    const documents = projectDocuments(deps);
    const [infos, baselines, states, recordings, page] = await Promise.all([
      documents.list(),
      listSnapshots(deps),
      statesOf(deps),
      deps.recordings.list(),
      deps.store.page({ streams: ['exception', 'console'], minLevel: 'error', limit: 1000 }),
    ]);
    const errors = [...Map.groupBy(page.items.filter(isError), (item) => cut(errorMessage(item), 200))]
      .map(([message, some]) => ({ message, count: some.length, last_seen: isoMicros(some[0]!.time) }))
      .slice(0, 20);
    const own = deps.noise.rules().filter(({ id }) => !id.startsWith('builtin_'));
    return {
      summary: `${infos.length} stored values, ${baselines.length} session snapshots, ${states.length} states, ${recordings.length} recordings, ${own.length} noise rules of your own`,
      data: {
        status: 'ok',
        project_id: caller.cwd,
        stored: infos.map(({ key, bytes }) => ({ place: key, bytes })),
        baselines,
        states,
        recordings: recordings.map(({ id, name, actions }) => ({ id, name, action_count: actions.length })),
        error_history: errors,
        noise_config: { rules: own },
      },
    };
  },
});
