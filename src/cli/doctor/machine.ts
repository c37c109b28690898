import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import type { DoctorParts, RunningApp } from '../../assemble/command-parts.ts';
import type { Environment } from '../../config/load.ts';
import { folderProblem } from '../../config/writable-folder.ts';
import { Fault } from '../../kernel/fault.ts';
import { VERSION } from '../../kernel/version.ts';
import { type Check, fail, ok, warning } from './check.ts';

const MINIMUM_NODE = [22, 18] as const;

export function checkNode(version: string): Check {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isEnough = major > MINIMUM_NODE[0] || (major === MINIMUM_NODE[0] && minor >= MINIMUM_NODE[1]);
  if (isEnough) return ok('Node', version);
  return fail('Node', version, `Install Node ${MINIMUM_NODE.join('.')} or newer.`);
}

export async function checkBrowser(
  env: Environment,
  { findBrowser }: Pick<DoctorParts, 'findBrowser'>,
): Promise<Check> {
  const what = 'Browser';
  const browser = await findBrowser({ env, withVersion: true });
  if (browser)
    return ok(what, `${browser.kind} ${browser.version ?? '(its version is not known)'} at ${browser.path}`);
  const set = env.SENSORIUM_BROWSER;
  if (set)
    return fail(what, `SENSORIUM_BROWSER names ${set}, which is no program`, 'Correct it, or unset it.');
  const advice = 'Install Chrome, Edge or Chromium, or name one with SENSORIUM_BROWSER.';
  return fail(what, 'none was found', advice);
}

export function checkDisplay(env: Environment, platform: NodeJS.Platform): Check {
  const what = 'Display';
  if (platform === 'win32' || platform === 'darwin') return ok(what, "the system's own");
  const names = ['WAYLAND_DISPLAY', 'DISPLAY'].filter((name) => env[name]);
  if (names.length > 0) return ok(what, names.map((name) => `${name}=${env[name]}`).join(', '));
  const advice =
    'Browsers run without a window. To see windows and the screen, start inside a desktop session.';
  return warning(what, 'none (neither DISPLAY nor WAYLAND_DISPLAY is set)', advice);
}

export async function checkStateFolder(path: string): Promise<Check> {
  const what = 'State folder';
  const problem = await folderProblem(path);
  if (problem === undefined) return ok(what, existsSync(path) ? path : `${path} (will be made)`);
  const advice = 'Make it writable, or name another with --state-dir.';
  return fail(what, `${path} cannot be written (${problem})`, advice);
}

export async function checkPort(port: number, app: RunningApp): Promise<Check> {
  const what = `Port ${port}`;
  if (app && URL.parse(app.endpoint)?.port === String(port)) return ok(what, 'the app listens on it');
  const problem = await listenProblem(port);
  if (problem === undefined) return ok(what, 'free');
  const found = problem === 'EADDRINUSE' ? 'another program listens on it' : `cannot be opened (${problem})`;
  return warning(what, found, 'Start the app with another --port; 0 lets the system choose.');
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
  if (!app) return ok(what, 'does not run; every command works alone');
  const found = `runs: process ${app.pid}, version ${app.version}, ${app.endpoint}`;
  if (app.version === VERSION) return ok(what, found);
  const advice = `This command has version ${VERSION} and works alone; restart the app with that version.`;
  return warning(what, found, advice);
}

/** Reads an empty picture, so that what is missing shows here and not with the first screenshot. */
export async function checkOcr(
  settings: NonNullable<Parameters<DoctorParts['makeOcr']>[0]>,
  language: string,
  { installedLanguages, makeOcr }: Pick<DoctorParts, 'installedLanguages' | 'makeOcr'>,
): Promise<Check> {
  const what = 'Text in pictures';
  const languages = Object.entries(await installedLanguages(settings));
  const list = languages.map(([engine, codes]) => `${engine}: ${codes.join(', ') || 'none'}`).join('; ');
  const ocr = makeOcr(settings);
  try {
    const blank = { width: 8, height: 8, pixels: new Uint8Array(8 * 8 * 4).fill(255) };
    const { engine } = await ocr.read(blank, { language });
    return ok(what, `${engine} reads ${language} (languages of ${list})`);
  } catch (cause) {
    if (!(cause instanceof Fault)) throw cause;
    return warning(what, cause.message, cause.hint);
  } finally {
    await ocr.close();
  }
}
