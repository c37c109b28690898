import { fault } from '../../kernel/fault.ts';
import type { Running } from '../commands/run-command.ts';
import { allChecks } from './all-checks.ts';
import { checkTable } from './check.ts';

/** Prints what works here and what does not. Fails when the main job would not run. */
export async function doctorCommand(running: Running): Promise<void> {
  const checks = await allChecks(running);
  const failed = checks.filter(({ status }) => status === 'fail').length;
  const { stdout } = process;
  const hasColour = stdout.isTTY === true && !running.assembly.env.NO_COLOR;
  const words = running.config.json
    ? `${JSON.stringify({ ok: failed === 0, checks }, null, 2)}\n`
    : checkTable(checks, hasColour);
  await new Promise((resolve) => stdout.write(words, resolve));
  if (failed > 0) throw fault('CHECKS_FAILED', { count: failed });
}
