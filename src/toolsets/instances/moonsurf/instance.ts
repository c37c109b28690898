import { z } from 'zod';
import type { Instance, Lessee } from '../../../engines/browser/pool/instance.ts';
import { PLAIN_MODES } from '../../../engines/browser/pool/instance-spec.ts';
import { Fault } from '../../../kernel/fault.ts';
import type { Call, Reply } from '../../../kernel/tool.ts';
import { defineMode, type InstanceDeps } from '../deps.ts';
import { lesseeOf, OPEN_FAULTS, openInstance, profilesOf } from '../open-instance.ts';
import { actionTool } from './action-tool.ts';
import { badArguments, json } from './place.ts';

const word = z.string().min(1).optional();

const list = defineMode({
  summary: 'The browsers that this session opened, and those that are shared.',
  input: z.object({}),
  async run({ deps, caller }) {
    const instances = deps.pool.seenBy(caller.session).map(described);
    return json({ instances: await Promise.all(instances) });
  },
});

async function described(instance: Instance): Promise<object> {
  const { id, name, browser, mode, profile, port, pid, opened, ...info } = instance.info();
  const window = info.state === 'ready' ? await windowOf(instance) : {};
  return {
    id,
    name,
    browserType: browser,
    mode,
    profile,
    port: port ?? null,
    pid: pid ?? null,
    userAgent: null,
    windowId: null,
    ...window,
    connectedAt: opened,
    lastActivity: info.lastActivity,
    state: info.state,
    shared: info.isShared,
    downloadDirectory: info.downloads,
  };
}

/** What the browser says of itself; a browser without DevTools, or one that dies meanwhile, says nothing. */
async function windowOf(instance: Instance): Promise<object> {
  try {
    const tab = (await instance.engine.context()).active;
    if (!tab?.cdp.isThere) return {};
    const session = await tab.cdp.session();
    const { userAgent } = await session.send('Browser.getVersion');
    const { windowId } = await session.send('Browser.getWindowForTarget');
    return { userAgent, windowId };
  } catch {
    return {};
  }
}

const open = defineMode({
  summary: 'Opens a browser, or starts a crashed one again (instanceId). It is the current one from then on.',
  input: z.object({
    instanceId: word,
    url: word.describe('First page.'),
    mode: z.enum(PLAIN_MODES).optional(),
    headless: z.boolean().optional(),
    profile: word.describe('Of profiles, or a folder.'),
    extensions: z.array(z.string().min(1)).optional().describe('Folders of unpacked ones.'),
    closeOtherTabs: z.boolean().optional(),
    name: word.describe('Yours.'),
    proxy: word.describe('http://host:port or socks5://host:port.'),
    endpoint: word.describe('Address for mode cdp, playwright, grid.'),
    version: word.describe('Of the browser, for grid.'),
    shared: z.boolean().optional().describe('Other sessions may use it.'),
  }),
  timeoutMs: () => 150_000,
  async run(call) {
    const { url, closeOtherTabs, shared, instanceId, ...spec } = call.args;
    if (instanceId !== undefined) return again(call, instanceId);
    const opened = await openInstance(call, { ...spec, isShared: shared }, { url, isOnly: closeOtherTabs });
    const { id, browser, profile, downloads, version, port } = opened.instance.info();
    return json({
      instanceId: id,
      browserType: browser,
      profile,
      downloadDirectory: downloads,
      extensionAutoLoaded: (spec.extensions?.length ?? 0) > 0,
      message: `${browser} ${version ?? ''} is ready.`.replace('  ', ' '),
      ...(port !== undefined && { port }),
      ...(closeOtherTabs && { closedOtherTabs: opened.closed }),
      ...(url !== undefined && { url: opened.url, title: opened.title }),
    });
  },
});

async function again({ deps, caller, signal }: Call<unknown, InstanceDeps>, id: string): Promise<Reply> {
  const { instance, isNews } = await restart(deps.pool, id, lesseeOf(caller), signal);
  const { browser, profile, downloads } = instance.info();
  const message = isNews ? 'The browser runs again.' : 'The browser was running.';
  return json({ instanceId: id, browserType: browser, profile, downloadDirectory: downloads, message });
}

async function restart(pool: InstanceDeps['pool'], id: string, lessee: Lessee, signal: AbortSignal) {
  const isNews = pool.find(id, lessee).state === 'crashed';
  const instance = await pool.restart(id, lessee, signal);
  pool.setCurrent(lessee.session, id);
  return { instance, isNews };
}

const close = defineMode({
  summary: 'Closes a browser; one that was only attached to stays as it is.',
  input: z.object({ instanceId: word }),
  async run({ args, deps, caller }) {
    if (args.instanceId === undefined)
      throw badArguments('browser_instance', '"instanceId" is missing (string)');
    try {
      await deps.pool.close(args.instanceId, lesseeOf(caller));
      return json({ success: true, message: 'Browser instance closed' });
    } catch (thrown) {
      if (!(thrown instanceof Fault) || thrown.code !== 'NO_INSTANCE') throw thrown;
      return json({ success: false, message: 'Instance not found' });
    }
  },
});

const profiles = defineMode({
  summary: "The profiles of the user's own Chrome, Edge and Chromium.",
  input: z.object({}),
  run: async ({ deps }) => json({ profiles: await profilesOf(deps.env) }),
});

export const instanceTool = {
  ...actionTool({
    name: 'browser_instance',
    title: 'Browser instances',
    summary: 'Manage browser instances: list them, open one, close one, list profiles.',
    effect: 'destroy',
    modes: { list, new: open, close, profiles },
    faults: ['NO_INSTANCE', ...OPEN_FAULTS],
  }),
  // Browsers are opened and closed side by side.
  target: () => undefined,
};
