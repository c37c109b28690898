/** Traffic that is made to keep us busy: looking at it must not hold up everybody else. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import { wireFlow } from '../../src/toolsets/wire/wire-flow.ts';
import { wireFlows } from '../../src/toolsets/wire/wire-flows.ts';
import { wireReplay } from '../../src/toolsets/wire/wire-replay.ts';
import { longestHold } from '../kit/loop-holds.ts';
import { wireKit, words } from '../kit/wire-kit.ts';
import { serve } from '../kit/wire-rig.ts';

const COUNT = 70_000;
const HELD_MS = 50;

/** Sends it all through a rule to somebody who never answers. */
async function unanswered(t: TestContext, question: string) {
  const kit = await wireKit(t);
  const port = await kit.rule(await serve(t, (socket) => void socket.resume().on('end', () => socket.end())));
  const client = connect(port, '127.0.0.1');
  client.resume().end(question.repeat(COUNT));
  await once(client, 'close');
  await kit.settled();
  const { flows } = (await kit.call(wireFlows)).data as { flows: { id: string }[] };
  return { kit, id: flows[0]!.id };
}

for (const [protocol, question] of [
  ['http1', 'GET / HTTP/1.1\r\nhost: x\r\n\r\n'],
  ['redis', '*1\r\n$4\r\nPING\r\n'],
] as const)
  test(`${COUNT} questions of ${protocol} without an answer`, async (t) => {
    const { kit, id } = await unanswered(t, question);
    const began = performance.now();
    const look = async () => {
      const shown = words(await kit.call(wireFlow, { id, offset: COUNT - 2 }));
      assert.match(shown, new RegExp(`#${COUNT - 1} .* ${protocol} `));
      await kit.call(wireFlow, { id, view: 'hex' });
      await kit.call(wireReplay, { id });
    };
    // What is ours to do takes its time each time; a processor that others slow down does not.
    let held = Number.POSITIVE_INFINITY;
    for (let tries = 0; tries < 3 && held >= HELD_MS; tries++) held = Math.min(held, await longestHold(look));
    assert.ok(held < HELD_MS, `the loop was held for ${held.toFixed(0)} ms`);
    t.diagnostic(`${held.toFixed(0)} ms held, ${(performance.now() - began).toFixed(0)} ms in all`);
  });
