import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import type { ConnectOverCDPTransport } from 'playwright-core';
import { pipeArgs } from './launch-args.ts';

export interface PipeLaunch {
  /** For Playwright's connectOverCDP. */
  readonly transport: ConnectOverCDPTransport;
  /** The leader of its process group. */
  readonly pid: number | undefined;
  /** Ends it without asking, when nobody came to use it. */
  abandon(): void;
}

export interface PipeLaunchOptions {
  readonly path: string;
  readonly args: readonly string[];
  readonly sandbox: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Starts a headless Chromium with an empty profile that goes with it. Playwright could do the same, but takes as long
 * to load as the browser takes to start: like this both happen at once.
 */
export function launchWithPipe({ path, args, sandbox, env }: PipeLaunchOptions): PipeLaunch {
  const profile = mkdtempSync(join(tmpdir(), 'sensorium-browser-'));
  const child = spawn(path, pipeArgs(args, profile, sandbox), {
    env: { ...env, TMPDIR: tmpdir() },
    detached: process.platform !== 'win32', // the leader of a group, so that its helpers can be ended with it
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  });
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  child.once('error', () => resolve());
  child.once('exit', () => resolve());
  const tidied = ended.then(() => rm(profile, { recursive: true, force: true, maxRetries: 5 }));
  const gone = tidied.catch(() => {}); // a helper that lingers keeps a file open; the system tidies its own folder
  return { transport: transportOf(child, ended, gone), pid: child.pid, abandon: () => endGroup(child) };
}

/** Messages end with a zero byte, in both directions. */
function transportOf(child: ChildProcess, ended: Promise<void>, gone: Promise<void>) {
  const out = child.stdio[3] as Writable;
  const input = child.stdio[4] as Readable;
  const send = (message: object) => void out.write(`${JSON.stringify(message)}\0`);
  const transport: ConnectOverCDPTransport = {
    send,
    close() {
      send({ id: -9999, method: 'Browser.close', params: {} });
      return gone;
    },
  };
  out.on('error', () => {}); // it is gone: told below
  input.on('error', () => {});
  let parts: Buffer[] = [];
  input.on('data', (chunk: Buffer) => {
    let rest = chunk;
    for (let end = rest.indexOf(0); end >= 0; end = rest.indexOf(0)) {
      const message = Buffer.concat([...parts, rest.subarray(0, end)]).toString();
      // Each in a turn of its own: what one message sets off comes before the next.
      setImmediate(() => transport.onmessage?.(JSON.parse(message) as object));
      parts = [];
      rest = rest.subarray(end + 1);
    }
    if (rest.length > 0) parts.push(rest);
  });
  void ended.then(() => setImmediate(() => transport.onclose?.('the browser has ended')));
  return transport;
}

function endGroup(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    process.kill(process.platform === 'win32' ? child.pid : -child.pid, 'SIGKILL');
  } catch {
    // it ended by itself at this moment
  }
}
