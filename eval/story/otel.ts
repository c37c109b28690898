/** The shop with OpenTelemetry's own instrumentation of http, express, pg and redis, told to our server by its address alone. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../test/kit/free-port.ts';
import { startPostgres } from '../../test/kit/postgres.ts';
import { program } from '../apps/bring.ts';
import { started } from './stand.ts';

const root = resolve(import.meta.dirname, '../..');
const KEY = 'key-of-the-evaluation';

/** Which instrumentations told of spans, and how many. */
export async function trySdk(modules: string, sdk: string): Promise<ReadonlyMap<string, number>> {
  const home = await mkdtemp(join(tmpdir(), 'story-otel-'));
  const closing: (() => Promise<unknown>)[] = [() => rm(home, { recursive: true, force: true })];
  try {
    const postgres = await startPostgres();
    closing.push(() => postgres.stop());
    const redis = await freePort();
    closing.push(
      await started('redis-server', ['--port', String(redis), '--save', '', '--bind', '127.0.0.1'], home),
    );
    const { origin, end } = await serve(home);
    closing.push(end);
    const [port, third, control] = [await freePort(), await freePort(), await freePort()];
    const shop = await program(
      `http://127.0.0.1:${control}/`,
      process.execPath,
      [join(import.meta.dirname, 'shop.cjs')],
      {
        cwd: home,
        env: {
          NODE_OPTIONS: `--require ${join(sdk, 'node_modules/@opentelemetry/auto-instrumentations-node/build/src/register.js')}`,
          OTEL_EXPORTER_OTLP_ENDPOINT: origin,
          OTEL_SERVICE_NAME: 'shop',
          OTEL_METRICS_EXPORTER: 'none',
          OTEL_BSP_SCHEDULE_DELAY: '500',
          SHOP_MODULES: modules,
          PORT: String(port),
          THIRD_PORT: String(third),
          SWITCH_PORT: String(control),
          THIRD_URL: `http://127.0.0.1:${third}`,
          DB_URL: postgres.url,
          DB_ADMIN: postgres.url,
          REDIS_URL: `redis://127.0.0.1:${redis}`,
        },
      },
    );
    closing.push(() => shop.stop());
    await fetch(`http://127.0.0.1:${control}/?name=`, { method: 'POST' });
    for (const path of ['/api/orders', '/api/profile/7', '/api/orders/3'])
      await fetch(`http://127.0.0.1:${port}${path}`);
    await sleep(3000);
    const { spans } = await observe(origin, { what: 'spans', limit: 500, budget: 1_000_000 });
    const counts = new Map<string, number>();
    for (const { scope } of spans) counts.set(scope, (counts.get(scope) ?? 0) + 1);
    return counts;
  } finally {
    for (const one of closing.toReversed()) await one();
  }
}

async function serve(home: string) {
  const flags = ['--standalone', '--port', '0', '--api-key', KEY, '--state-dir', join(home, 'state')];
  const child = spawn(process.execPath, [join(root, 'bin/sensorium.cjs'), ...flags], { cwd: home });
  let said = '';
  child.stderr.on('data', (part: Buffer) => {
    said += part;
  });
  const until = performance.now() + 20_000;
  while (!/https?:\/\/\S+\/mcp/.test(said) && performance.now() < until) await sleep(50);
  const [, origin = ''] = /(https?:\/\/[^\s/]+)\/mcp/.exec(said) ?? [];
  const end = async () => {
    const gone = once(child, 'exit');
    child.kill();
    await gone;
  };
  return { origin, end };
}

async function observe(origin: string, args: object): Promise<{ spans: readonly { scope: string }[] }> {
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'observe', arguments: args },
  });
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    authorization: `Bearer ${KEY}`,
  };
  const answer = await fetch(`${origin}/mcp`, { method: 'POST', headers, body });
  const { result } = (await answer.json()) as {
    result: { structuredContent: { spans: { scope: string }[] } };
  };
  return result.structuredContent;
}
