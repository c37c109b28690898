import { join } from 'node:path';
import { appAddress, stateFolder } from '../config/folders.ts';
import type { Environment, Loaded } from '../config/load.ts';
import type { Config } from '../config/options.ts';
import type { Evidence, Sink } from '../contract/evidence.ts';
import { Secrets } from '../engines/browser/secrets/secrets.ts';
import { TabNumbers } from '../engines/browser/tab-numbers.ts';
import { Desk } from '../engines/people/desk.ts';
import { KeptRules } from '../engines/wire/kept-rules.ts';
import { OwnLog } from '../engines/wire/log/own-log.ts';
import type { WireEngine } from '../engines/wire/wire-engine.ts';
import { systemClock } from '../kernel/clock.ts';
import { newId } from '../kernel/ids.ts';
import { Lazy } from '../kernel/lazy.ts';
import type { Log } from '../kernel/log.ts';
import { type CallerName, OWN_USER, ownerOf } from '../kernel/owner.ts';
import { Redactor } from '../kernel/redact.ts';
import { VERSION } from '../kernel/version.ts';
import type { Profile } from '../profiles/profile.ts';
import { loadPatterns } from '../session/custom-patterns.ts';
import type { Host } from '../session/host.ts';
import { Journal } from '../session/journal.ts';
import { Files } from '../session/output-folder.ts';
import { startLog } from '../session/start-log.ts';
import { EvidenceHub } from '../store/evidence-hub.ts';
import { LogRing } from '../store/log-ring.ts';
import { SessionBook } from '../store/session-book.ts';
import { OwnDoor } from '../transport/extension/own-door.ts';
import { makeReport } from './app-wiring.ts';
import { makeBrowser } from './browser-wiring.ts';
import { chosenToolsets, type Wired } from './catalog.ts';
import { makeHost } from './host-wiring.ts';
import { makePool } from './instance-wiring.ts';
import { openOwnDoor } from './own-door.ts';
import type { Needs } from './parts.ts';
import { makeStore } from './record-settings.ts';
import { makeScreen } from './screen-wiring.ts';
import { type Front, serveHttp } from './serve-http.ts';
import { lookForApp, serveStdio } from './serve-stdio.ts';
import { styleOf } from './styles.ts';
import { makeObservers, makeTelemetryDeps } from './telemetry-wiring.ts';
import { wireToolsets } from './toolset-wiring.ts';

const WEEK_MS = 7 * 24 * 3_600_000;

export interface AssembleOptions {
  readonly config: Config;
  /** What was set and is no default. */
  readonly given: Loaded['given'];
  readonly env: Environment;
  /** Whether what is seen goes to the record; where nobody would read it, it does not. */
  readonly keepsRecord: boolean;
  /** Whether STDOUT is the wire's to log to; elsewhere it carries the protocol. */
  readonly logsToStdout?: boolean | undefined;
  /** Whether screenshots and the settings of the screen lie in the record; commands that work alone forget them. */
  readonly keepsScreenshots?: boolean | undefined;
  /** The log, if it is not to be the one that the settings name. */
  readonly makeLog?: (redactor: Redactor) => Log;
  /** Asked for by a tool: end the program once its answer is out. */
  readonly shutdown: () => void;
}

/** The parts that commands use, ready to be served. */
export type Assembly = Awaited<ReturnType<typeof assemble>>;

