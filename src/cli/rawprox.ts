import { rawproxCommand } from '../assemble/rawprox-command.ts';
import { runCommand } from '../assemble/run-command.ts';
import { rawprox } from '../profiles/rawprox.ts';

await runCommand(rawprox, rawproxCommand, { logsToStdout: true, help: process.stderr });
