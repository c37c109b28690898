import { gasoline } from '../profiles/gasoline.ts';
import { runCommand } from './commands/run-command.ts';
import { serveCommand } from './commands/serve-command.ts';

await runCommand(gasoline, serveCommand);
