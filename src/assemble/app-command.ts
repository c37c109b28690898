import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { appAddress } from '../config/folders.ts';
import { flagOf } from '../config/option.ts';
import { asFault, fault } from '../kernel/fault.ts';
import { VERSION } from '../kernel/version.ts';
import { fotos } from '../profiles/fotos.ts';
import { gasoline } from '../profiles/gasoline.ts';
import { moonsurf } from '../profiles/moonsurf.ts';
import { sensorium } from '../profiles/sensorium.ts';
import { viewpoint } from '../profiles/viewpoint.ts';
import { serviceFactory } from '../transport/connection.ts';
import { bannerText } from './app-banner.ts';
import { writableFolder } from './app-folder.ts';
import { keptKey } from './app-key.ts';
import { claimAddress } from './app-lock.ts';
import { AppSocket, type AppSocketOptions } from './app-socket.ts';
import type { Assembly } from './assembly.ts';
import { sharedSettings } from './bridge-command.ts';
import { startLine } from './client-snippets.ts';
import type { Running } from './run-command.ts';
import { stopped } from './serve-command.ts';
import { type ServedHttp, serveHttp } from './serve-http.ts';

/** All commands that speak over stdio. RawProx does not: its standard output is its log. */
const PROFILES = [sensorium, viewpoint, moonsurf, gasoline, fotos];
/** Whatever hangs while the app closes does not hang for ever. */
const CLOSE_MS = 4500;

/** The long-lived process: one assembly for every profile, over HTTP and over the local socket. */
export async function appCommand({ config, assembly, stop }: Running): Promise<void> {
  // Names of tools that do not exist are told before anything is made.
  assembly.host(sensorium);
  await writableFolder(assembly.state);
  const address = appAddress(config.stateDir, assembly.options.env);
  const lock = await claimAddress(address);
  try {
    const key = config.apiKey ?? (await keptKey(assembly.state));
    const http = await serveHttp(assembly, sensorium, config.port ?? 0, key);
    try {
      const socket = await listen(assembly, address, http);
      sayReady(http, address, config.stateDir);
      await stopped(stop);
      setTimeout(() => process.exit(0), CLOSE_MS).unref();
      await socket.close();
    } finally {
      await http.close();
    }
  } finally {
    await lock.release();
  }
}

async function listen(assembly: Assembly, address: string, http: ServedHttp): Promise<AppSocket> {
  const self = { version: VERSION, pid: process.pid, endpoint: http.url };
  const { log } = assembly.options;
  try {
    return await AppSocket.listen({ address, log, self, admit: admitTo(assembly) });
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    // Only where the address itself is the lock can somebody have been quicker.
    if (code === 'EADDRINUSE') throw fault('APP_RUNS_ALREADY', { pid: 0, endpoint: address }, cause);
    throw fault('FOLDER_NOT_WRITABLE', { path: address, why: code ?? 'unknown' }, cause);
  }
}

/** The app stands in for a command only if it would do all that the command was told. */
function admitTo(assembly: Assembly): AppSocketOptions['admit'] {
  const { config, log } = assembly.options;
  return (greeting) => {
    if (greeting.version !== VERSION)
      return { refusal: `the app has version ${VERSION}, the command ${greeting.version}` };
    const profile = PROFILES.find(({ command }) => command === greeting.profile);
    if (!profile) return { refusal: `it knows no command "${greeting.profile}"` };
    const mine: Record<string, unknown> = sharedSettings(
      config,
      Object.keys(config) as (keyof typeof config)[],
    );
    const other = Object.entries(greeting.settings).filter(
      ([key, value]) => !isDeepStrictEqual(mine[key], value),
    );
    if (other.length > 0)
      return { refusal: `the app runs with another ${other.map(([key]) => flagOf(key)).join(', ')}` };
    try {
      return { factory: serviceFactory(assembly.host(profile), log) };
    } catch (thrown) {
      return { refusal: asFault(thrown).message.replace(/\.$/, '') };
    }
  };
}

function sayReady(http: ServedHttp, address: string, stateDir: string | undefined): void {
  const { stdout } = process;
  // Whoever started us may have stopped listening; that ends nothing.
  stdout.on('error', () => {});
  stdout.write(
    bannerText({
      url: http.url,
      key: http.key,
      command: startLine({
        node: process.execPath,
        script: resolve(process.argv[1] ?? ''),
        stateDir: stateDir && resolve(stateDir),
      }),
      pid: process.pid,
      socket: address,
      hasColour: stdout.isTTY === true && !process.env.NO_COLOR,
    }),
  );
}
