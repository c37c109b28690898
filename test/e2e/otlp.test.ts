/** What a service sends with the real OpenTelemetry SDK is in the record. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { SeverityNumber } from '@opentelemetry/api-logs';
import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-http';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-proto';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { CompressionAlgorithm } from '@opentelemetry/otlp-exporter-base';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { LoggerProvider, SimpleLogRecordProcessor } from '@opentelemetry/sdk-logs';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BasicTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { toolCall } from '../kit/json-rpc.ts';
import { startHttp } from '../kit/start-http.ts';

const resource = resourceFromAttributes({ 'service.name': 'checkout' });

test('spans, logs and metrics of the real SDK, without a key, are listed and found', async (t) => {
  const { origin, rpc } = await startHttp(t, 'sensorium', ['--standalone']);
  const traceId = await exportTraces(origin);
  await exportLogs(origin, traceId);
  await exportMetrics(origin);
  const observe = async (args: Record<string, unknown>) => {
    const { answer } = await rpc(toolCall(1, 'observe', args));
    return answer?.result.structuredContent;
  };
  const { spans } = await observe({ what: 'spans' });
  assert.deepEqual(
    spans.map(({ name, kind, service, level }: Record<string, string>) => [name, kind, service, level]),
    [
      ['POST /pay', 'server', 'checkout', 'error'],
      ['SELECT cart', 'client', 'checkout', undefined],
    ],
  );
  const [pay, select] = spans;
  assert.equal(select.statement, 'SELECT * FROM cart WHERE id = $1');
  assert.deepEqual([select.trace_id, select.parent_span_id], [traceId, pay.span_id]);
  assert.equal((await observe({ what: 'spans', text: 'FROM cart' })).spans.length, 1);
  assert.equal((await observe({ what: 'spans', min_level: 'error' })).spans.length, 1);
  assert.equal((await observe({ what: 'spans', source: 'other' })).spans.length, 0);
  const { logs } = await observe({ what: 'service_logs' });
  assert.deepEqual([logs[0].message, logs[0].level, logs[0].trace_id], ['card refused', 'warn', traceId]);
  const { metrics } = await observe({ what: 'service_metrics', text: 'payments' });
  assert.deepEqual(metrics[0].points, [{ attributes: { kind: 'card' }, value: 3 }]);
  const { entries } = await observe({ what: 'timeline', include: ['services'] });
  assert.ok(entries.some(({ summary }: { summary: string }) => summary.includes('POST /pay')));
});

async function exportTraces(origin: string): Promise<string> {
  const exporter = new OTLPTraceExporter({
    url: `${origin}/v1/traces`,
    compression: CompressionAlgorithm.GZIP,
  });
  const provider = new BasicTracerProvider({ resource, spanProcessors: [new SimpleSpanProcessor(exporter)] });
  const tracer = provider.getTracer('test');
  const pay = tracer.startSpan('POST /pay', { kind: SpanKind.SERVER });
  const within = trace.setSpan(ROOT_CONTEXT, pay);
  const attributes = { 'db.query.text': 'SELECT * FROM cart WHERE id = $1' };
  tracer.startSpan('SELECT cart', { kind: SpanKind.CLIENT, attributes }, within).end();
  await provider.forceFlush();
  pay.setStatus({ code: SpanStatusCode.ERROR, message: 'card refused' });
  pay.end();
  await provider.shutdown();
  return pay.spanContext().traceId;
}

async function exportLogs(origin: string, traceId: string): Promise<void> {
  const exporter = new OTLPLogExporter({ url: `${origin}/v1/logs` });
  const provider = new LoggerProvider({ resource, processors: [new SimpleLogRecordProcessor({ exporter })] });
  provider.getLogger('test').emit({
    severityNumber: SeverityNumber.WARN,
    body: 'card refused',
    context: trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId: '00f067aa0ba902b7', traceFlags: 1 }),
  });
  await provider.shutdown();
}

async function exportMetrics(origin: string): Promise<void> {
  const exporter = new OTLPMetricExporter({ url: `${origin}/v1/metrics` });
  const readers = [new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 })];
  const provider = new MeterProvider({ resource, readers });
  provider.getMeter('test').createCounter('payments').add(3, { kind: 'card' });
  await provider.shutdown();
}

test('an SDK that sends what cannot be taken is told so in its own words', async (t) => {
  const { origin, key } = await startHttp(t, 'sensorium', ['--standalone', '--require-key']);
  const post = (headers: Record<string, string>, body: string | Uint8Array) =>
    fetch(`${origin}/v1/traces`, { method: 'POST', headers, body });
  const proto = { 'content-type': 'application/x-protobuf' };
  const keyed = { authorization: `Bearer ${key}` };
  const unknown = await post(proto, new Uint8Array());
  assert.deepEqual([unknown.status, unknown.headers.get('content-type')], [401, 'application/x-protobuf']);
  // Field 1, code: UNAUTHENTICATED.
  assert.deepEqual([...new Uint8Array(await unknown.arrayBuffer())].slice(0, 2), [0x08, 16]);
  const broken = await post({ ...keyed, 'content-type': 'application/json' }, '{');
  const { code, message } = (await broken.json()) as { code: number; message: string };
  assert.deepEqual([broken.status, code], [400, 3]);
  assert.match(message, /cannot be read/);
  const taken = await post({ ...keyed, ...proto }, new Uint8Array());
  assert.deepEqual([taken.status, (await taken.arrayBuffer()).byteLength], [200, 0]);
});
