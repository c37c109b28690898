import {
  sensorium,
  sensoriumApp,
  sensoriumDoctor,
  sensoriumPair,
  sensoriumRecord,
  sensoriumReport,
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
  await runCommand(sensoriumShot, shotCommand, { argv: withLongOutput(argv), keepsScreenshots: true });
} else if (word === 'report') {
  const { reportCommand } = await import('./commands/report-command.ts');
  await runCommand(sensoriumReport, reportCommand, { argv: withLongOutput(argv) });
} else if (word === 'record') {
  const { recordCommand } = await import('./commands/record-command.ts');
  // The one thing that it can do; anything else, or nothing, is told so.
  const rest = argv[0] === 'recover' ? argv.slice(1) : [argv[0] ?? '--help'];
  await runCommand(sensoriumRecord, recordCommand, { argv: rest });
} else if (word === 'pair') {
  const { pairCommand } = await import('./commands/pair-command.ts');
  // The words before the first option say what to do; none at all is told how it is used.
  const end = argv.findIndex((one) => one.startsWith('-'));
  const words = argv.slice(0, end < 0 ? undefined : end);
  const rest = words.length > 0 ? argv.slice(words.length) : ['--help'];
  await runCommand(sensoriumPair, (running) => pairCommand(running, words), { argv: rest });
} else await runCommand(sensorium, serveCommand);

function withLongOutput(given: readonly string[]): string[] {
  return given.map((one) => (one === '-o' ? '--output' : one));
}
