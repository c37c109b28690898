/** `npm start`: brings what is missing, builds, and starts the app; arguments and signals are passed on. */
import path from 'node:path';
import process from 'node:process';
import { underModernNode } from './node24.mjs';
import { root, runAttached } from './run.mjs';
import { say, step } from './say.mjs';
import { sayFailure, setup } from './setup.mjs';

try {
  await underModernNode(step);
  const { node, env } = await setup();
  say();
  const args = [path.join(root, 'bin', 'sensorium.cjs'), 'app', ...process.argv.slice(2)];
  process.exitCode = await runAttached(node, args, { env });
} catch (error) {
  sayFailure(error);
}
