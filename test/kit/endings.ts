/** Processes that are told to end at the very moment when a tapped connection closes. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { freePort } from './free-port.ts';
import { ruledPort, toolCall } from './json-rpc.ts';
import type { Cleanup } from './scratch.ts';
import { startHttp } from './start-http.ts';
import { type Exit, type ServerProcess, startServer } from './start-server.ts';

interface Tapped {
  readonly server: ServerProcess;
  readonly port: number;
  end(): void;
}

/** Each starts a command with one rule to that port, and says how its user ends it. */
export const waysToEnd = {
  async 'stdin ends'(t, target) {
    const server = await startServer(t, 'sensorium', ['--standalone']);
    await server.initialize();
    const { result } = await server.call('add-port-rule', ruleTo(target));
    return { server, port: ruledPort(result), end: () => server.endInput() };
  },
  async 'SIGTERM to --port'(t, target) {
    const { server, rpc } = await startHttp(t, 'sensorium');
    const { answer } = await rpc(toolCall(1, 'add-port-rule', ruleTo(target)));
    return { server, port: ruledPort(answer!.result), end: () => server.kill() };
  },
  async 'SIGTERM to rawprox'(t, target) {
    const port = await freePort();
    const server = await startServer(t, 'rawprox', [`${port}:127.0.0.1:${target}`, '--flush-millis', '20']);
    await server.lines.first((line) => line.includes('start-logging'), 'start-logging');
    return { server, port, end: () => server.kill() };
  },
} satisfies Record<string, (t: Cleanup, target: number) => Promise<Tapped>>;

export type WayToEnd = keyof typeof waysToEnd;

/** `target` echoes. What the process left behind, and how long its end took. */
export async function endWhileClosing(
  t: Cleanup,
  way: WayToEnd,
  target: number,
): Promise<Exit & { readonly stderr: string; readonly millis: number }> {
  const { server, port, end } = await waysToEnd[way](t, target);
  // Several: each is at another point of its close when the end comes.
  const clients = await Promise.all(Array.from({ length: 5 }, () => echoed(port)));
  for (const client of clients) client.destroy();
  end();
  const began = performance.now();
  const exit = await server.exit;
  return { ...exit, stderr: server.stderr, millis: performance.now() - began };
}

async function echoed(port: number) {
  const client = connect(port, '127.0.0.1').on('error', () => undefined);
  client.write('x');
  await once(client, 'data');
  return client;
}

const ruleTo = (target: number) => ({ local_port: 0, target_host: '127.0.0.1', target_port: target });
