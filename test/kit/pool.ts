/** A pool of real, headless browsers for tests. */
import { join } from 'node:path';
import { BrowserEngine } from '../../src/engines/browser/browser-engine.ts';
import { BrowserProcess, type EngineOptions } from '../../src/engines/browser/browser-process.ts';
import type { DevToolsDoor } from '../../src/engines/browser/pool/devtools-port.ts';
import type { DriverSettings } from '../../src/engines/browser/pool/driver-for.ts';
import type { InstanceEvent, Lessee } from '../../src/engines/browser/pool/instance.ts';
import { InstancePool, type PoolLimits } from '../../src/engines/browser/pool/instance-pool.ts';
import { PortRange } from '../../src/engines/browser/pool/port-range.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { silentLog } from '../../src/kernel/log.ts';
import { QUIET_ARGS } from './browser.ts';
import { type Cleanup, scratch } from './scratch.ts';

const LIMITS: PoolLimits = {
  maxInstances: 10,
  maxMemory: 0,
  maxWaiting: 10,
  waitMs: 20_000,
  idleMs: 0,
  warm: 0,
};

export interface TestPool {
  readonly pool: InstancePool;
  readonly folder: string;
}

export async function startPool(
  t: Cleanup,
  limits: Partial<PoolLimits> = {},
  drivers: Partial<DriverSettings> = {},
  engine: Partial<EngineOptions> = {},
): Promise<TestPool> {
  const folder = await scratch(t);
  const clock = systemClock();
  const pool = new InstancePool({
    limits: { ...LIMITS, ...limits },
    drivers: {
      log: silentLog,
      env: process.env,
      local: { headless: true, args: QUIET_ARGS },
      extensions: [],
      ...drivers,
    },
    log: silentLog,
    outputDir: join(folder, 'instances'),
    makeEngine: async (request) =>
      new BrowserEngine(new BrowserProcess({ ...request, clock, log: silentLog, ...engine })),
  });
  t.after(() => pool.closeAll());
  return { pool, folder };
}

/** DevTools ports that let everybody in under that name. */
export const devtoolsFor = (caller: string): DevToolsDoor => ({
  ports: new PortRange(20_000 + (process.pid % 20_000), 65_000),
  admit: async () => ({ caller }),
});

/** A session that keeps what it is told. */
export function lessee(session: string): Lessee & { readonly told: InstanceEvent[] } {
  const told: InstanceEvent[] = [];
  return { session, name: session, told, tell: (event) => void told.push(event) };
}
