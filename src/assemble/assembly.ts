import { join } from 'node:path';
import { stateFolder } from '../config/folders.ts';
import type { Environment, Loaded } from '../config/load.ts';
import type { Config } from '../config/options.ts';
import type { Observer } from '../engines/browser/observer.ts';
import type { InstancePool } from '../engines/browser/pool/instance-pool.ts';
import type { Secrets } from '../engines/browser/secrets/secrets.ts';
import type { WireEngine } from '../engines/wire/wire-engine.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Sink } from '../kernel/evidence.ts';
import type { Log } from '../kernel/log.ts';
import type { Redactor } from '../kernel/redact.ts';
import { VERSION } from '../kernel/version.ts';
import type { Profile } from '../profiles/profile.ts';
import { LEAN_LEGEND } from '../report/lean-answer.ts';
import type { Catalog } from '../session/catalog.ts';
import { Host } from '../session/host.ts';
import { Journal } from '../session/journal.ts';
import { Files } from '../session/output-folder.ts';
import { RateLimit } from '../session/rate-limit.ts';
import { TargetQueue } from '../session/target-queue.ts';
import type { Store } from '../store/store.ts';
import type { BrowserDeps } from '../toolsets/browser/deps.ts';
import type { TelemetryDeps } from '../toolsets/telemetry/deps.ts';
import { makeBrowser } from './browser-wiring.ts';
import { Captures } from './captures.ts';
import { makeCatalog } from './catalog.ts';
import { EvidenceHub } from './evidence-hub.ts';
import { ICON } from './icon.ts';
import { makePool } from './instance-wiring.ts';
import { Lazy } from './lazy.ts';
import { LogRing } from './log-ring.ts';
import { retentionOf } from './record-settings.ts';
import { type MadeScreen, makeScreen } from './screen-wiring.ts';
import { makeTelemetryDeps } from './telemetry-wiring.ts';
import { wireToolsets } from './toolset-wiring.ts';

const STDOUT = 1;
const WEEK_MS = 7 * 24 * 3_600_000;

export interface AssemblyOptions {
  readonly config: Config;
  /** What was set and is no default. */
  readonly given: Loaded['given'];
  readonly env: Environment;
  readonly clock: Clock;
  readonly log: Log;
  readonly redactor: Redactor;
  /** What may be typed by name and is never shown. */
  readonly secrets: Secrets;
  /** Whether STDOUT is the wire's to log to; elsewhere it carries the protocol. */
  readonly logsToStdout?: boolean;
  /** Whether screenshots and the settings of the screen lie in the record; commands that work alone forget them. */
  readonly keepsScreenshots?: boolean;
  /** Asked for by a tool: end the program once its answer is out. */
  readonly shutdown: () => void;
}

/** Who gets what. Engines are made by the first call that needs them, and shared by all profiles. */
export class Assembly {
  readonly options: AssemblyOptions;
  readonly state: string;
  readonly files: Files;
  readonly journal = new Journal();
  readonly captures: Captures;
  readonly store: Lazy<Store>;
  readonly wire: Lazy<WireEngine>;
  readonly browser: Lazy<BrowserDeps>;
  readonly pool: Lazy<InstancePool>;
  readonly screen: Lazy<MadeScreen>;
  readonly telemetry: Lazy<TelemetryDeps>;
  readonly hub: EvidenceHub;
  /** Where engines tell what they see. */
  readonly sink: Sink;
  readonly logRing: LogRing;
  /** Watches the browser for the record; made with it. */
  observer: Observer | undefined;
  /** A profile that keeps a record is served. */
  keepsRecord = false;
  readonly #hosts = new Map<string, Host>();
  readonly #started = performance.now();

  constructor(options: AssemblyOptions) {
    const { config, env, clock, redactor } = options;
    this.logRing = new LogRing(clock, redactor);
    this.options = { ...options, log: this.logRing.around(options.log) };
    // Evidence goes to the record once a tool has asked for it; before that there is none to read it.
    this.hub = new EvidenceHub(clock, this.options.log, (evidence) => this.store.value?.sink(evidence));
    const { secrets } = options;
    this.sink = secrets.isEmpty
      ? this.hub.sink
      : (evidence) => this.hub.sink({ ...evidence, data: secrets.hideIn(evidence.data) });
    this.state = stateFolder(config.stateDir, env);
    const isFree = config.allowUnrestrictedFileAccess;
    const folder = config.answers === 'playwright' ? '.playwright-mcp' : '.sensorium';
    this.files = new Files(config.outputDir, join(this.state, 'output'), isFree, folder);
    const captureLimits = { maxBytes: config.captureMb * 1024 * 1024, maxAgeMs: WEEK_MS };
    this.captures = new Captures(join(this.state, 'captures'), captureLimits, options.log);
    this.store = new Lazy(
      () => this.#makeStore(),
      (store) => store.close(),
    );
    this.wire = new Lazy(
      () => this.#makeWire(),
      (engine) => engine.close(),
    );
    this.screen = new Lazy(
      () => makeScreen(this),
      (screen) => screen.close(),
    );
    this.browser = new Lazy(
      () => makeBrowser(this),
      async ({ engine, lifetime }) => {
        lifetime.end();
        await engine.close();
      },
    );
    this.telemetry = new Lazy(
      () => makeTelemetryDeps(this),
      (deps) => deps.close(),
    );
    this.pool = new Lazy(
      () => makePool(this),
      (pool) => pool.closeAll(),
    );
  }

