import { resolve } from 'node:path';
import type { Assembly } from '../../assemble/assemble.ts';
import type { ServedHttp } from '../../assemble/serve-http.ts';
import type { Config } from '../../config/options.ts';
import { assertWritable } from '../../config/writable-folder.ts';
import { asFault, fault } from '../../kernel/fault.ts';
import type { Profile } from '../../profiles/profile.ts';
import { doorWords } from './door-words.ts';
import type { Running } from './run-command.ts';

/** MCP over HTTP when a port is set, else over stdio: through the app if it runs, else alone. */
export async function serveCommand(running: Running): Promise<void> {
  const { config, given } = running;
  if (config.bridge && config.standalone)
    throw fault('CONFLICTING_FLAGS', { one: '--bridge', other: '--standalone' });
  if (config.bridge && given.has('port'))
    throw fault('CONFLICTING_FLAGS', { one: '--bridge', other: '--port' });
  await assertNamedFolders(config);
  if (config.port !== undefined && !config.bridge) return serveOverHttp(running, config.port);
  if (config.standalone) return serveOverStdio(running);
  const app = await running.assembly.lookForApp(running.profile);
  if (!app.missing || config.bridge) return app.serve(running.stop);
  // A command that runs beside an app is worth a word; one without is the usual thing.
  if (app.missing.code === 'APP_REFUSED')
    running.assembly.log.warning('works alone', { why: app.missing.message });
  return serveOverStdio(running);
}

/** A folder that was named and cannot be used is told at the start; it is made by the first call that needs it. */
async function assertNamedFolders({ stateDir, outputDir, userDataDir, extension }: Config): Promise<void> {
  // With the extension the profile is the user's own, and only looked at.
  for (const named of [stateDir, outputDir, extension ? undefined : userDataDir]) {
    if (named === undefined) continue;
    await assertWritable(resolve(named));
  }
}

async function serveOverHttp({ config, assembly, profile, stop }: Running, port: number): Promise<void> {
  const checks = async () => (await import('../doctor/all-checks.ts')).allChecks({ config, assembly });
  const served = await assembly.serveHttp(profile, { port, checks });
  process.stderr.write(doorWords(profile.command, served));
  await stopped(stop);
  await served.close();
}

async function serveOverStdio({ assembly, profile, stop, ending }: Running): Promise<void> {
  const connection = await assembly.serveStdio(profile);
  // A start opens no port; the first call does.
  let beside: Promise<ServedHttp | undefined> | undefined;
  void assembly.journal.hasBegun.then(() => {
    beside = serveBeside(assembly, profile);
  });
  let door: Promise<ServedHttp | undefined> | undefined;
  if (profile.serves?.includes('extension'))
    void assembly.ownBrowserWanted.then(() => {
      door = letOwnBrowsersIn(assembly, profile);
    });
  const orphaned = parentGone();
  await Promise.race([connection.closed, stopped(stop), orphaned.promise]);
  ending();
  orphaned.end();
  await connection.close();
  await (await beside)?.close();
  await (await door)?.close();
}

/** A person's own browser comes in over a port, which nobody else needs here. */
async function letOwnBrowsersIn(assembly: Assembly, profile: Profile): Promise<ServedHttp | undefined> {
  const served = await assembly.letOwnBrowsersIn(profile);
  if (served) process.stderr.write(doorWords(profile.command, served));
  return served;
}

/** HTTP on the profile's own port, for clients that look for it there. Whoever came first has it. */
async function serveBeside(assembly: Assembly, profile: Profile): Promise<ServedHttp | undefined> {
  if (profile.besideStdio === undefined) return undefined;
  try {
    const served = await assembly.serveHttp(profile, { port: profile.besideStdio });
    process.stderr.write(doorWords(profile.command, served));
    return served;
  } catch (thrown) {
    assembly.log.info('serves stdio only', { port: profile.besideStdio, why: asFault(thrown).message });
    return undefined;
  }
}

/**
 * A client that dies behind a shell or npx may leave stdin open: then only the new parent tells. Where we began
 * without a parent of our own there is none to lose.
 */
function parentGone(): { promise: Promise<void>; end(): void } {
  const parent = process.ppid;
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setInterval(() => {
    if (process.ppid !== parent) resolve();
  }, 1000).unref();
  return { promise, end: () => clearInterval(timer) };
}

export const stopped = (stop: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (stop.aborted) resolve();
    else stop.addEventListener('abort', () => resolve(), { once: true });
  });
