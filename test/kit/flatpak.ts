/** Our Flatpak, built and installed for a test alone: with a runtime made of this machine's own libraries. */
import { execFile, execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { lacking } from './needs.ts';
import { descendants } from './process-tree.ts';
import { type Cleanup, scratch } from './scratch.ts';
import { root, ServerProcess, scratchEnvironment } from './start-server.ts';

const run = promisify(execFile);
const RUNTIME = 'org.sensorium.test.Platform';
const APP = 'io.github.charly.fotos';

/** What goes wrong where a program may not make a sandbox; false where it may. */
export function lackingSandbox(): string | false {
  const missing = lacking('flatpak', 'bwrap', 'ldd');
  if (missing) return missing;
  try {
    // As here: a sandbox inside of one, with what Flatpak keeps apart.
    const apart = ['--unshare-pid', '--unshare-ipc', '--unshare-net'];
    const inner = ['bwrap', ...apart, '--dev-bind', '/', '/', '--proc', '/proc', 'true'];
    const [program, args] = bwrap('--dev-bind', '/', '/', ...inner);
    execFileSync(program, args, { stdio: 'pipe' });
    return false;
  } catch (cause) {
    return `needs a kernel that lets a program make a sandbox: ${(cause as Error).message.trim()}`;
  }
}

/**
 * A command in a mount namespace whose root is our own: what a chroot shows is mounted, the namespace is entered at
 * its root, and that is exchanged for the mount. All of it is private before anything but an empty folder is mounted.
 */
const AT_OWN_ROOT = `mount -t tmpfs own /mnt && mount --make-private /mnt && mkdir /mnt/root &&
  mount --rbind / /mnt/root && exec nsenter --mount=/proc/self/ns/mnt sh -c 'mount --make-rprivate / &&
  cd /proc/self/fd/3 && pivot_root . mnt && umount -l mnt && exec env -C "$0" "$@"' "$PWD" "$@" 3< /mnt/root`;

/** The command for a sandbox. In a chroot it would find neither a root to leave nor the files that it is given. */
function bwrap(...args: readonly string[]): [program: string, args: readonly string[]] {
  const isChroot = !/^(?:\S+ ){4}\/ /m.test(readFileSync('/proc/self/mountinfo', 'utf8'));
  if (!isChroot) return ['bwrap', args];
  return [
    'unshare',
    ['--mount', '--propagation', 'unchanged', 'sh', '-c', AT_OWN_ROOT, 'sh', 'bwrap', ...args],
  ];
}

export class InstalledFlatpak {
  readonly home: string;
  /** The folder of the user's session, in which the app's socket is. */
  readonly runtimeFolder: string;
  readonly #env: Record<string, string>;

  constructor(home: string, bus: string) {
    this.home = home;
    this.runtimeFolder = join(home, 'run');
    this.#env = {
      ...scratchEnvironment(home),
      // Nothing of the user's, nothing of the system's.
      DBUS_SYSTEM_BUS_ADDRESS: bus,
      FLATPAK_USER_DIR: join(home, 'installation'),
      FLATPAK_SYSTEM_DIR: join(home, 'system'),
      XDG_DATA_HOME: join(home, 'data'),
      XDG_CACHE_HOME: join(home, 'cache'),
      XDG_CONFIG_HOME: join(home, 'config'),
    };
  }

  /** Where the sandbox has a folder that is at the same place outside. */
  get sharedFolder(): string {
    return join(this.home, '.var', 'app', APP, 'cache');
  }

  async flatpak(...args: readonly string[]): Promise<string> {
    return (await run('flatpak', args, { env: this.#env })).stdout;
  }

  /** `flatpak run [--command=NAME] io.github.charly.fotos`, as a person or an MCP client types it. */
  start(
    t: Cleanup,
    command: string | undefined,
    args: readonly string[],
    env: Record<string, string>,
  ): ServerProcess {
    const flatpak = ['flatpak', 'run', ...(command ? [`--command=${command}`] : []), APP, ...args];
    const child = spawn(...bwrap(...this.#session(), ...flatpak), {
      cwd: this.home,
      env: { ...this.#env, ...env, XDG_RUNTIME_DIR: sessionFolder() },
    });
    const server = new ServerProcess(child, this.home);
    t.after(() => this.end(server));
    return server;
  }

  /** As `flatpak kill` does it: a signal to what was started would leave the sandbox running. */
  async end(server: ServerProcess): Promise<void> {
    server.endInput();
    for (const pid of descendants(server.pid)) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // it has ended with another one
      }
    }
    await server.exit;
  }

  /** Flatpak knows the folder of a session only by its usual path, so our own is mounted there. */
  #session(): readonly string[] {
    return ['--dev-bind', '/', '/', '--tmpfs', '/run', '--bind', this.runtimeFolder, sessionFolder()];
  }
}

const sessionFolder = () => `/run/user/${process.getuid!()}`;

/** Builds with the product's own script and installs. Flatpak asks the bus what this user may install. */
export async function installFlatpak(t: Cleanup, bus: string): Promise<InstalledFlatpak> {
  const home = await scratch(t);
  const installed = new InstalledFlatpak(home, bus);
  await mkdir(installed.runtimeFolder, { mode: 0o700 });
  const repo = await plainRepository(join(home, 'repo'));
  await plainRepository(join(home, 'system', 'repo')); // with nothing in it
  await exportRuntime(installed, repo);
  const build = join(root, 'packaging', 'flatpak', 'build.mjs');
  await run(process.execPath, [build, '--repo', repo, '--runtime', `${RUNTIME}//1`]);
  await installed.flatpak('--user', 'remote-add', '--no-gpg-verify', 'here', `file://${repo}`);
  await installed.flatpak('--user', 'install', '--noninteractive', 'here', APP);
  return installed;
}

/** A repository without compression: installing from it is a matter of links. */
async function plainRepository(folder: string): Promise<string> {
  for (const part of ['objects', 'refs/heads', 'refs/mirrors', 'refs/remotes', 'state', 'tmp'])
    await mkdir(join(folder, part), { recursive: true });
  await writeFile(join(folder, 'config'), '[core]\nrepo_version=1\nmode=bare-user-only\n');
  return folder;
}

async function exportRuntime(installed: InstalledFlatpak, repo: string): Promise<void> {
  const folder = join(installed.home, 'runtime');
  const name = `${RUNTIME}/${(await installed.flatpak('--default-arch')).trim()}/1`;
  await mkdir(join(folder, 'files'), { recursive: true });
  await writeFile(join(folder, 'metadata'), `[Runtime]\nname=${RUNTIME}\nruntime=${name}\nsdk=${name}\n`);
  for (const library of await librariesOf(process.execPath)) {
    // In the sandbox /lib is a link to /usr/lib, and /lib64 to /usr/lib64.
    const target = join(folder, 'usr', library.replace(/^\/usr\//, '/'));
    await mkdir(dirname(target), { recursive: true });
    await copyFile(library, target);
  }
  await installed.flatpak('build-export', '--runtime', repo, folder, '1');
}

/** What Node loads, and what its add-ons may count on because Node has it or libc does. */
async function librariesOf(program: string): Promise<readonly string[]> {
  const { stdout } = await run('ldd', [program]);
  const loaded = [...stdout.matchAll(/(?:=> |^\s*)(\/\S+)/gm)].map(([, path]) => path!);
  const libc = loaded.find((path) => path.includes('/libc.so.'));
  const beside = libc ? ['librt.so.1', 'libresolv.so.2'].map((name) => join(dirname(libc), name)) : [];
  return [...new Set([...loaded, ...beside])];
}
