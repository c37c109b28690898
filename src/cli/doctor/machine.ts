import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import type { DoctorParts, RunningApp } from '../../assemble/command-parts.ts';
import type { Environment } from '../../config/load.ts';
import { folderProblem } from '../../config/writable-folder.ts';
import { VERSION } from '../../kernel/version.ts';
import type { Check } from './check.ts';

const MINIMUM_NODE = [22, 18] as const;

export function checkNode(version: string): Check {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isEnough = major > MINIMUM_NODE[0] || (major === MINIMUM_NODE[0] && minor >= MINIMUM_NODE[1]);
  if (isEnough) return { what: 'Node', status: 'ok', found: version };
  const advice = `Install Node ${MINIMUM_NODE.join('.')} or newer.`;
  return { what: 'Node', status: 'fail', found: version, advice };
}

export async function checkBrowser(
  env: Environment,
  { findBrowser }: Pick<DoctorParts, 'findBrowser'>,
): Promise<Check> {
  const what = 'Browser';
  const browser = await findBrowser({ env, withVersion: true });
  if (browser) {
    const found = `${browser.kind} ${browser.version ?? '(its version is not known)'} at ${browser.path}`;
    return { what, status: 'ok', found };
  }
  const set = env.SENSORIUM_BROWSER;
  return {
    what,
    status: 'fail',
    found: set ? `SENSORIUM_BROWSER names ${set}, which is no program` : 'none was found',
    advice: set
      ? 'Correct it, or unset it.'
      : 'Install Chrome, Edge or Chromium, or name one with SENSORIUM_BROWSER.',
  };
}

export function checkDisplay(env: Environment, platform: NodeJS.Platform): Check {
  const what = 'Display';
  if (platform === 'win32' || platform === 'darwin') return { what, status: 'ok', found: "the system's own" };
  const names = ['WAYLAND_DISPLAY', 'DISPLAY'].filter((name) => env[name]);
  if (names.length > 0)
    return { what, status: 'ok', found: names.map((name) => `${name}=${env[name]}`).join(', ') };
  return {
    what,
    status: 'warning',
    found: 'none (neither DISPLAY nor WAYLAND_DISPLAY is set)',
    advice: 'Browsers run without a window. To see windows and the screen, start inside a desktop session.',
  };
}

export async function checkStateFolder(path: string): Promise<Check> {
  const what = 'State folder';
  const problem = await folderProblem(path);
  if (problem === undefined)
    return { what, status: 'ok', found: existsSync(path) ? path : `${path} (will be made)` };
  const advice = 'Make it writable, or name another with --state-dir.';
  return { what, status: 'fail', found: `${path} cannot be written (${problem})`, advice };
}

export async function checkPort(port: number, app: RunningApp): Promise<Check> {
  const what = `Port ${port}`;
  if (app && URL.parse(app.endpoint)?.port === String(port))
    return { what, status: 'ok', found: 'the app listens on it' };
  const problem = await listenProblem(port);
  if (problem === undefined) return { what, status: 'ok', found: 'free' };
  return {
    what,
    status: 'warning',
    found: problem === 'EADDRINUSE' ? 'another program listens on it' : `cannot be opened (${problem})`,
    advice: 'Start the app with another --port; 0 lets the system choose.',
  };
}

function listenProblem(port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (cause: NodeJS.ErrnoException) => resolve(cause.code ?? cause.message));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}

export function checkApp(app: RunningApp): Check {
  const what = 'App';
  if (!app) return { what, status: 'ok', found: 'does not run; every command works alone' };
  const found = `runs: process ${app.pid}, version ${app.version}, ${app.endpoint}`;
  if (app.version === VERSION) return { what, status: 'ok', found };
  const advice = `This command has version ${VERSION} and works alone; restart the app with that version.`;
  return { what, status: 'warning', found, advice };
}
