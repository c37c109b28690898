import { fotos } from '../profiles/fotos.ts';
import { runCommand } from './commands/run-command.ts';
import { serveCommand } from './commands/serve-command.ts';

await runCommand(fotos, serveCommand);
