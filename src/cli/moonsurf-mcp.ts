import { moonsurf } from '../profiles/moonsurf.ts';
import { runCommand } from './commands/run-command.ts';
import { serveCommand } from './commands/serve-command.ts';

await runCommand(moonsurf, serveCommand);
