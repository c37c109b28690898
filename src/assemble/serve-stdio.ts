import { sharedSettings } from '../config/shown-settings.ts';
import type { Fault } from '../kernel/fault.ts';
import type { Log } from '../kernel/log.ts';
import type { Profile } from '../profiles/profile.ts';
import type { Service } from '../session/service.ts';
import type { StdioConnection } from '../transport/stdio.ts';
import type { Needs } from './parts.ts';

/** Serves the client on stdin and stdout in this process. */
export async function serveStdio(service: Service, log: Log): Promise<StdioConnection> {
  const [{ serveStdioConnection }, { serviceFactory }] = await Promise.all([
    import('../transport/stdio.ts'),
    import('../transport/connection.ts'),
  ]);
  const { stdin: input, stdout: output } = process;
  return serveStdioConnection({
    factory: serviceFactory(service, log),
    input,
    output,
    log,
    cwd: process.cwd(),
  });
}

export interface AppInReach {
  /** Why there is no app for this command, when there is none. */
  readonly missing: Fault | undefined;
  /** Serves the client on stdin and stdout through the app; without it, as --bridge or its absence says. */
  serve(stop: AbortSignal): Promise<void>;
}

type StdioNeeds = Needs<'config' | 'given' | 'log'> & {
  /** Where the app listens if it runs. */
  readonly address: string;
  service(): Service;
};

/** Looks for the app; nothing is created. */
export async function lookForApp(profile: Profile, needs: StdioNeeds): Promise<AppInReach> {
  const { config, given, log, address, service } = needs;
  const [{ findApp }, { serveBridged }] = await Promise.all([
    import('../transport/local/reach-app.ts'),
    import('../transport/local/serve-bridged.ts'),
  ]);
  const cwd = process.cwd();
  const settings = sharedSettings(config, given);
  const { command, identity } = profile;
  const find = () => findApp({ address, command, title: identity.title, cwd, settings });
  const found = await find();
  const { stdin: input, stdout: output } = process;
  return {
    missing: 'missing' in found ? found.missing : undefined,
    serve: (stop) =>
      serveBridged({ input, output, log, cwd, found, find, insists: config.bridge, service }, stop),
  };
}
