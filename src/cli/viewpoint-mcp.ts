import { runCommand } from '../assemble/run-command.ts';
import { serveCommand } from '../assemble/serve-command.ts';
import { viewpoint } from '../profiles/viewpoint.ts';

await runCommand(viewpoint, serveCommand);