/** Who gets what. Engines are made by the first call that needs them, and shared by all profiles. */
export async function assemble(options: AssembleOptions) {
  const { config, given, env, shutdown } = options;
  // Read at the start: a wrong path must not show up late.
  const secrets =
    typeof config.secrets === 'string'
      ? await Secrets.fromFile(config.secrets)
      : new Secrets(config.secrets ?? {});
  const patterns = config.redactPatterns ? await loadPatterns(config.redactPatterns) : [];
  const redactor = new Redactor({ custom: [...secrets.patterns(), ...patterns], typed: secrets.typed });
  secrets.clean = (bytes) => redactor.bytes(bytes);
  const clock = systemClock();
  const logRing = new LogRing(clock, redactor);
  const log = logRing.around(options.makeLog?.(redactor) ?? startLog(config, redactor));
  const state = stateFolder(config.stateDir, env);
  const address = appAddress(config.stateDir, env);
  const base = { config, env, clock, log, redactor, secrets, state, shutdown };

  const isFree = config.allowUnrestrictedFileAccess;
  const doorKeys: Needs<'doorKeys'>['doorKeys'] = {};
  const appDoor: Needs<'appDoor'>['appDoor'] = {};
  /** With several keys, each is a stranger to the others; our own user sees what is the server's. */
  const isApart: Needs<'isApart'>['isApart'] = (caller) =>
    (doorKeys.value?.length ?? 0) > 1 && ownerOf(caller) !== OWN_USER;
  const output = join(state, 'output');
  const files = new Files(config.outputDir, output, isFree, styleOf(config).outputFolder, isApart);
  const journal = new Journal();
  const ownLog = new OwnLog(
    join(state, 'captures'),
    { maxBytes: config.captureMb * 1024 * 1024, maxAgeMs: WEEK_MS },
    log,
  );
  const store = new Lazy(
    () => makeStore(base),
    (made) => made.close(),
  );
  // Evidence goes to the record once a tool has asked for it; before that there is none to read it.
  const hub = new EvidenceHub(clock, log, (evidence) => store.value?.sink(evidence));
  const collector = config.otlp === undefined ? undefined : await makeCollector(config.otlp, log);
  if (collector) hub.watch((evidence) => collector.take(evidence));
  const run = newId('run');
  const clients = options.keepsRecord ? new SessionBook(run, () => store.get(), clock, log) : undefined;
  const sink: Sink = (evidence) => hub.sink(withoutSecrets(ofRun(evidence, run), redactor));

  const wire = new Lazy(
    () =>
      makeWire({
        ...base,
        sink,
        logsToStdout: options.logsToStdout ?? false,
        followsExchanges: options.keepsRecord,
      }),
    (engine) => engine.close(),
  );
  const keptRules = new KeptRules(join(state, 'port-rules.json'), log);
  const screen = new Lazy(
    () => makeScreen({ ...base, files, sink, store: options.keepsScreenshots ? store : undefined }),
    (made) => made.close(),
  );
  const observers = new Lazy(async () =>
    options.keepsRecord ? makeObservers({ ...base, sink, store }) : undefined,
  );
  const { keepsRecord } = options;
  const reserve = async (count: number) => (await store.get()).reserve('tabs', count);
  const tabNumbers = new TabNumbers(keepsRecord ? reserve : undefined);
  const ownDoor = new OwnDoor(state);
  void journal.hasBegun.then(() => ownDoor.called());
  const ownBrowsers = new Lazy(async () => {
    const { OwnBrowsers } = await import('../engines/browser/drivers/own/own-browsers.ts');
    return new OwnBrowsers((owner) => ownDoor.comesWithin(owner));
  });
  const pool = new Lazy(
    () => makePool({ ...base, files, store, observers, tabNumbers, doorKeys, ownBrowsers }),
    (made) => made.closeAll(),
  );
  const browser = new Lazy(
    () => makeBrowser({ ...base, files, store, observers, tabNumbers }),
    async ({ engines, lifetime }) => {
      lifetime.end();
      await engines.close();
    },
  );
  const telemetry = new Lazy(
    () =>
      makeTelemetryDeps({
        ...base,
        files,
        journal,
        hub,
        logRing,
        store,
        ownBrowsers,
        browser,
        pool,
        observers,
        isApart,
        sessions: clients,
      }),
    (deps) => deps.close(),
  );

  const desk = new Desk(() => appDoor.url);

  const hosts = new Map<string, Host>();
  /** The profile, ready to be served. One for all its clients. */
  const host = (profile: Profile): Host => {
    const known = hosts.get(profile.command);
    if (known) return known;
    const engines = {
      files,
      ownLog,
      store,
      wire,
      keptRules,
      screen,
      pool,
      browser,
      telemetry,
      sessions: clients,
      desk,
    };
    const toolsets = wireToolsets(profile, { ...base, ...engines });
    const made = makeHost(profile, {
      ...base,
      given,
      files,
      appDoor,
      journal,
      sink: hub.sink, // calls come without secrets, as the journal has them
      toolsets,
      sessionEnded: async (session) => {
        clients?.forget(session);
        await telemetry.value?.end(session);
        await Promise.all([pool.value?.release(session), browser.value?.engines.end(session)]);
      },
    });
    hosts.set(profile.command, made);
    if (options.keepsRecord && chosenToolsets(profile, config).includes('wire'))
      void setRules(keptRules, toolsets.wire, log);
    return made;
  };
  const sessions = (caller?: CallerName) =>
    [...hosts].flatMap(([profile, made]) =>
      made.sessions(caller).map((session) => ({ profile, ...session })),
    );
  const instancesOf = (caller: CallerName) =>
    sessions(caller).flatMap(({ id }) => pool.value?.list(id) ?? []);
  /** What runs, what was hidden, and what the caller has open and called. */
  const health = (caller: CallerName) => ({
    status: 'ok',
    version: VERSION,
    pid: process.pid,
    uptimeSeconds: Math.round((clock.monotonic() - started) / 1000),
    memoryMb: Math.round(process.memoryUsage.rss() / 1024 / 1024),
    sessions: sessions(caller),
    calls: journal.totals(caller),
    redacted: redactor.counts(),
    contexts: sessions(caller).flatMap(({ id }) => browser.value?.engines.known(id)?.listContexts() ?? []),
    instances: pool.value && { ...pool.value.stats(), instances: instancesOf(caller) },
    wire: wire.value?.stats(),
  });
  const started = clock.monotonic();

  /** Serves a profile over HTTP; a key of one's own is used where none is set. */
  const overHttp = (profile: Profile, front: Front) => {
    const served = serveHttp(profile, front, {
      ...base,
      journal,
      pool,
      browser,
      desk,
      doorKeys,
      appDoor,
      sink,
      hub,
      store,
      screen,
      sessions: clients,
      observers,
      tabNumbers,
      ownBrowsers,
      files,
      telemetry,
      wire,
      keptRules,
      given,
      isApart,
      health,
      clients: sessions,
      service: host(profile),
    });
    if (profile.serves?.includes('extension')) void served.then(() => ownDoor.opened()).catch(() => {}); // told to who asked
    return served;
  };

  return {
    ...base,
    address,
    journal,
    wire,
    screen,
    browser,
    host,
    serveHttp: overHttp,
    /** Fulfilled once a command that works alone has to let browsers of people's own in. */
    ownBrowserWanted: ownDoor.wanted,
    letOwnBrowsersIn: (profile: Profile) => openOwnDoor(profile, { ...base, serve: overHttp }),
    /** A window of the record as one page. */
    report: (ask: Parameters<typeof makeReport>[1]) =>
      makeReport({ redactor, hub, store, sessions: clients }, ask),
    serveStdio: (profile: Profile) => serveStdio(host(profile), log),
    lookForApp: (profile: Profile) =>
      lookForApp(profile, { config, given, log, address, service: () => host(profile) }),
    async close(): Promise<void> {
      await Promise.all([...hosts.values()].map((made) => made.close()));
      await telemetry.close();
      // The engines first: what they still see when they end belongs to the record.
      await Promise.all([wire.close(), pool.close(), browser.close(), screen.close()]);
      ownLog.close();
      await collector?.close();
      await store.close();
    },
  };
}

