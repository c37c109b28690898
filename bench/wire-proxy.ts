// A proxy of the wire benchmark, a process of its own: `pipe` is the plain Node way, `off` and `on` are ours without
// and with capture and exchanges. Tells its port over the channel.
import { type AddressInfo, connect, createServer } from 'node:net';
import { WireEngine } from '../src/engines/wire/wire-engine.ts';
import { systemClock } from '../src/kernel/clock.ts';
import { makeLog } from '../src/kernel/log.ts';
import { Redactor } from '../src/kernel/redact.ts';

const [kind, target, directory] = process.argv.slice(2);
const targetPort = Number(target);

if (kind === 'pipe') {
  const server = createServer((client) => {
    const onward = connect({ port: targetPort, host: '127.0.0.1', noDelay: true });
    client.setNoDelay(true);
    client.on('error', () => onward.destroy());
    onward.on('error', () => client.destroy());
    client.pipe(onward);
    onward.pipe(client);
  });
  server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
} else {
  const redactor = new Redactor();
  const engine = new WireEngine({
    clock: systemClock(),
    log: makeLog('warning', (line) => process.stderr.write(line)),
    // What is told loses its secrets first, as it does on the way into the record.
    sink: (evidence) => void redactor.value(evidence.data),
    followsExchanges: kind === 'on',
  });
  if (kind === 'on') await engine.startLogging({ directory: directory ?? '.' });
  const port = await engine.addRule({ localPort: 0, targetHost: '127.0.0.1', targetPort });
  process.send?.({ port });
  process.on('message', async () => {
    await engine.flush();
    process.send?.('flushed');
  });
}
process.on('disconnect', () => process.exit(0));