  /** The profile, ready to be served. One for all its clients. */
  host(profile: Profile): Host {
    const known = this.#hosts.get(profile.command);
    if (known) return known;
    const { config, clock, log, redactor } = this.options;
    this.keepsRecord ||= profile.takes.includes('store');
    const catalog = makeCatalog(profile, config, wireToolsets(this, profile));
    const hasBrowser = catalog.tools.has('browser_snapshot');
    const host = new Host({
      identity: {
        ...profile.identity,
        version: VERSION,
        icons: [ICON],
        instructions: hasBrowser ? withLegend(profile.instructions, config, catalog) : profile.instructions,
      },
      catalog,
      failure: hasBrowser && config.answers === 'playwright' ? 'playwright' : profile.failure,
      callTimeoutMs: this.#callTimeout(profile) * 1000,
      clock,
      log,
      redactor,
      rateLimit: new RateLimit(config.rateLimit, clock),
      queue: new TargetQueue(),
      journal: this.journal,
      sink: this.sink,
      spill: (caller, tool, mimeType, bytes) => {
        const ending =
          { 'application/json': 'json', 'image/png': 'png', 'image/jpeg': 'jpg' }[mimeType] ?? 'txt';
        return this.files.write(caller, `${tool}.${ending}`, bytes);
      },
      sessionEnded: async (session) => this.pool.value?.release(session),
    });
    this.#hosts.set(profile.command, host);
    return host;
  }

  /** In the app one config serves all profiles: a profile's own default holds unless a limit was given. */
  #callTimeout(profile: Profile): number {
    const { config, given } = this.options;
    return given.has('callTimeout')
      ? config.callTimeout
      : (profile.defaults?.callTimeout ?? config.callTimeout);
  }

  /** What runs, what was hidden, what was called: for GET /health and the app. */
  health(): Record<string, unknown> {
    const { redactor } = this.options;
    return {
      status: 'ok',
      version: VERSION,
      pid: process.pid,
      uptimeSeconds: Math.round((performance.now() - this.#started) / 1000),
      memoryMb: Math.round(process.memoryUsage.rss() / 1024 / 1024),
      sessions: this.sessions(),
      calls: this.journal.totals(),
      redacted: redactor.counts(),
      ...(this.browser.value ? { contexts: this.browser.value.engine.listContexts() } : {}),
      ...(this.pool.value ? { instances: this.pool.value.stats() } : {}),
      ...(this.wire.value ? { wire: this.wire.value.stats() } : {}),
    };
  }

  /** The clients of all profiles. */
  sessions() {
    return [...this.#hosts].flatMap(([profile, host]) =>
      host.sessions().map((session) => ({ profile, ...session })),
    );
  }

  async close(): Promise<void> {
    await Promise.all([...this.#hosts.values()].map((host) => host.close()));
    await this.telemetry.close();
    // The engines first: what they still see when they end belongs to the record.
    await Promise.all([this.wire.close(), this.pool.close(), this.browser.close(), this.screen.close()]);
    this.captures.close();
    await this.store.close();
  }

  async #makeStore(): Promise<Store> {
    const { config, clock, log } = this.options;
    const { openStore } = await import('../store/store.ts');
    const store = openStore({
      ...{ url: config.store, folder: this.state, clock, log },
      retention: retentionOf(config),
      bodyLimit: config.bodyKb * 1024,
    });
    await store.open();
    return store;
  }

  async #makeWire(): Promise<WireEngine> {
    const { config, clock, log, logsToStdout } = this.options;
    const [{ WireEngine }, { descriptorWriter }] = await Promise.all([
      import('../engines/wire/wire-engine.ts'),
      import('../engines/wire/log/descriptor-writer.ts'),
    ]);
    return new WireEngine({
      clock,
      log,
      sink: this.sink,
      ...(logsToStdout ? { stdout: descriptorWriter(STDOUT) } : {}),
      flushMillis: config.flushMillis,
      filenameFormat: config.filenameFormat,
      onOverload: config.onOverload,
    });
  }
}

/** How to read lean answers, said once; only of tools that are there. */
function withLegend(instructions: string, config: Config, catalog: Catalog): string {
  if (config.answers !== 'lean') return instructions;
  const legend = catalog.tools.has('browser_find')
    ? LEAN_LEGEND
    : LEAN_LEGEND.replace(/, browser_find [^.]*/, '');
  return `${instructions} ${legend}`;
}
