/** Ends each kind of command while tapped connections close; fails when one hangs or fails. `--count N` */
import { parseArgs } from 'node:util';
import { endWhileClosing, type WayToEnd, waysToEnd } from '../test/kit/endings.ts';
import { echoServer } from '../test/kit/tcp.ts';
import { say } from './options.ts';

const { values } = parseArgs({ options: { count: { type: 'string', default: '500' } } });
const count = Number(values.count);

/** What is to be cleaned up after one round, or after all. */
function cleanup() {
  const all: (() => unknown)[] = [];
  return {
    after: (act: () => unknown) => void all.push(act),
    run: () => Promise.all(all.map((act) => act())),
  };
}

const whole = cleanup();
const target = await echoServer(whole);
for (const way of Object.keys(waysToEnd) as WayToEnd[]) {
  const times: number[] = [];
  for (let round = 0; round < count; round++) {
    const one = cleanup();
    const { code, signal, stderr, millis } = await endWhileClosing(one, way, target);
    await one.run();
    times.push(millis);
    if (code === 0) continue;
    process.exitCode = 1;
    say(`${way}, round ${round}: ${signal ?? code} after ${millis.toFixed(0)} ms\n${stderr}`);
  }
  times.sort((a, b) => a - b);
  const at = (part: number) => `${times[Math.ceil(part * times.length) - 1]?.toFixed(0)} ms`;
  say(`${way}: ${count} ends, half within ${at(0.5)}, the slowest ${at(1)}`);
}
await whole.run();
