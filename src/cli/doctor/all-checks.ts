import { homedir } from 'node:os';
import { doctorParts } from '../../assemble/command-parts.ts';
import { addOnFolder } from '../../config/folders.ts';
import type { Running } from '../commands/run-command.ts';
import type { Check } from './check.ts';
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

/** What works here and what does not. */
export async function allChecks({
  config,
  assembly,
}: Pick<Running, 'config' | 'assembly'>): Promise<Check[]> {
  const { env } = assembly;
  const parts = await doctorParts();
  const { platform } = process;
  const app = await parts.askApp(assembly.address);
  const here = { home: env.HOME || homedir(), cwd: process.cwd(), env, platform };
  const reading = { engine: config.ocrEngine, addOns: addOnFolder(assembly.state) };
  return [
    checkNode(process.versions.node),
    await checkBrowser(env, parts),
    checkDisplay(env, platform),
    await checkOcr(reading, config.ocrLanguage ?? 'eng', parts),
    await checkStateFolder(assembly.state),
    await checkPort(config.port ?? 0, app),
    checkApp(app),
    ...(await checkClients(here)),
  ];
}
