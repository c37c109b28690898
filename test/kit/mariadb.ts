/** A scratch MariaDB server: real, on a free port of loopback, gone in the end. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import process from 'node:process';
import type { TestContext } from 'node:test';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';
import { lacking } from './needs.ts';
import { scratch } from './scratch.ts';
import { until } from './wire-rig.ts';

const exec = promisify(execFile);

/** Why there can be no server here, or false: for `skip`. */
export const lackingMariadb = (): string | false => lacking('mariadbd', 'mariadb-install-db', 'mariadb');

/** Its port; root has no password. */
export async function startMariadb(t: TestContext): Promise<number> {
  const folder = await scratch(t);
  const data = path.join(folder, 'data');
  const user = process.getuid?.() === 0 ? ['--user=root'] : [];
  const own = ['--no-defaults', `--datadir=${data}`, ...user];
  await exec('mariadb-install-db', [...own, '--auth-root-authentication-method=normal', '--skip-test-db']);
  const port = await freePort();
  const server = spawn(
    'mariadbd',
    [
      ...own,
      `--port=${port}`,
      '--bind-address=127.0.0.1',
      `--socket=${path.join(folder, 's')}`,
      `--pid-file=${path.join(folder, 'pid')}`,
      '--skip-networking=0',
      '--innodb-flush-log-at-trx-commit=0',
    ],
    { stdio: 'ignore' },
  );
  t.after(async () => {
    server.kill('SIGKILL');
    if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
  });
  await until('MariaDB answers', async () => (await say(port, 'select 1;')).startsWith('1'));
  return port;
}

/** What its own client prints for these statements; one that is refused does not end it. */
export async function say(port: number, statements: string): Promise<string> {
  const words = ['--no-defaults', '-h127.0.0.1', `-P${port}`, '-uroot', '--skip-ssl', '-f', '-N'];
  const client = spawn('mariadb', words, { stdio: ['pipe', 'pipe', 'ignore'] });
  client.stdin.on('error', () => undefined);
  client.stdin.end(statements);
  let said = '';
  for await (const piece of client.stdout.setEncoding('utf8')) said += piece;
  return said;
}
