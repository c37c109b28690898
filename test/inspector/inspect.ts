/** MCP Inspector's command line as a client that was not written by us. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { root, scratchEnvironment } from '../kit/start-server.ts';

const launcher = join(
  root,
  ...['node_modules', '@modelcontextprotocol', 'inspector', 'clients', 'launcher', 'build', 'index.js'],
);

/** The exit codes that the Inspector promises. */
export const exitCodes = { ok: 0, usage: 1, auth: 3, unreachable: 4, tool: 5 };

export interface Inspection {
  readonly code: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test asserts on whatever came back
  readonly result: any;
  readonly stderr: string;
}

/** Runs one method; `target` is a URL with its options, or `--` and a command. */
export function inspect(
  home: string,
  method: readonly string[],
  target: readonly string[],
): Promise<Inspection> {
  const args = [launcher, '--cli', '--method', ...method, '--format', 'json', ...target];
  const env = { ...scratchEnvironment(home), MCP_AUTO_OPEN_ENABLED: 'false' };
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: home, env, timeout: 60_000 }, (error, stdout, stderr) => {
      const code = error ? (typeof error.code === 'number' ? error.code : 1) : exitCodes.ok;
      resolve({ code, result: stdout.trim() ? JSON.parse(stdout).result : undefined, stderr });
    });
  });
}

/** A call of a tool, as the Inspector takes it. */
export const toolCall = (name: string, args: Record<string, unknown>) => [
  'tools/call',
  ...['--tool-name', name, '--tool-args-json', JSON.stringify(args)],
];
