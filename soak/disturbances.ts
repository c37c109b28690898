/** What happens to servers while agents work: in an order and at moments that follow from the seed. */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PostgresCluster } from '../test/kit/postgres.ts';
import type { Ledger } from './ledger.ts';
import type { Disk } from './place.ts';
import type { Random } from './random.ts';
import type { Server } from './servers.ts';

interface Stage {
  readonly servers: readonly Server[];
  readonly disk: Disk;
  readonly cluster: PostgresCluster;
  readonly random: Random;
  readonly ledger: Ledger;
}

type Disturbance = (stage: Stage, signal: AbortSignal) => Promise<boolean>;

/** Each says whether it could be done. */
const DISTURBANCES: Readonly<Record<string, Disturbance>> = {
  'kill -9 of a browser': async (stage) => killChild(stage, (words) => !words.includes('--type=')),
  'kill -9 of a renderer': async (stage) => killChild(stage, (words) => words.includes('--type=renderer')),
  'kill -9 of a server': async ({ servers, random }) => {
    await random.of(servers.filter(({ plan }) => plan.isKilled)).kill();
    return true;
  },
  'full disk, 10 s': async ({ disk }, signal) => {
    if (!disk.isSmall) return false;
    await disk.fill();
    await pause(10_000, signal);
    await disk.free();
    return true;
  },
  'clock jumps': async ({ servers, random }, signal) => {
    const clocks = servers.flatMap(({ clock }) => (clock ? [clock] : []));
    if (clocks.length === 0) return false;
    const clock = random.of(clocks);
    await clock.move(random.of([-86_400, -3600, -5, 5, 3600, 86_400]));
    await pause(10_000, signal);
    await clock.move(0);
    return true;
  },
  'a page eats all memory': async ({ servers, random }) => {
    const limited = servers.filter(({ memory }) => memory);
    if (limited.length === 0) return false;
    random.of(limited).isHungry = true;
    return true;
  },
  'PostgreSQL away, 5 s': async ({ cluster }, signal) => {
    await cluster.pause();
    await pause(5000, signal);
    await cluster.resume();
    return true;
  },
};

/** Goes on until the signal; what it has begun it brings to its end. */
export async function disturb(stage: Stage, signal: AbortSignal): Promise<void> {
  const { random, ledger } = stage;
  while (!signal.aborted) {
    await pause(random.between(5, 15) * 1000, signal);
    if (signal.aborted) return;
    const name = random.of(Object.keys(DISTURBANCES));
    try {
      if (await DISTURBANCES[name]?.(stage, signal)) ledger.disturbed(name);
    } catch (error) {
      ledger.problem(`${name}: ${String(error)}`);
    }
  }
}

function killChild({ servers, random }: Stage, fits: (words: string) => boolean): boolean {
  const children = servers
    .flatMap((server) => server.children())
    .filter((pid) => {
      const words = commandOf(pid);
      return /chrom/i.test(words) && !words.includes('crashpad') && fits(words);
    });
  if (children.length === 0) return false;
  try {
    process.kill(random.of(children), 'SIGKILL');
    return true;
  } catch {
    return false; // it ended while we chose
  }
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

async function pause(millis: number, signal: AbortSignal): Promise<void> {
  await sleep(millis, undefined, { signal }).catch(() => {});
}
