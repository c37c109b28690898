/** Child processes of the scripts: their output is kept and shown only when they fail. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/**
 * Runs a command to its end and returns { code, output }. `shell` is needed on Windows for .cmd files.
 * After `limitMs` the child is ended and the code is 124.
 */
export function run(command, args, { cwd = root, env = process.env, limitMs = 0, shell = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env, shell, stdio: ['ignore', 'pipe', 'pipe'] });
    const chunks = [];
    let timedOut = false;
    const timer = limitMs
      ? setTimeout(() => {
          timedOut = true;
          child.kill('SIGKILL');
        }, limitMs)
      : undefined;
    child.stdout.on('data', (chunk) => chunks.push(chunk));
    child.stderr.on('data', (chunk) => chunks.push(chunk));
    child.on('error', (error) => {
      clearTimeout(timer);
      resolve({ code: 127, output: String(error.message) });
    });
    child.on('close', (code) => {
      clearTimeout(timer);
      const output = Buffer.concat(chunks).toString('utf8');
      resolve({ code: timedOut ? 124 : (code ?? 1), output });
    });
  });
}

/** Runs a command on our own terminal, passes signals on, and returns its exit code. */
export function runAttached(command, args, { env = process.env } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { env, stdio: 'inherit' });
    const pass = (signal) => child.kill(signal);
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    for (const signal of signals) process.on(signal, pass);
    const end = (code) => {
      for (const signal of signals) process.off(signal, pass);
      resolve(code);
    };
    child.on('error', (error) => {
      process.stderr.write(`${error.message}\n`);
      end(127);
    });
    child.on('close', (code, signal) => end(signal ? 128 : (code ?? 1)));
  });
}

/** The last lines of an output, for the one message that explains a failure. */
export function tail(output, lines = 30) {
  return output.trimEnd().split('\n').slice(-lines).join('\n');
}
