import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fault } from '../../kernel/fault.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** A program that takes a PNG: on its input, or as a file that stands in its arguments. */
interface Copier {
  readonly command: string;
  readonly args: (file: string) => readonly string[];
  readonly readsFile: boolean;
}

const WAYLAND: Copier = { command: 'wl-copy', args: () => ['--type', 'image/png'], readsFile: false };
const X11: Copier = {
  command: 'xclip',
  args: () => ['-selection', 'clipboard', '-target', 'image/png', '-in'],
  readsFile: false,
};
const MAC: Copier = {
  command: 'osascript',
  args: (file) => ['-e', `set the clipboard to (read (POSIX file ${JSON.stringify(file)}) as «class PNGf»)`],
  readsFile: true,
};
const WINDOWS: Copier = {
  command: 'powershell.exe',
  args: (file) => {
    const picture = `[System.Drawing.Image]::FromFile('${file.replaceAll("'", "''")}')`;
    const load = 'Add-Type -AssemblyName System.Windows.Forms,System.Drawing';
    const copy = `${load}; [System.Windows.Forms.Clipboard]::SetImage(${picture})`;
    return ['-NoProfile', '-STA', '-Command', copy];
  },
  readsFile: true,
};

function copiers(env: Environment, platform: NodeJS.Platform): Copier[] {
  if (platform === 'darwin') return [MAC];
  if (platform === 'win32') return [WINDOWS];
  return [...(env.WAYLAND_DISPLAY ? [WAYLAND] : []), ...(env.DISPLAY ? [X11] : [])];
}

/** Puts a PNG on the clipboard of the session, through the program that the system has for it. */
export async function copyToClipboard(
  png: Uint8Array,
  env: Environment,
  platform: NodeJS.Platform = process.platform,
): Promise<void> {
  const usable = copiers(env, platform);
  let why = usable.length === 0 ? 'there is no display' : '';
  for (const copier of usable) {
    const problem = await run(copier, png, env);
    if (problem === undefined) return;
    why = problem;
  }
  throw fault('CLIPBOARD_UNAVAILABLE', { why });
}

/** Undefined when it worked. */
async function run(copier: Copier, png: Uint8Array, env: Environment): Promise<string | undefined> {
  const folder = copier.readsFile ? await mkdtemp(join(tmpdir(), 'sensorium-')) : '';
  const file = join(folder, 'picture.png');
  try {
    if (copier.readsFile) await writeFile(file, png);
    // They stay in the background to hand the picture out; nothing of ours may be tied to them.
    const child = spawn(copier.command, copier.args(file), {
      env: { ...env },
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    child.stdin.on('error', () => {}); // how it ended says more
    child.stdin.end(copier.readsFile ? undefined : png);
    const [code] = await once(child, 'exit');
    return code === 0 ? undefined : `${copier.command} ended with ${code}`;
  } catch (cause) {
    return `${copier.command} did not start (${(cause as NodeJS.ErrnoException).code ?? cause})`;
  } finally {
    if (copier.readsFile) await rm(folder, { recursive: true, force: true });
  }
}
