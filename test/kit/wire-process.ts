// A wire engine in a process of its own, told what to do over the channel: for tests that kill it, and for loads that
// need all the descriptors of a process for themselves.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { WireEngine } from '../../src/engines/wire/wire-engine.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { makeLog } from '../../src/kernel/log.ts';

export interface WireProcessOptions {
  readonly directory: string;
  readonly targetPort: number;
  readonly flushMillis?: number;
}

/** What the process answers when it is asked. */
export interface WireProcessState {
  readonly port: number;
  readonly writtenBytes: number;
  readonly lostBytes: number;
  readonly flows: number;
  readonly live: number;
  readonly peakMegabytes: number;
}

export async function startWireProcess(options: WireProcessOptions) {
  const child = fork(new URL(import.meta.url), [JSON.stringify(options)]);
  const ask = async (what: 'state' | 'flush' | 'close'): Promise<WireProcessState> => {
    child.send(what);
    const [state] = (await once(child, 'message')) as [WireProcessState];
    return state;
  };
  const { port } = await ask('state');
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  return { port, ask, kill };
}

async function serve({ directory, targetPort, flushMillis = 50 }: WireProcessOptions): Promise<void> {
  let flows = 0;
  const engine = new WireEngine({
    clock: systemClock(),
    log: makeLog('warning', (line) => process.stderr.write(line)),
    sink: () => {
      flows++;
    },
    flushMillis,
  });
  await engine.startLogging({ directory });
  const port = await engine.addRule({ localPort: 0, targetHost: '127.0.0.1', targetPort });
  process.on('message', (what) => {
    void (async () => {
      if (what === 'flush') await engine.flush();
      const { writtenBytes = 0, lostBytes = 0 } = engine.destinations()[0] ?? {};
      if (what === 'close') await engine.close();
      const peakMegabytes = process.resourceUsage().maxRSS / 1024;
      const { live } = engine.stats().connections;
      process.send?.({
        port,
        writtenBytes,
        lostBytes,
        flows,
        live,
        peakMegabytes,
      } satisfies WireProcessState);
    })();
  });
  process.on('disconnect', () => process.exit(0));
}

if (import.meta.main && process.send) {
  await serve(JSON.parse(process.argv[2] ?? '{}') as WireProcessOptions);
}
