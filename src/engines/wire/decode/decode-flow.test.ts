import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAllBytesTold } from '../../../../test/kit/decoder-suite.ts';
import { fc } from '../../../../test/kit/properties.ts';
import type { Chunk } from './chunk.ts';
import { decodeFlow } from './decode-flow.ts';
import { decodeAll, flow, rechunked } from './fixtures/flows.ts';
import type { Message } from './message.ts';

const ssh = flow(
  ['down', 'SSH-2.0-server\r\n'],
  ['up', 'SSH-2.0-client\r\n'],
  ['up', '\x00\x01'],
  ['down', '\xff'.repeat(70_000)],
);

test('what nobody can read is told as it is, whatever chunks it came in', async () => {
  const whole = await decodeAll(ssh);
  assertAllBytesTold(ssh, whole);
  await fc.assert(
    fc.asyncProperty(rechunked(ssh), async (other) => {
      assert.deepEqual(await decodeAll(other), whole);
    }),
    { numRuns: 5 },
  );
});

test('the limit stops the reading; a protocol can be forced', async () => {
  const requests = Array.from({ length: 9 }, () => flow(['up', 'GET / HTTP/1.1\r\n\r\n'])).flat();
  let read = 0;
  async function* counted() {
    for (const chunk of requests) {
      read++;
      yield chunk;
    }
  }
  const messages: Message[] = [];
  for await (const message of decodeFlow(counted(), { limit: 2 })) messages.push(message);
  assert.equal(messages.length, 2);
  assert.ok(read < 4);
  assert.deepEqual(await decodeAll(requests, { limit: 0 }), []);
  const forced = await decodeAll(flow(['up', 'GET / HTTP/1.1\r\n\r\n']), { protocol: 'data' });
  assert.deepEqual(
    forced.map((one) => one.protocol),
    ['data'],
  );
});

test('plain bytes are told in runs: by who speaks, by pause, by length', async () => {
  const at = (time: number, direction: 'up' | 'down', length: number): Chunk => ({
    time,
    direction,
    bytes: new Uint8Array(length).fill(0x80),
  });
  const messages = await decodeAll([
    at(0, 'up', 3),
    at(500_000, 'up', 4),
    at(1_600_000, 'up', 5),
    at(1_600_001, 'down', 100_000),
    at(1_600_002, 'up', 1),
  ]);
  assert.deepEqual(
    messages.map((one) => [one.direction, one.time, one.offset, one.length]),
    [
      ['up', 0, 0, 7],
      ['up', 1_600_000, 7, 5],
      ['down', 1_600_001, 0, 65_536],
      ['down', 1_600_001, 65_536, 34_464],
      ['up', 1_600_002, 12, 1],
    ],
  );
  assert.equal(messages[0]?.endTime, 500_000);
});
