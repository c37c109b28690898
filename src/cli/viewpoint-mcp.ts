import { runCommand } from '../assemble/run-command.ts';
import { serveCommand } from '../assemble/serve-command.ts';
import { viewpoint, viewpointInstall } from '../profiles/viewpoint.ts';

const [word, ...argv] = process.argv.slice(2);

if (word === 'install-browser') {
  const { installBrowserCommand } = await import('../assemble/install-browser-command.ts');
  await runCommand(viewpointInstall, installBrowserCommand, { argv });
} else await runCommand(viewpoint, serveCommand);
