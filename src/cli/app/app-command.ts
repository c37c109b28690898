import { resolve } from 'node:path';
import { serveApp } from '../../assemble/serve-app.ts';
import type { ServedHttp } from '../../assemble/serve-http.ts';
import type { Running } from '../commands/run-command.ts';
import { stopped } from '../commands/serve-command.ts';
import { bannerText, startLine } from './banner.ts';

/** The long-lived process that serves every profile, until it is stopped. */
export async function appCommand({ config, assembly, stop }: Running): Promise<void> {
  const checks = async () => (await import('../doctor/all-checks.ts')).allChecks({ config, assembly });
  await serveApp({ ...assembly, checks }, async (http) => {
    sayReady(http, assembly.address, config.stateDir);
    await stopped(stop);
  });
}

function sayReady(http: ServedHttp, address: string, stateDir: string | undefined): void {
  const { stdout } = process;
  // Whoever started us may have stopped listening; that ends nothing.
  stdout.on('error', () => {});
  const { url, key } = http;
  const link = http.appLink();
  const { execPath: node, pid } = process;
  const script = resolve(process.argv[1] ?? '');
  const command = startLine({ node, script, stateDir: stateDir && resolve(stateDir) });
  const hasColour = stdout.isTTY === true && !process.env.NO_COLOR;
  stdout.write(bannerText({ url, key, command, pid, socket: address, hasColour, link }));
}
