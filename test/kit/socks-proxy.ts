/** A real SOCKS5 proxy without a login, which notes the first line of each request that passes through it. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { Cleanup } from './scratch.ts';

export interface SocksProxy {
  /** socks5://127.0.0.1:PORT */
  readonly url: string;
  /** Such as "GET /form.html". */
  readonly seen: readonly string[];
}

export async function socksProxy(t: Cleanup): Promise<SocksProxy> {
  const seen: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    sockets.add(client);
    client.on('error', () => {}).on('close', () => sockets.delete(client));
    client.once('data', () => {
      client.write(Buffer.of(5, 0));
      client.once('data', (asked) => {
        const target = connect(portOf(asked), hostOf(asked));
        target.on('error', () => client.destroy()).on('close', () => client.destroy());
        client.on('close', () => target.destroy());
        target.once('connect', () => {
          client.write(Buffer.of(5, 0, 0, 1, 0, 0, 0, 0, 0, 0));
          client.on('data', (bytes) => {
            const line = /^[A-Z]+ \S+/.exec(bytes.toString('latin1'))?.[0];
            if (line) seen.push(line);
          });
          client.pipe(target).pipe(client);
        });
      });
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { url: `socks5://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

/** VER CMD RSV ATYP ADDRESS PORT, with an address of IPv4 or a name. */
function hostOf(asked: Buffer): string {
  return asked[3] === 1 ? asked.subarray(4, 8).join('.') : asked.toString('latin1', 5, 5 + asked[4]!);
}

const portOf = (asked: Buffer) => asked.readUInt16BE(asked[3] === 1 ? 8 : 5 + asked[4]!);
