import { sharedSettings } from '../config/shown-settings.ts';
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
  const factory = serviceFactory(service, log);
  return serveStdioConnection({ factory, input, output, log, cwd: process.cwd() });
}

type StdioNeeds = Needs<'config' | 'given' | 'log'> & {
  /** Where the app listens if it runs. */
  readonly address: string;
  service(): Service;
};

/** Looks for the app; nothing is created. */
export async function lookForApp(profile: Profile, needs: StdioNeeds) {
  const { config, given, log, address, service } = needs;
  const [{ findApp }, { serveBridged }] = await Promise.all([
    import('../transport/local/reach-app.ts'),
    import('../transport/local/serve-bridged.ts'),
  ]);
  const cwd = process.cwd();
  const settings = sharedSettings(config, given.keys());
  const { command, identity } = profile;
  const find = () => findApp(address, identity.title, { profile: command, cwd, settings });
  const found = await find();
  const { stdin: input, stdout: output } = process;
  return {
    /** Why there is no app for this command, when there is none. */
    missing: 'missing' in found ? found.missing : undefined,
    /** Serves the client on stdin and stdout through the app; without it, as --bridge or its absence says. */
    serve: (stop: AbortSignal) =>
      serveBridged({ input, output, log, cwd, found, find, insists: config.bridge, service }, stop),
  };
}
