import { runCommand } from '../assemble/run-command.ts';
import { serveCommand } from '../assemble/serve-command.ts';
import { fotos } from '../profiles/fotos.ts';

await runCommand(fotos, serveCommand);
