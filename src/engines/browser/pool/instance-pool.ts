import { join } from 'node:path';
import { fault } from '../../../kernel/fault.ts';
import { newId } from '../../../kernel/ids.ts';
import type { Log } from '../../../kernel/log.ts';
import type { BrowserEngine } from '../browser-engine.ts';
import type { ContextOptions } from '../context/context-options.ts';
import type { Driver } from '../drivers/driver.ts';
import { Admission } from './admission.ts';
import { type DriverSettings, driverFor } from './driver-for.ts';
import { Instance, type InstanceEvent, type InstanceInfo, type Lessee } from './instance.ts';
import type { InstanceSpec } from './instance-spec.ts';
import { memoryOf } from './process-memory.ts';
import { type Spare, Spares } from './spares.ts';

export interface PoolLimits {
  readonly maxInstances: number;
  /** Megabytes of all browsers together; 0: no limit. */
  readonly maxMemory: number;
  /** How many calls may wait for a browser. */
  readonly maxWaiting: number;
  /** How long they wait, in milliseconds. */
  readonly waitMs: number;
  /** Milliseconds without a call; 0: never closed for that. */
  readonly idleMs: number;
  readonly warm: number;
}

export interface EngineRequest {
  readonly driver: Driver;
  readonly instance: string;
  readonly outputDir: string;
  readonly context: ContextOptions;
  /** Who alone will use it, as far as that is known. */
  readonly session?: string | undefined;
}

export interface PoolOptions {
  readonly limits: PoolLimits;
  readonly drivers: DriverSettings;
  readonly log: Log;
  /** Each instance has its downloads in a folder of its own below it. */
  readonly outputDir: string;
  makeEngine(request: EngineRequest): Promise<BrowserEngine>;
}

/** What one more browser is expected to need before any has been measured, in megabytes. */
const EXPECTED_MB = 200;

/** Many browsers within limits, each leased to the session that opened it. */
export class InstancePool {
  readonly #options: PoolOptions;
  readonly #instances = new Map<string, Instance>();
  readonly #places = new Map<Instance, () => void>();
  /** The instance that each session means when it names none. */
  readonly #current = new Map<string, string>();
  readonly #admission: Admission;
  readonly #spares: Spares;
  readonly #counts = { launches: 0, launchesFailed: 0, crashes: 0, launchSeconds: 0 };
  #isClosed = false;

