/** `npm run soak -- --minutes 60`: brings what soak/soak.ts needs and runs it; `--help` says what it does. */
import process from 'node:process';
import { bringAndRun } from './areas.mjs';

const debian = ['faketime', 'postgresql', 'procps', 'xvfb'];

await bringAndRun('soak', 'soak/soak.ts', process.argv.slice(2), { debian, needsBrowser: true });
