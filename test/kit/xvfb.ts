/** A display of its own for a test: Xvfb, monitors on it, a window manager, windows. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { encodePicture } from '../../src/engines/screen/encode-picture.ts';
import type { WindowInfo } from '../../src/engines/screen/grab/grabber.ts';
import { X11Grabber } from '../../src/engines/screen/grab/x11.ts';
import type { Picture } from '../../src/engines/screen/picture.ts';
import { type Cleanup, scratch } from './scratch.ts';

const run = promisify(execFile);

export interface DisplayOptions {
  readonly width?: number;
  readonly height?: number;
  readonly depth?: 16 | 24 | 30;
  /** Monitors by name, each `WIDTHxHEIGHT+X+Y`; one over all of it unless told. */
  readonly monitors?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
}

export class TestDisplay {
  readonly name: string;
  readonly env: Record<string, string>;
  readonly grabber: X11Grabber;
  readonly #t: Cleanup;

  constructor(t: Cleanup, name: string) {
    this.#t = t;
    this.name = name;
    this.env = { ...definedEnvironment(), DISPLAY: name };
    delete this.env.WAYLAND_DISPLAY;
    delete this.env.XAUTHORITY;
    this.grabber = new X11Grabber(this.env);
  }

  /** Runs a program to its end. */
  async run(program: string, ...args: readonly string[]): Promise<void> {
    await run(program, args, { env: this.env });
  }

  /** Starts a program that lives as long as the test. */
  start(program: string, ...args: readonly string[]): ChildProcess {
    const child = spawn(program, args, { env: this.env, stdio: 'ignore' });
    this.#t.after(() => ended(child));
    return child;
  }

  /** Waits until the window manager says that it manages the root window. */
  async startWindowManager(): Promise<void> {
    this.start('openbox', '--sm-disable');
    for (const until = Date.now() + 10_000; Date.now() < until; await pause(20)) {
      const { stdout } = await run('xprop', ['-root', '_NET_SUPPORTING_WM_CHECK'], { env: this.env });
      if (stdout.includes('window id')) return;
    }
    throw new Error('openbox did not start within 10 s');
  }

  /** Puts a picture on the root window, as a desktop background. */
  async show(picture: Picture): Promise<void> {
    const file = join(await scratch(this.#t), 'background.png');
    await writeFile(file, (await encodePicture(picture)).bytes);
    // Some versions end with 1 although all is well; whether the words are there is what the test looks at.
    await this.run('display', '-window', 'root', file).catch(() => {});
  }

  /** A plain window of one colour with a title. */
  async xterm(title: string, geometry: string, background: string, words = ''): Promise<WindowInfo> {
    const look = ['-bg', background, '-fg', 'white', '-cr', background, '-b', '0', '+sb'];
    this.start(
      'xterm',
      '-title',
      title,
      '-geometry',
      geometry,
      ...look,
      '-e',
      `printf '${words}'; exec sleep 600`,
    );
    return this.window(title);
  }

  /** Waits until a window of this title is on the screen. */
  async window(title: string): Promise<WindowInfo> {
    for (const until = Date.now() + 15_000; Date.now() < until; await pause(20)) {
      const windows = await this.grabber.windows();
      const found = windows.find((window) => window.title.includes(title) && window.isVisible);
      if (found) return found;
    }
    throw new Error(`no window "${title}" within 15 s`);
  }
}

export async function startDisplay(t: Cleanup, options: DisplayOptions = {}): Promise<TestDisplay> {
  const { width = 1600, height = 900, depth = 24, monitors = {}, args = [] } = options;
  const screen = ['-screen', '0', `${width}x${height}x${depth}`];
  const fixed = ['-displayfd', '3', '-nolisten', 'tcp', '-noreset', '-nocursor'];
  const given = args.includes('-cursor') ? fixed.filter((one) => one !== '-nocursor') : fixed;
  const child = spawn('Xvfb', [...given, ...screen, ...args.filter((one) => one !== '-cursor')], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
  t.after(() => ended(child));
  const display = new TestDisplay(t, `:${await displayNumber(child)}`);
  const [first] = Object.keys(monitors);
  for (const [name, place] of Object.entries(monitors)) {
    const [, w, h, x, y] = /^(\d+)x(\d+)\+(\d+)\+(\d+)$/.exec(place)!;
    const output = name === first ? 'screen' : 'none';
    await display.run('xrandr', '--setmonitor', name, `${w}/300x${h}/200+${x}+${y}`, output);
  }
  return display;
}

/** Xvfb writes the number that it chose once it takes clients. */
async function displayNumber(child: ChildProcess): Promise<string> {
  let errors = '';
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const gone = once(child, 'close').then(() => {
    throw new Error(`Xvfb ended at once: ${errors}`);
  });
  const number = once(child.stdio[3]!, 'data').then(([bytes]) => String(bytes).trim());
  return Promise.race([number, gone]);
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, 'close');
  child.kill('SIGKILL');
  await closed;
}

function definedEnvironment(): Record<string, string> {
  const entries = Object.entries(process.env).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, value]],
  );
  return Object.fromEntries(entries);
}

/** The colour of one pixel as `#rrggbb`. */
export function colourAt(picture: { width: number; pixels: Uint8Array }, x: number, y: number): string {
  const at = (y * picture.width + x) * 4;
  return `#${Buffer.from(picture.pixels.subarray(at, at + 3)).toString('hex')}`;
}
