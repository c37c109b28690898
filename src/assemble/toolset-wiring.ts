import { keepCompiled } from '../engines/browser/launch/keep-compiled.ts';
import { Lazy } from '../kernel/lazy.ts';
import type { Toolset } from '../kernel/toolset.ts';
import type { Profile, ToolsetName } from '../profiles/profile.ts';
import type { BrowserDeps } from '../toolsets/browser/deps.ts';
import { toolsets } from '../toolsets/index.ts';
import type { InstanceDeps } from '../toolsets/instances/deps.ts';
import type { FlowDeps, WireDeps } from '../toolsets/wire/deps.ts';
import type { Wired } from './catalog.ts';
import { byCurrent } from './instance-wiring.ts';
import type { Needs } from './parts.ts';
import { pictureShelf, withShelf } from './picture-shelf.ts';

type ToolsetNeeds = Needs<
  | 'config'
  | 'env'
  | 'clock'
  | 'log'
  | 'redactor'
  | 'files'
  | 'captures'
  | 'shutdown'
  | 'store'
  | 'wire'
  | 'screen'
  | 'pool'
  | 'browser'
  | 'telemetry'
>;

/** Each toolset with the engines it works on. */
export function wireToolsets(profile: Profile, needs: ToolsetNeeds): Record<ToolsetName, Wired> {
  const { config, env, clock, redactor, files, captures, shutdown } = needs;
  const { store: record, wire, screen, pool, browser, telemetry } = needs;
  const host = config.wireHost === 'localhost' ? undefined : config.wireHost;
  const rawproxDeps = async (): Promise<WireDeps> => ({ engine: await wire.get(), host, shutdown });
  const wireDeps = async (): Promise<FlowDeps> => {
    const [{ FlowBook }, { requestsThrough }] = await Promise.all([
      import('../toolsets/wire/flow-book.ts'),
      import('../toolsets/wire/browser-requests.ts'),
    ]);
    // The record first: the engine reports every flow from its first connection on.
    const store = await record.get();
    const base = await rawproxDeps();
    return {
      ...base,
      flows: new FlowBook(base.engine, store),
      output: files,
      clock,
      redact: (words) => redactor.text(words),
      redactValue: (value) => redactor.value(value),
      requestsThrough: (flow) => requestsThrough(store, flow),
      ensureCapture: () => captures.ensure(base.engine),
    };
  };
  const instanceDeps = async (): Promise<InstanceDeps> => ({
    pool: await pool.get(),
    output: files,
    env,
    isUnrestricted: config.allowUnrestrictedFileAccess,
  });
  const keepPicture = pictureShelf(profile, needs);
  const browserDeps = async (): Promise<BrowserDeps> => withShelf(await browser.get(), keepPicture);
  const ofBrowser = (load: () => Promise<Toolset<BrowserDeps>>) =>
    wired(async () => {
      keepCompiled(); // the browser's own code is most of what is ever loaded
      return byCurrent(pool, await load());
    }, browserDeps);
  return {
    wire: wired(toolsets.wire, wireDeps),
    rawprox: wired(toolsets.rawprox, rawproxDeps),
    screen: wired(toolsets.screen, async () => (await screen.get()).deps),
    browser: ofBrowser(toolsets.browser),
    'browser-find': ofBrowser(toolsets['browser-find']),
    'browser-extra': ofBrowser(toolsets['browser-extra']),
    'browser-vision': ofBrowser(toolsets['browser-vision']),
    'browser-pdf': ofBrowser(toolsets['browser-pdf']),
    'browser-network': ofBrowser(toolsets['browser-network']),
    'browser-storage': ofBrowser(toolsets['browser-storage']),
    'browser-testing': ofBrowser(toolsets['browser-testing']),
    'browser-devtools': ofBrowser(toolsets['browser-devtools']),
    'browser-config': ofBrowser(toolsets['browser-config']),
    'browser-code': ofBrowser(toolsets['browser-code']),
    'browser-code-unsafe': ofBrowser(toolsets['browser-code-unsafe']),
    instances: wired(toolsets.instances, instanceDeps),
    moonsurf: wired(async () => byCurrent(pool, await toolsets.moonsurf()), instanceDeps),
    telemetry: wired(toolsets.telemetry, async () => {
      const deps = await telemetry.get();
      return keepPicture ? { ...deps, keepPicture } : deps;
    }),
  };
}

/** The compiler checks here that a toolset gets what it asks for; behind it, the types are gone. */
function wired<Deps>(load: () => Promise<Toolset<Deps>>, deps: () => Promise<Deps>): Wired {
  const made = new Lazy(async () => ({ toolset: (await load()) as Toolset<never>, deps: await deps() }));
  return () => made.get();
}
