/** `npm run bench -- AREA`: builds, then runs bench/AREA.ts; without an area it lists what there is. */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { underModernNode } from './node24.mjs';
import { root, run, runAttached, tail } from './run.mjs';
import { say } from './say.mjs';

await underModernNode();

const [area, ...rest] = process.argv.slice(2);
const folder = path.join(root, 'bench');
const areas = (existsSync(folder) ? readdirSync(folder) : [])
  .filter((name) => /^[a-z-]+\.ts$/.test(name))
  .map((name) => name.slice(0, -'.ts'.length));

if (area !== undefined && areas.includes(area)) {
  const built = await run(process.execPath, [path.join(root, 'scripts', 'build.mjs')]);
  if (built.code === 0) {
    process.exitCode = await runAttached(process.execPath, [path.join(folder, `${area}.ts`), ...rest]);
  } else {
    say(tail(built.output));
    process.exitCode = 1;
  }
} else {
  say(`Give one of these after "npm run bench --": ${areas.join(', ') || 'there are none yet'}.`);
  process.exitCode = 2;
}
