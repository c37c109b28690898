import { keepCompiled } from '../engines/browser/launch/keep-compiled.ts';
import { newId } from '../kernel/ids.ts';
import type { KeepPicture } from '../kernel/keep-picture.ts';
import { Lazy } from '../kernel/lazy.ts';
import type { Toolset } from '../kernel/toolset.ts';
import type { Profile, ToolsetName } from '../profiles/profile.ts';
import type { BrowserPlaces } from '../toolsets/browser/deps.ts';
import { browserToolsets, toolsets } from '../toolsets/index.ts';
import type { InstanceDeps } from '../toolsets/instances/deps.ts';
import type { FlowDeps, WireDeps } from '../toolsets/wire/deps.ts';
import { chosenToolsets, type Wired } from './catalog.ts';
import { byCurrent, placesIn } from './instance-wiring.ts';
import type { Needs } from './parts.ts';

type ToolsetNeeds = Needs<
  | 'config'
  | 'env'
  | 'clock'
  | 'log'
  | 'redactor'
  | 'files'
  | 'ownLog'
  | 'shutdown'
  | 'store'
  | 'wire'
  | 'keptRules'
  | 'screen'
  | 'pool'
  | 'browser'
  | 'telemetry'
  | 'sessions'
  | 'desk'
>;

/** Who stands in the list of sessions for a rule that outlived its own. */
const KEPT = { name: 'a kept port rule', version: '' };

/** Each toolset with the engines it works on. */
export function wireToolsets(profile: Profile, needs: ToolsetNeeds): Record<ToolsetName, Wired> {
  const { config, env, clock, redactor, files, ownLog, shutdown } = needs;
  const { store: record, wire, screen, pool, browser, telemetry } = needs;
  const host = config.wireHost === 'localhost' ? undefined : config.wireHost;
  const rawproxDeps = async (): Promise<WireDeps> => ({
    engine: await wire.get(),
    host,
    output: files,
    logDirectory: config.logDirectory,
    shutdown,
  });
  const wireDeps = async (): Promise<FlowDeps> => {
    const [{ FlowBook }, { ExchangeSearch }, { WireShares }] = await Promise.all([
      import('../toolsets/wire/flow-book.ts'),
      import('../toolsets/wire/exchange-search.ts'),
      import('../toolsets/wire/wire-shares.ts'),
    ]);
    // The record first: the engine reports every flow from its first connection on.
    const store = await record.get();
    const engine = await wire.get();
    const base = await rawproxDeps();
    const shares = needs.sessions && new WireShares(engine, store, needs.sessions);
    const ensureCapture = (session: string | undefined) => ownLog.ensure(engine, session);
    await needs.keptRules.restore(async ({ caller, ...rule }) => {
      // Its key knows it by a session, as it knows all its rules.
      const session = caller === undefined ? undefined : newId('ses');
      await ensureCapture(session);
      if (session) needs.sessions?.note({ session, name: caller, cwd: process.cwd(), client: KEPT });
      await engine.addRule({ ...rule, host, session });
    });
    return {
      ...base,
      ...(shares && { shareOf: (caller) => shares.of(caller) }),
      note: (caller) => needs.sessions?.note(caller),
      flows: new FlowBook(engine, store),
      exchanges: new ExchangeSearch(engine, store),
      clock,
      redact: (words) => redactor.text(words),
      redactValue: (value) => redactor.value(value),
      ensureCapture,
      kept: needs.keptRules,
    };
  };
  const instanceDeps = async (): Promise<InstanceDeps> => ({
    pool: await pool.get(),
    output: files,
    env,
  });
  const keepPicture = pictureShelf(profile, needs);
  const telemetryDeps = async () => {
    const deps = await telemetry.get();
    return keepPicture ? { ...deps, keepPicture } : deps;
  };
  const places = withShelf(placesIn({ pool, browser, sessions: needs.sessions }), keepPicture);
  const ofBrowser = (load: () => Promise<Toolset<BrowserPlaces>>) =>
    wired(
      async () => {
        keepCompiled(); // the browser's own code is most of what is ever loaded
        return byCurrent({ config, pool }, await load());
      },
      async () => {
        await browser.get();
        return places;
      },
    );
  const browsers = Object.fromEntries(
    Object.entries(browserToolsets).map(([name, load]) => [name, ofBrowser(load)]),
  ) as Record<keyof typeof browserToolsets, Wired>;
  return {
    wire: wired(toolsets.wire, wireDeps),
    rawprox: wired(toolsets.rawprox, rawproxDeps),
    screen: wired(toolsets.screen, async () => (await screen.get()).deps),
    ...browsers,
    instances: wired(toolsets.instances, instanceDeps),
    moonsurf: wired(async () => byCurrent({ config, pool }, await toolsets.moonsurf()), instanceDeps),
    telemetry: wired(toolsets.telemetry, telemetryDeps),
    story: wired(toolsets.story, telemetryDeps),
    people: wired(toolsets.people, async () => ({
      desk: needs.desk,
      redact: (words: string) => redactor.text(words),
    })),
    'telemetry-alone': wired(toolsets['telemetry-alone'], telemetryDeps),
    'telemetry-beside': wired(toolsets['telemetry-beside'], telemetryDeps),
  };
}

/** The compiler checks here that a toolset gets what it asks for; behind it, the types are gone. */
function wired<Deps>(load: () => Promise<Toolset<Deps>>, deps: () => Promise<Deps>): Wired {
  const made = new Lazy(async () => ({ toolset: (await load()) as Toolset<never>, deps: await deps() }));
  return () => made.get();
}

/** Where browser tools put their pictures, so that screen tools work on them; undefined where there are none. */
function pictureShelf(
  profile: Profile,
  { config, log, screen }: Needs<'config' | 'log' | 'screen'>,
): KeepPicture | undefined {
  if (!chosenToolsets(profile, config).includes('screen')) return undefined;
  return async ({ bytes, caller, ...origin }) => {
    try {
      const { screenshots } = (await screen.get()).deps;
      const shot = { mode: 'browser', session: caller.session, ...origin };
      return (await screenshots.of(caller).addFile(bytes, shot)).id;
    } catch (cause) {
      // The picture itself is good: whoever asked for it gets it, only without an id.
      log.warning('a picture of a page could not be kept', { cause });
      return undefined;
    }
  };
}

/** The same places with that shelf. */
function withShelf(places: BrowserPlaces, keepPicture: KeepPicture | undefined): BrowserPlaces {
  if (!keepPicture) return places;
  return {
    async at(id, caller) {
      const place = await places.at(id, caller);
      return { ...place, deps: { ...place.deps, keepPicture } };
    },
  };
}
