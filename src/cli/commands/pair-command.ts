import type { PairingParts } from '../../assemble/command-parts.ts';
import { pairParts } from '../../assemble/command-parts.ts';
import { fault } from '../../kernel/fault.ts';
import type { Running } from './run-command.ts';

/** Pairs a browser by the code that it shows; tells which are paired, and parts with one. */
export async function pairCommand(running: Running, [word = '', id]: readonly string[]): Promise<void> {
  const parts = await pairParts();
  const desk = await deskOf(running, parts);
  if (word === 'list') await print(listWords(await desk.list()));
  else if (word === 'revoke') {
    await desk.revoke(id ?? '');
    await print('This browser is no longer paired, and nothing of it is taken any more.');
  } else {
    const { name, id: paired } = await desk.pair(word);
    await print(`${name} is paired, as ${paired}.`);
  }
}

/** The server on the port that was named; else the app, or a command that works alone and lets browsers in. */
async function deskOf({ config, assembly }: Running, parts: PairingParts) {
  const { askApp, keptKey, PairingDesk, EXTENSION_PORTS } = parts;
  const app = config.port === undefined ? await askApp(assembly.address) : undefined;
  // Where there is no folder of ours yet, nobody can be there.
  const key = config.apiKey ?? (await keptKey(assembly.state).catch(() => ''));
  if (app) return new PairingDesk(new URL(app.endpoint).origin, key);
  const at = (port: number) => new PairingDesk(`http://localhost:${port}`, key);
  if (config.port !== undefined) return at(config.port);
  for (const port of EXTENSION_PORTS) if (await at(port).isThere()) return at(port);
  throw fault('APP_UNAVAILABLE', { product: 'Sensorium' });
}

type Paired = Awaited<ReturnType<InstanceType<PairingParts['PairingDesk']>['list']>>;

function listWords(paired: Paired): string {
  if (paired.length === 0) return 'No browser is paired.';
  return paired
    .map(({ id, name, since, isConnected }) => {
      const day = new Date(since).toISOString().slice(0, 10);
      return `${id}  ${name}, paired ${day}, ${isConnected ? 'connected' : 'not connected'}`;
    })
    .join('\n');
}

const print = (words: string) => new Promise((done) => process.stdout.write(`${words}\n`, done));