async function makeCollector(url: string, log: Log) {
  const { OtlpSender } = await import('../engines/otel/otlp-sender.ts');
  return new OtlpSender({ url, log });
}

/** A rule that was to outlive a restart is there from the start, without a call; nothing else is. */
async function setRules(kept: KeptRules, wire: Wired, log: Log): Promise<void> {
  if ((await kept.list()).length === 0) return;
  await wire().catch((cause: unknown) =>
    log.warning('the kept port rules could not be set again', { cause }),
  );
}

/** What belongs to no session belongs to the run of the server. */
function ofRun<E extends Evidence>(evidence: E, run: string): E {
  const { where } = evidence;
  return where.session === undefined ? { ...evidence, where: { ...where, session: run } } : evidence;
}

function withoutSecrets<E extends Evidence>(evidence: E, redactor: Redactor): E {
  const data = redactor.value(evidence.data);
  return data === evidence.data ? evidence : { ...evidence, data };
}

const STDOUT = 1;

type WireNeeds = Needs<'config' | 'clock' | 'log' | 'sink'> & {
  readonly logsToStdout: boolean;
  readonly followsExchanges: boolean;
};

/** The wire engine, from the settings. No port is open yet. */
async function makeWire(needs: WireNeeds): Promise<WireEngine> {
  const { config, clock, log, sink, logsToStdout, followsExchanges } = needs;
  const [{ WireEngine }, { descriptorWriter }, { loadSchemas }] = await Promise.all([
    import('../engines/wire/wire-engine.ts'),
    import('../engines/wire/log/descriptor-writer.ts'),
    import('../engines/wire/follow/load-schemas.ts'),
  ]);
  return new WireEngine({
    clock,
    log,
    sink,
    ...(logsToStdout ? { stdout: descriptorWriter(STDOUT) } : {}),
    flushMillis: config.flushMillis,
    filenameFormat: config.filenameFormat,
    onOverload: config.onOverload,
    followsExchanges,
    grpcSchemas: await loadSchemas(config.grpcSchema),
  });
}
