import { rawprox } from '../profiles/rawprox.ts';
import { rawproxCommand } from './commands/rawprox-command.ts';
import { runCommand } from './commands/run-command.ts';

await runCommand(rawprox, rawproxCommand, { logsToStdout: true, help: process.stderr });
