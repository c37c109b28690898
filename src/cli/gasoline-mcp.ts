import { runCommand } from '../assemble/run-command.ts';
import { serveCommand } from '../assemble/serve-command.ts';
import { gasoline } from '../profiles/gasoline.ts';

await runCommand(gasoline, serveCommand);
