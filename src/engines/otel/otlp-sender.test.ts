import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { request } from '../../../test/kit/evidence-samples.ts';
import { seen } from '../../../test/kit/record.ts';
import type { Evidence } from '../../contract/evidence.ts';
import { systemClock } from '../../kernel/clock.ts';
import { silentLog } from '../../kernel/log.ts';
import { OtlpReceiver } from './otlp-receiver.ts';
import { OtlpSender } from './otlp-sender.ts';

/** A collector: our own receiver, which the real SDK is tested with. */
async function collector(t: TestContext, status = 200) {
  const taken: Evidence[] = [];
  const paths: string[] = [];
  const receiver = new OtlpReceiver({ clock: systemClock(), sink: (evidence) => taken.push(evidence) });
  const server = createServer(async (incoming, response) => {
    paths.push(incoming.url ?? '');
    const body = Buffer.from(await text(incoming));
    if (status === 200) await receiver.take('traces', 'json', body, {});
    response.writeHead(status).end('{}');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', () => done()));
  t.after(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, taken, paths };
}

test('calls, actions and requests become spans; a trace context that was sent is kept', async (t) => {
  const { url, taken, paths } = await collector(t);
  const sender = new OtlpSender({ url, log: silentLog });
  const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
  sender.take(
    seen({ source: 'agent', stream: 'call', data: { tool: 'observe', ms: 5, outcome: 'NO_PAGE' } }),
  );
  sender.take(seen({ stream: 'action' }));
  sender.take(
    seen({
      stream: 'request',
      data: request('/a', { status: 500, requestHeaders: [['traceparent', traceparent]] }),
    }),
  );
  sender.take(seen({ stream: 'console' }));
  await sender.close();
  const spans = taken.map(({ data }) => data as Record<string, unknown>);
  assert.deepEqual(paths, ['/v1/traces']);
  assert.deepEqual(
    spans.map(({ name, kind, error }) => [name, kind, error]),
    [
      ['call observe', 'internal', 'NO_PAGE'],
      ['action click', 'internal', undefined],
      ['GET', 'client', '500'],
    ],
  );
  assert.deepEqual(
    [spans[2]?.traceId, spans[2]?.spanId, spans[2]?.status],
    ['a'.repeat(32), 'b'.repeat(16), 500],
  );
});

test('a collector that fails holds nothing up, and what waits is bounded', async (t) => {
  const { url, paths } = await collector(t, 503);
  const sender = new OtlpSender({ url: `${url}/custom`, log: silentLog });
  const started = performance.now();
  for (let at = 0; at < 6000; at++) sender.take(seen({ stream: 'action' }));
  assert.ok(performance.now() - started < 5000);
  await sender.close();
  assert.deepEqual(paths, ['/custom']);
});
