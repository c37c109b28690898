import { runCommand } from '../assemble/run-command.ts';
import { serveCommand } from '../assemble/serve-command.ts';
import { sensorium, sensoriumApp, sensoriumDoctor, sensoriumShot } from '../profiles/sensorium.ts';

const [word, ...argv] = process.argv.slice(2);

if (word === 'app') {
  const { appCommand } = await import('../assemble/app-command.ts');
  await runCommand(sensoriumApp, appCommand, { argv, keepsScreenshots: true });
} else if (word === 'doctor') {
  const { doctorCommand } = await import('../assemble/doctor-command.ts');
  await runCommand(sensoriumDoctor, doctorCommand, { argv });
} else if (word === 'shot') {
  const { shotCommand } = await import('../assemble/shot-command.ts');
  const long = argv.map((one) => (one === '-o' ? '--output' : one));
  await runCommand(sensoriumShot, shotCommand, { argv: long, keepsScreenshots: true });
} else await runCommand(sensorium, serveCommand);
