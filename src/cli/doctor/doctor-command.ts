import { homedir } from 'node:os';
import { doctorParts } from '../../assemble/command-parts.ts';
import { addOnFolder } from '../../config/folders.ts';
import { fault } from '../../kernel/fault.ts';
import type { Running } from '../commands/run-command.ts';
import { checkTable } from './check.ts';
import { checkClients } from './clients.ts';
import {
  checkApp,
  checkBrowser,
  checkDisplay,
  checkNode,
  checkOcr,
  checkPort,
  checkStateFolder,
} from './machine.ts';

/** Prints what works here and what does not. Fails when the main job would not run. */
export async function doctorCommand({ config, assembly }: Running): Promise<void> {
  const { env } = assembly;
  const parts = await doctorParts();
  const { platform } = process;
  const app = await parts.askApp(assembly.address);
  const here = { home: env.HOME || homedir(), cwd: process.cwd(), env, platform };
  const reading = { engine: config.ocrEngine, addOns: addOnFolder(assembly.state) };
  const checks = [
    checkNode(process.versions.node),
    await checkBrowser(env, parts),
    checkDisplay(env, platform),
    await checkOcr(reading, config.ocrLanguage ?? 'eng', parts),
    await checkStateFolder(assembly.state),
    await checkPort(config.port ?? 0, app),
    checkApp(app),
    ...(await checkClients(here)),
  ];
  const failed = checks.filter(({ status }) => status === 'fail').length;
  const { stdout } = process;
  const hasColour = stdout.isTTY === true && !env.NO_COLOR;
  const words = config.json
    ? `${JSON.stringify({ ok: failed === 0, checks }, null, 2)}\n`
    : checkTable(checks, hasColour);
  await new Promise((resolve) => stdout.write(words, resolve));
  if (failed > 0) throw fault('CHECKS_FAILED', { count: failed });
}
