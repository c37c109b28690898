/** Bringing other people's applications into a cache, and starting them on loopback. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { npmCommand } from '../../scripts/node24.mjs';
import { run, tail } from '../../scripts/run.mjs';
import type { App, Running } from './app.ts';

/** The folder with an application's packages; installed where it is not there as wanted. */
export async function bring(
  app: Pick<App, 'name' | 'npm' | 'overrides' | 'debian' | 'runsScripts'>,
  cache: string,
): Promise<string> {
  const folder = join(cache, app.name);
  const mark = join(folder, 'brought.json');
  const wanted = JSON.stringify([app.npm ?? [], app.debian ?? []]);
  if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  if (app.overrides)
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ overrides: app.overrides }));
  if (app.npm) await bringNpm(folder, app.npm, app.runsScripts ?? false);
  if (app.debian) await bringDebian(folder, app.debian);
  writeFileSync(mark, wanted);
  return folder;
}

async function bringNpm(folder: string, packages: readonly string[], runsScripts: boolean): Promise<void> {
  const npm = npmCommand(process.execPath);
  const quiet = ['--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--legacy-peer-deps'];
  const scripts = runsScripts ? [] : ['--ignore-scripts'];
  await must(
    npm.command,
    [...npm.lead, 'install', '--prefix', folder, ...quiet, ...scripts, ...packages],
    folder,
  );
}

/** The packages and what of their needs this system lacks, unpacked side by side. */
async function bringDebian(folder: string, packages: readonly string[]): Promise<void> {
  const plan = await must(
    'apt-get',
    ['install', '--print-uris', '-y', '--no-install-recommends', ...packages],
    folder,
  );
  const names = [...plan.matchAll(/^'[^']*' (\S+?)_\S+\.deb /gm)].map((match) => match[1]!);
  await must('apt-get', ['download', ...new Set([...packages, ...names])], folder);
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.deb'))) {
    await must('dpkg', ['-x', file, join(folder, 'root')], folder);
    rmSync(join(folder, file));
  }
}

async function must(command: string, args: readonly string[], cwd: string): Promise<string> {
  const { code, output } = await run(command, [...args], { cwd });
  if (code !== 0) throw new Error(`${command} ${args.slice(0, 2).join(' ')} failed.\n${tail(output, 5)}`);
  return output;
}

/** A program, once it answers at its address. */
export async function program(
  url: string,
  command: string,
  args: readonly string[],
  options: { cwd: string; env?: Record<string, string>; ready?: string },
): Promise<Running> {
  const env = { PATH: process.env.PATH ?? '', HOME: options.cwd, ...options.env };
  const child = spawn(command, args, { cwd: options.cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  process.once('exit', () => child.kill());
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => {
      said = (said + data).slice(-4000);
    });
  const end = performance.now() + 90_000;
  while (!(await answers(options.ready ?? url))) {
    if (child.exitCode !== null || performance.now() > end) {
      await endOf(child);
      throw new Error(`${command} ${args[0] ?? ''} does not answer at ${url}.\n${said}`);
    }
    await sleep(200);
  }
  return { url, stop: () => endOf(child) };
}

async function answers(url: string): Promise<boolean> {
  try {
    const { ok } = await fetch(url, { signal: AbortSignal.timeout(5000) });
    return ok;
  } catch {
    return false;
  }
}

async function endOf(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((done) => child.once('close', done));
  child.kill();
  const timer = setTimeout(() => child.kill('SIGKILL'), 5000);
  await gone;
  clearTimeout(timer);
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

export type Answer = (request: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>;

/** Folders and pages as a web server gives them; `answer` may take a request first. */
export async function site(
  folders: Readonly<Record<string, string>>,
  pages: Readonly<Record<string, string>>,
  answer?: Answer,
): Promise<Running & { readonly server: Server }> {
  const server = createServer((request, response) => {
    const handle = async () => {
      if (await answer?.(request, response)) return;
      const path = normalize(decodeURI(new URL(request.url ?? '/', 'http://x').pathname));
      const page = pages[path];
      if (page !== undefined) return void response.setHeader('content-type', TYPES['.html']!).end(page);
      const file = fileOf(folders, path);
      if (!file) return void response.writeHead(path === '/favicon.ico' ? 204 : 404).end();
      response
        .setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream')
        .end(readFileSync(file));
    };
    handle().catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', () => done()));
  return {
    server,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

function fileOf(folders: Readonly<Record<string, string>>, path: string): string | undefined {
  for (const [prefix, folder] of Object.entries(folders)) {
    if (!path.startsWith(prefix)) continue;
    const file = join(folder, path.slice(prefix.length));
    const found = [file, join(file, 'index.html')].find((one) => existsSync(one) && statSync(one).isFile());
    if (found) return found;
  }
  return undefined;
}
