import {
  sensorium,
  sensoriumApp,
  sensoriumDoctor,
  sensoriumRecord,
  sensoriumShot,
} from '../profiles/sensorium.ts';
import { runCommand } from './commands/run-command.ts';
import { serveCommand } from './commands/serve-command.ts';

const [word, ...argv] = process.argv.slice(2);

if (word === 'app') {
  const { appCommand } = await import('./app/app-command.ts');
  await runCommand(sensoriumApp, appCommand, { argv, keepsScreenshots: true });
} else if (word === 'doctor') {
  const { doctorCommand } = await import('./doctor/doctor-command.ts');
  await runCommand(sensoriumDoctor, doctorCommand, { argv });
} else if (word === 'shot') {
  const { shotCommand } = await import('./commands/shot-command.ts');
  const long = argv.map((one) => (one === '-o' ? '--output' : one));
  await runCommand(sensoriumShot, shotCommand, { argv: long, keepsScreenshots: true });
} else if (word === 'record') {
  const { recordCommand } = await import('./commands/record-command.ts');
  // The one thing that it can do; anything else, or nothing, is told so.
  const rest = argv[0] === 'recover' ? argv.slice(1) : [argv[0] ?? '--help'];
  await runCommand(sensoriumRecord, recordCommand, { argv: rest });
} else await runCommand(sensorium, serveCommand);
