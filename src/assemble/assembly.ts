import { join } from 'node:path';
import { stateFolder } from '../config/folders.ts';
import type { Environment, Loaded } from '../config/load.ts';
import type { Config } from '../config/options.ts';
import type { WireEngine } from '../engines/wire/wire-engine.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Sink } from '../kernel/evidence.ts';
import type { Log } from '../kernel/log.ts';
import type { Redactor } from '../kernel/redact.ts';
import { VERSION } from '../kernel/version.ts';
import type { Profile } from '../profiles/profile.ts';
import { Host } from '../session/host.ts';
import { Journal } from '../session/journal.ts';
import { Files } from '../session/output-folder.ts';
import { RateLimit } from '../session/rate-limit.ts';
import { TargetQueue } from '../session/target-queue.ts';
import type { Store } from '../store/store.ts';
import { Captures } from './captures.ts';
import { makeCatalog } from './catalog.ts';
import { ICON } from './icon.ts';
import { Lazy } from './lazy.ts';
import { wireToolsets } from './toolset-wiring.ts';

const WEEK_MS = 7 * 24 * 3_600_000;

export interface AssemblyOptions {
  readonly config: Config;
  /** What was set and is no default. */
  readonly given: Loaded['given'];
  readonly env: Environment;
  readonly clock: Clock;
  readonly log: Log;
  readonly redactor: Redactor;
  /** Where the wire engine may print records; absent where stdout carries the protocol. */
  readonly stdout?: { write(bytes: Uint8Array, done: (error?: Error | null) => void): unknown };
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
  readonly #hosts = new Map<string, Host>();
  readonly #started = performance.now();

  constructor(options: AssemblyOptions) {
    const { config, env } = options;
    this.options = options;
    this.state = stateFolder(config.stateDir, env);
    this.files = new Files(config.outputDir, join(this.state, 'output'));
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
  }

  /** The profile, ready to be served. One for all its clients. */
  host(profile: Profile): Host {
    const known = this.#hosts.get(profile.command);
    if (known) return known;
    const { config, clock, log, redactor } = this.options;
    const host = new Host({
      identity: {
        ...profile.identity,
        version: VERSION,
        icons: [ICON],
        instructions: profile.instructions,
      },
      catalog: makeCatalog(profile, config, wireToolsets(this)),
      failure: profile.failure,
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
      sessionEnded: async () => {},
    });
    this.#hosts.set(profile.command, host);
    return host;
  }

  /** Evidence goes to the record once a tool has asked for it; before that there is none to read it. */
  readonly sink: Sink = (evidence) => this.store.value?.sink(evidence);

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
      sessions: [...this.#hosts].flatMap(([profile, host]) =>
        host.sessions().map((session) => ({ profile, ...session })),
      ),
      calls: this.journal.totals(),
      redacted: redactor.counts(),
      ...(this.wire.value ? { wire: this.wire.value.stats() } : {}),
    };
  }

  async close(): Promise<void> {
    await Promise.all([...this.#hosts.values()].map((host) => host.close()));
    // The engines first: what they still see when they end belongs to the record.
    await this.wire.close();
    this.captures.close();
    await this.store.close();
  }

  async #makeStore(): Promise<Store> {
    const { config, clock, log } = this.options;
    const { openStore } = await import('../store/store.ts');
    const store = openStore({ url: config.store, folder: this.state, clock, log });
    await store.open();
    return store;
  }

  async #makeWire(): Promise<WireEngine> {
    const { config, clock, log, stdout } = this.options;
    const { WireEngine } = await import('../engines/wire/wire-engine.ts');
    return new WireEngine({
      clock,
      log,
      sink: this.sink,
      ...(stdout ? { stdout } : {}),
      flushMillis: config.flushMillis,
      filenameFormat: config.filenameFormat,
      onOverload: config.onOverload,
    });
  }
}