  constructor(options: PoolOptions) {
    const { limits, log } = options;
    this.#options = options;
    this.#admission = new Admission({
      most: limits.maxInstances,
      mostMemory: limits.maxMemory,
      mostWaiting: limits.maxWaiting,
      waitMs: limits.waitMs,
      memory: () => this.#memory(),
    });
    this.#spares = new Spares({
      count: limits.warm,
      room: () => limits.maxInstances - this.#admission.taken,
      make: () => this.#prepare({}),
      log,
    });
    if (limits.warm > 0) void this.#spares.fill();
  }

  warm(): Promise<void> {
    return this.#spares.fill();
  }

  async open(spec: InstanceSpec, lessee: Lessee, signal?: AbortSignal): Promise<Instance> {
    if (this.#isClosed) throw fault('SHUTTING_DOWN');
    const give = await this.#admission.enter(signal);
    let instance: Instance | undefined;
    try {
      const made = this.#spares.take(spec) ?? (await this.#prepare(spec, lessee.session));
      instance = this.#make(spec, made);
      this.#places.set(instance, give);
      instance.holders.set(lessee.session, lessee);
      this.#instances.set(instance.id, instance);
      await this.#launch(instance);
      if (signal?.aborted || this.#isClosed) throw signal?.reason ?? fault('SHUTTING_DOWN');
      this.#current.set(lessee.session, instance.id);
      return instance;
    } catch (thrown) {
      if (instance) await this.#end(instance);
      else give();
      throw thrown;
    } finally {
      void this.#spares.fill();
    }
  }

  /** The instance that a session means when it names none: the last that it opened or activated. */
  currentOf(session: string): string | undefined {
    return this.#current.get(session);
  }

  /** Undefined: none, so that another browser is meant. */
  setCurrent(session: string, id: string | undefined): void {
    if (id === undefined) this.#current.delete(session);
    else this.#current.set(session, id);
  }

  /** The instance that a call means, by id or name; without one the session's current one, else its newest. */
  find(id: string | undefined, lessee: Lessee): Instance {
    const seen = this.seenBy(lessee.session);
    const named = id ?? this.#current.get(lessee.session);
    const found =
      seen.find((one) => one.id === named) ??
      newest(id === undefined ? seen : seen.filter(({ name }) => name === id), lessee.session);
    if (!found) throw fault('NO_INSTANCE', { id, ids: seen.map((one) => one.id) });
    // A shared one is kept for everybody who has used it.
    if (!found.holders.has(lessee.session)) found.holders.set(lessee.session, lessee);
    return found;
  }

  /** All that a session may see: its own, and those that are shared. Who only looks holds nothing by it. */
  list(session: string): readonly InstanceInfo[] {
    return this.seenBy(session).map((instance) => instance.info());
  }

  seenBy(session: string): readonly Instance[] {
    return [...this.#instances.values()].filter(
      (instance) => instance.isShared || instance.holders.has(session),
    );
  }

  async close(id: string, lessee: Lessee): Promise<void> {
    await this.#end(this.find(id, lessee));
    void this.#spares.fill();
  }

  /** Starts the browser of a crashed instance again, with its contexts as they were last saved. */
  async restart(id: string, lessee: Lessee, signal?: AbortSignal): Promise<Instance> {
    const instance = this.find(id, lessee);
    if (instance.state !== 'crashed') return instance;
    const give = await this.#admission.enter(signal);
    if (instance.state !== 'crashed') give();
    else {
      this.#places.set(instance, give);
      try {
        await this.#launch(instance);
      } catch (thrown) {
        await this.#end(instance);
        throw thrown;
      }
      this.#tell(instance, 'restarted', 'The browser runs again.');
    }
    return instance;
  }

  /** The session has ended: what nobody else holds is closed. */
  async release(session: string): Promise<void> {
    this.#current.delete(session);
    const held = [...this.#instances.values()].filter((instance) => instance.holders.delete(session));
    await Promise.all(held.filter(({ holders }) => holders.size === 0).map((one) => this.#end(one)));
    if (held.length > 0) void this.#spares.fill();
  }

  /** `launchSeconds` is how long all of the `launches` took together. */
  stats() {
    return {
      ...this.#counts,
      instances: [...this.#instances.values()].map((instance) => instance.info()),
      waiting: this.#admission.waiting,
      refused: this.#admission.refused,
      spares: this.#spares.ready,
    };
  }

  /** Megabytes of each instance whose process is known, and of all spares. */
  async memory(): Promise<{ readonly instances: ReadonlyMap<string, number>; readonly spares: number }> {
    const alive = [...this.#instances.values()].filter(({ pid }) => pid !== undefined);
    const sizes = await memoryOf([...alive.map(({ pid }) => pid!), ...this.#spares.pids]);
    return {
      instances: new Map(alive.map((instance) => [instance.id, sizes.get(instance.pid ?? -1) ?? 0])),
      spares: this.#spares.pids.reduce((sum, pid) => sum + (sizes.get(pid) ?? 0), 0),
    };
  }

  async closeAll(): Promise<void> {
    this.#isClosed = true;
    const all = [...this.#instances.values()];
    await Promise.all([this.#spares.close(), ...all.map((instance) => this.#end(instance))]);
  }

  /** An engine with the driver that the wishes lead to. Nothing is started yet. */
  async #prepare(spec: InstanceSpec, session?: string): Promise<Spare> {
    const { outputDir, makeEngine, drivers } = this.#options;
    const prepared = await driverFor(spec, drivers);
    const id = newId('inst');
    const proxy = spec.proxy === undefined ? {} : { proxy: { server: spec.proxy } };
    const engine = await makeEngine({
      driver: prepared.driver,
      instance: id,
      outputDir: join(outputDir, id),
      context: { ...spec.context, ...proxy },
      session: spec.isShared ? undefined : session,
    });
    return { id, prepared, engine };
  }

  #make({ name, isShared = false }: InstanceSpec, made: Spare): Instance {
    return new Instance({
      ...made,
      name,
      isShared,
      idleMs: this.#options.limits.idleMs,
      crashed: (instance) => this.#crashed(instance),
      stopped: (instance) => void this.#end(instance),
      idle: (instance) => this.#idle(instance),
    });
  }

  async #launch(instance: Instance): Promise<void> {
    const start = performance.now();
    this.#counts.launches++;
    try {
      await instance.start();
    } catch (thrown) {
      this.#counts.launchesFailed++;
      throw thrown;
    } finally {
      this.#counts.launchSeconds += (performance.now() - start) / 1000;
    }
  }

  #crashed(instance: Instance): void {
    this.#counts.crashes++;
    this.#give(instance);
    this.#options.log.warning('the browser of an instance is gone', { instance: instance.id });
    this.#tell(instance, 'crashed', 'The browser crashed or was killed. The instance can be started again.');
    void this.#spares.fill();
  }

  #idle(instance: Instance): void {
    this.#tell(instance, 'closed-idle', 'The browser was closed because nobody used it.');
    void this.#end(instance);
  }

  #tell(instance: Instance, kind: InstanceEvent['kind'], message: string): void {
    for (const holder of instance.holders.values()) holder.tell?.({ kind, instance: instance.id, message });
  }

  async #end(instance: Instance): Promise<void> {
    this.#instances.delete(instance.id);
    for (const [session, id] of this.#current) if (id === instance.id) this.#current.delete(session);
    try {
      await instance.close();
    } finally {
      this.#give(instance);
    }
  }

  #give(instance: Instance): void {
    this.#places.get(instance)?.();
    this.#places.delete(instance);
  }

  async #memory() {
    const { instances, spares } = await this.memory();
    const used = [...instances.values()].reduce((sum, mb) => sum + mb, 0);
    const each = instances.size > 0 ? used / instances.size : EXPECTED_MB;
    return { used: used + spares, count: instances.size, each };
  }
}

/** The latest, one's own before a shared one: nobody puts another's in its place by sharing one of the same name. */
function newest(instances: readonly Instance[], session: string): Instance | undefined {
  const own = instances.filter(({ holders }) => holders.has(session));
  return (own.length > 0 ? own : instances).at(-1);
}
