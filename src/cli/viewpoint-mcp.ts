import { viewpoint, viewpointInstall } from '../profiles/viewpoint.ts';
import { runCommand } from './commands/run-command.ts';
import { serveCommand } from './commands/serve-command.ts';

const [word, ...argv] = process.argv.slice(2);

if (word === 'install-browser') {
  const { installBrowserCommand } = await import('./commands/install-browser-command.ts');
  await runCommand(viewpointInstall, installBrowserCommand, { argv });
} else await runCommand(viewpoint, serveCommand);
