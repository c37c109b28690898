import { join } from 'node:path';
import type { InstancePool } from '../engines/browser/pool/instance-pool.ts';
import type { Caller } from '../kernel/tool.ts';
import type { Toolset } from '../kernel/toolset.ts';
import type { BrowserPlaces } from '../toolsets/browser/deps.ts';
import {
  type EngineNeeds,
  engineSettings,
  headersOf,
  launchSettings,
  ownerCheck,
  runningSettings,
} from './browser-settings.ts';
import { devToolsDoor } from './devtools-door.ts';
import type { Needs } from './parts.ts';
import { type RecordNeeds, recordOf } from './telemetry-wiring.ts';

/** The pool of browsers, from the settings. Only spares are started before somebody asks for a browser. */
export async function makePool(
  needs: EngineNeeds & RecordNeeds & Needs<'env' | 'doorKeys' | 'ownBrowsers'>,
): Promise<InstancePool> {
  const { config, env, log } = needs;
  const [{ InstancePool }, { BrowserEngine }, { BrowserProcess }] = await Promise.all([
    import('../engines/browser/pool/instance-pool.ts'),
    import('../engines/browser/browser-engine.ts'),
    import('../engines/browser/browser-process.ts'),
  ]);
  const { browserName: _name, channel: _channel, ...local } = launchSettings(config);
  const settings = await engineSettings(needs);
  return new InstancePool({
    limits: {
      maxInstances: config.maxInstances,
      maxMemory: config.maxMemory,
      maxWaiting: config.maxQueue,
      waitMs: config.queueTimeout * 1000,
      idleMs: config.instanceIdle * 1000,
      warm: config.warm,
    },
    drivers: {
      log,
      env,
      local: { ...local, ownerCheck },
      mode: config.instanceMode,
      extensions: config.extensions,
      devtools: await devToolsDoor(needs),
      cdpEndpoint: config.cdpEndpoint,
      cdpHeaders: headersOf(config.cdpHeader),
      running: config.autoConnect ? runningSettings(config, env) : undefined,
      playwrightEndpoint: config.endpoint,
      own: await needs.ownBrowsers.get(),
      gridAddress: config.grid,
      grid: { headless: config.headless ?? true, ...config.gridOptions },
    },
    log,
    outputDir: join(settings.outputDir, 'instances'),
    makeEngine: async ({ context, session, ...request }) =>
      new BrowserEngine(
        new BrowserProcess({
          ...settings,
          ...request,
          context: { ...settings.context, ...context },
          ...(await recordOf(needs, request.instance)),
        }),
        session,
      ),
  });
}

/**
 * A call that names no browser waits for the one that its session means, and not for those of other sessions; where
 * all have the same tabs, for everybody's.
 */
export function byCurrent<Deps>(
  { config, pool }: Needs<'config' | 'pool'>,
  toolset: Toolset<Deps>,
): Toolset<Deps> {
  const laneOf = (caller: Caller) =>
    config.sharedBrowserContext ? { ...caller, session: 'everybody' } : caller;
  const meant = (args: { readonly instanceId?: string | undefined }, caller: Caller) =>
    args.instanceId ?? pool.value?.currentOf(caller.session);
  const tools = toolset.tools.map(({ target, ...tool }) =>
    target
      ? {
          ...tool,
          target: (args: object, caller: Caller) =>
            target({ ...args, instanceId: meant(args, caller) }, laneOf(caller)),
        }
      : tool,
  );
  return { ...toolset, tools };
}

/** What browser tools work on: the instance that a call means, else its session's tabs of the usual browser. */
export function placesIn({
  pool: lazy,
  browser,
  sessions,
}: Needs<'pool' | 'browser' | 'sessions'>): BrowserPlaces {
  return {
    async at(id, caller) {
      sessions?.note(caller);
      const { depsOf } = await browser.get();
      const deps = depsOf(caller.session);
      // Whoever never opened an instance pays nothing for them.
      const pool = id === undefined ? lazy.value : await lazy.get();
      if (!pool || (id === undefined && pool.currentOf(caller.session) === undefined))
        return { deps, use: (work) => work() };
      const { lesseeOf } = await import('../toolsets/instances/open-instance.ts');
      const { Lifetime } = await import('../toolsets/browser/lifetime.ts');
      const instance = pool.find(id, lesseeOf(caller));
      // The pool knows itself when an instance has been idle for too long.
      const lifetime = new Lifetime(0, async () => {});
      return {
        deps: { ...deps, engine: instance.engine, lifetime, isShared: false },
        use: (work) => instance.use(work),
      };
    },
  };
}
