import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';

type Environment = Readonly<Record<string, string | undefined>>;

/** How each system opens an address in the person's own browser. */
const OPENERS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Says whether something was started that opens it; where there is no desktop, nothing is. */
export async function openLink(
  url: string,
  env: Environment,
  platform: string = process.platform,
): Promise<boolean> {
  const [command, ...args] = OPENERS[platform] ?? ['xdg-open'];
  const child = spawn(command, [...args, url], { env: { ...env }, stdio: 'ignore', detached: true });
  try {
    await once(child, 'spawn');
    child.unref();
    return true;
  } catch {
    return false;
  }
}
