import { type Assembly, assemble } from '../../assemble/assemble.ts';
import { whoNeedsKey } from '../../assemble/doors.ts';
import { helpText } from '../../config/help.ts';
import { type Loaded, loadConfig } from '../../config/load.ts';
import { type Config, options } from '../../config/options.ts';
import { asFault, type Fault } from '../../kernel/fault.ts';
import type { Log } from '../../kernel/log.ts';
import { VERSION } from '../../kernel/version.ts';
import type { Profile } from '../../profiles/profile.ts';
import { forceEndInTime } from './forced-end.ts';

/** What a command does once its settings are read. Resolves when its work is done and everything is closed. */
export type Work = (running: Running) => Promise<void>;

export interface Running {
  readonly profile: Profile;
  readonly config: Config;
  readonly given: Loaded['given'];
  readonly assembly: Assembly;
  /** Aborted by Ctrl-C, SIGTERM or a tool that asks for the end. */
  readonly stop: AbortSignal;
  /** To be called where the end comes from elsewhere: from here on it takes five seconds at most. */
  ending(): void;
}

interface CommandOptions {
  readonly argv?: readonly string[];
  readonly logsToStdout?: boolean;
  readonly keepsScreenshots?: boolean;
  /** RawProx prints help to STDERR, since STDOUT is its log. */
  readonly help?: NodeJS.WriteStream;
}

/** From the command line to the exit code: 0, 1 for what failed in the world, 2 for what was typed wrong. */
export async function runCommand(profile: Profile, work: Work, more: CommandOptions = {}): Promise<never> {
  // Whatever is written, by us, by Playwright or by a browser, is for the owner alone.
  process.umask(0o077);
  const stop = new AbortController();
  const ending = () => stop.abort();
  stop.signal.addEventListener('abort', () => forceEndInTime(profile.command));
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, ending);
  try {
    const argv = more.argv ?? process.argv.slice(2);
    const loaded = loadConfig({ ...profile, argv, env: process.env });
    if (loaded.help) return finish(await printed(more.help ?? process.stdout, commandHelp(profile)));
    if (loaded.version) return finish(await printed(process.stdout, `${VERSION}\n`));
    const { config, given } = loaded;
    hideSecretWords(profile.command, given);
    // Told at the start, also by commands that open their port later.
    whoNeedsKey(profile, config);
    const assembly = await assemble({
      config,
      given,
      env: process.env,
      keepsRecord: profile.takes.includes('store'),
      logsToStdout: more.logsToStdout,
      keepsScreenshots: more.keepsScreenshots,
      shutdown: ending,
    });
    surviveSurprises(assembly.log);
    const code = await work({ profile, config, given, assembly, stop: stop.signal, ending }).then(
      () => 0,
      (thrown) => sayFailure(profile, asFault(thrown)),
    );
    ending();
    await assembly.close();
    return finish(code);
  } catch (thrown) {
    return finish(await sayFailure(profile, asFault(thrown)));
  }
}

/** Every user of this machine can read with which words a program was started: a key among them is taken away. */
function hideSecretWords(command: string, given: Loaded['given']): void {
  const isShown = [...given].some(([key, source]) => source === undefined && options[key].secret);
  if (isShown) process.title = command;
}

/** What nobody expected is a fault of ours: it is said, and the calls of others go on. */
function surviveSurprises(log: Log): void {
  // Who read it is gone. To say so there would fail as well, and be said again, for ever.
  process.stderr.on('error', () => {});
  for (const name of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(name, (cause) => log.error('something failed that nobody looked at', { cause }));
}

export function commandHelp(profile: Profile): string {
  return helpText({
    ...profile,
    about: profile.identity.description,
    columns: Math.min(process.stdout.columns ?? 100, 110),
  });
}

/** Gives the exit code. */
async function sayFailure(profile: Profile, failed: Fault): Promise<number> {
  const cause =
    failed.code === 'INTERNAL' && failed.cause instanceof Error ? ` (${failed.cause.message})` : '';
  await printed(process.stderr, `${profile.command}: ${failed.message}${cause} ${failed.hint}\n`);
  return failed.kind === 'input' ? 2 : 1;
}

function printed(stream: NodeJS.WritableStream, words: string): Promise<0> {
  return new Promise((resolve) => stream.write(words, () => resolve(0)));
}

/** Ends here and now: nothing that a library left behind may keep the process alive. */
function finish(code: number): never {
  process.exit(code);
}
