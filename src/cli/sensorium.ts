import { runCommand } from '../assemble/run-command.ts';
import { serveCommand } from '../assemble/serve-command.ts';
import { sensorium, sensoriumApp, sensoriumDoctor } from '../profiles/sensorium.ts';

const [word, ...argv] = process.argv.slice(2);

if (word === 'app') {
  const { appCommand } = await import('../assemble/app-command.ts');
  await runCommand(sensoriumApp, appCommand, { argv });
} else if (word === 'doctor') {
  const { doctorCommand } = await import('../assemble/doctor-command.ts');
  await runCommand(sensoriumDoctor, doctorCommand, { argv });
} else await runCommand(sensorium, serveCommand);
