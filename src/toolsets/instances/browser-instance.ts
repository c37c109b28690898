import { z } from 'zod';
import { INSTANCE_MODES, type InstanceMode } from '../../engines/browser/pool/instance-spec.ts';
import { fault } from '../../kernel/fault.ts';
import { type Call, type Reply, toolsFor } from '../../kernel/tool.ts';
import type { InstanceDeps } from './deps.ts';
import { lesseeOf, OPEN_FAULTS, openInstance, profilesOf } from './open-instance.ts';

const word = z.string().min(1).optional();

const input = z.object({
  action: z.enum(['list', 'new', 'close', 'profiles', 'activate']),
  instanceId: word.describe('Or its name. activate, left out: the first browser.'),
  mode: z
    .enum(INSTANCE_MODES as unknown as [InstanceMode, ...InstanceMode[]])
    .optional()
    .describe('Left out: the Chrome, Edge or Chromium found. own: the paired one.'),
  headless: z.boolean().optional(),
  url: word.describe('Its first page.'),
  name: word,
  profile: word.describe('Of profiles, or a folder; left out: a fresh one.'),
  proxy: word.describe('http://host:port or socks5://host:port.'),
  extensions: z.array(z.string().min(1)).optional().describe('Folders of unpacked extensions.'),
  endpoint: word.describe('Address for mode cdp, playwright, grid.'),
  version: word.describe('Of the browser, for grid.'),
  shared: z.boolean().optional().describe('Other sessions may use it.'),
});
type Args = z.output<typeof input>;
type InstanceCall = Call<Args, InstanceDeps>;

/** The browser that every browser tool uses when no instance was opened or activated. */
const DEFAULT = 'default';

export const browserInstance = toolsFor<InstanceDeps>()({
  name: 'browser_instance',
  title: 'Instance',
  summary:
    "More browsers. new: open one and use it; profiles: of the user's own; activate: use another. " +
    'All but instanceId is for new.',
  effect: 'destroy',
  openWorld: true,
  input,
  faults: ['NO_INSTANCE', 'NOT_CONNECTED', ...OPEN_FAULTS],
  timeoutMs: ({ action }) => (action === 'new' || action === 'activate' ? 150_000 : undefined),
  run: (call) => ACTIONS[call.args.action](call),
});

const ACTIONS: Readonly<Record<Args['action'], (call: InstanceCall) => Promise<Reply>>> = {
  list: async ({ deps, caller }) => {
    const instances = deps.pool.list(caller.session).map(shown);
    const current = deps.pool.currentOf(caller.session) ?? DEFAULT;
    return { data: { instances, current } };
  },
  new: async (call) => {
    const { mode, headless, profile, extensions, proxy, endpoint, version, name, shared, url } = call.args;
    const spec = { mode, headless, profile, extensions, proxy, endpoint, version, name, isShared: shared };
    const { instance, ...page } = await openInstance(call, spec, { url });
    return { data: { ...shown(instance.info()), url: page.url, title: page.title } };
  },
  close: async ({ args, deps, caller }) => {
    const id = named(args);
    await deps.pool.close(id, lesseeOf(caller));
    return { data: { closed: id } };
  },
  profiles: async ({ deps }) => ({ data: { profiles: await profilesOf(deps.env) } }),
  activate: async ({ args, deps, caller, signal }) => {
    const { pool } = deps;
    if (args.instanceId === undefined || args.instanceId === DEFAULT) {
      pool.setCurrent(caller.session, undefined);
      return { data: { current: DEFAULT } };
    }
    const instance = await pool.restart(args.instanceId, lesseeOf(caller), signal);
    pool.setCurrent(caller.session, instance.id);
    await instance.use(async () => {
      const tab = await (await instance.engine.context()).tab();
      await tab.page.bringToFront();
    });
    return { data: { current: instance.id, ...shown(instance.info()) } };
  },
};

function named({ instanceId }: Args): string {
  if (instanceId !== undefined) return instanceId;
  throw fault('INVALID_ARGUMENTS', {
    tool: 'browser_instance',
    problems: ['"instanceId" is missing (string)'],
  });
}

function shown(info: ReturnType<InstanceDeps['pool']['list']>[number]) {
  const { id, name, mode, browser, version, profile, state, isShared, port } = info;
  const shared = isShared || undefined;
  const { downloads } = info;
  return { instanceId: id, name, mode, browser, version, profile, state, shared, port, downloads };
}
