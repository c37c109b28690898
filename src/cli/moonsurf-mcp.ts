import { runCommand } from '../assemble/run-command.ts';
import { serveCommand } from '../assemble/serve-command.ts';
import { moonsurf } from '../profiles/moonsurf.ts';

await runCommand(moonsurf, serveCommand);
