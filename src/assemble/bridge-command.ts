import { resolve } from 'node:path';
import { type Duplex, duplexPair } from 'node:stream';
import { appAddress } from '../config/folders.ts';
import type { OptionKey } from '../config/options.ts';
import { type Fault, fault } from '../kernel/fault.ts';
import type { Service } from '../session/service.ts';
import { Bridge } from './bridge.ts';
import { reachApp } from './bridge-connect.ts';
import { Link } from './bridge-link.ts';
import { withoutApp } from './bridge-unavailable.ts';
import type { Running } from './run-command.ts';

/** The app, or why there is none for this command. */
export type FoundApp = { readonly link: Link } | { readonly missing: Fault };

/** Looks for the app; nothing is created. */
export async function findApp({ profile, config, given, assembly }: Running): Promise<FoundApp> {
  const reached = await reachApp(appAddress(config.stateDir, assembly.options.env), {
    profile: profile.command,
    cwd: process.cwd(),
    settings: sharedSettings(config, given),
  });
  if (!reached) return { missing: fault('APP_UNAVAILABLE', { product: profile.identity.title }) };
  const { socket, answer } = reached;
  if (answer.ok) return { link: new Link('app', socket) };
  socket.destroy();
  return { missing: fault('APP_REFUSED', { why: answer.error ?? 'it does not say why', pid: answer.pid }) };
}

/** Serves the client on stdin and stdout through the app; without it, as --bridge or its absence says. */
export async function bridgeCommand(running: Running, found: FoundApp): Promise<void> {
  const { profile, config, assembly, stop } = running;
  const { log } = assembly.options;
  let missing: Fault | undefined;
  const open = async (current: Link | undefined): Promise<Link> => {
    const app = await findApp(running);
    if ('link' in app) return app.link;
    missing = app.missing;
    if (!config.bridge) {
      log.warning('works alone from here on', { why: missing.message });
      return new Link('here', await serveHere(running, assembly.host(profile)));
    }
    const standIn = withoutApp(assembly.host(profile), () => missing ?? app.missing);
    return current ?? new Link('nobody', await serveHere(running, standIn));
  };
  const first = 'link' in found ? found.link : undefined;
  await new Bridge({ input: process.stdin, output: process.stdout, log, first, open }).run(stop);
}

/** A server in this process, on a pipe that looks like the app's socket. */
async function serveHere({ assembly }: Running, service: Service): Promise<Duplex> {
  const [{ serveStdioConnection }, { serviceFactory }] = await Promise.all([
    import('../transport/stdio.ts'),
    import('../transport/connection.ts'),
  ]);
  const { log } = assembly.options;
  const [near, far] = duplexPair();
  const connection = serveStdioConnection({
    factory: serviceFactory(service, log),
    input: far,
    output: far,
    log,
    cwd: process.cwd(),
  });
  void connection.closed.then(() => far.end());
  return near;
}

/** Settings that concern only the process that was started, wherever the work is done. */
const OWN: ReadonlySet<OptionKey> = new Set<OptionKey>([
  'bridge',
  'standalone',
  'stateDir',
  'config',
  'logLevel',
  'logFile',
  'json',
  'port',
  'host',
  'apiKey',
  'allowedHosts',
  'allowedOrigins',
  'publicUrl',
  'sessionIdle',
]);
const PATHS: ReadonlySet<OptionKey> = new Set<OptionKey>(['outputDir', 'redactPatterns', 'logDirectory']);

/** What was set and matters where the work is done, in a form that can be compared. */
export function sharedSettings(
  config: Running['config'],
  keys: Iterable<OptionKey>,
): Record<string, unknown> {
  const shared = [...keys].filter((key) => !OWN.has(key) && config[key] !== undefined);
  return Object.fromEntries(
    shared.map((key) => [key, PATHS.has(key) ? resolve(String(config[key])) : config[key]]),
  );
}
