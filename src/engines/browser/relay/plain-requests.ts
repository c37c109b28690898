import { Agent, createServer, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps, Agent as TlsAgent } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { join } from './sockets.ts';
import { loginOf, type Target, type Upstream } from './upstream.ts';

export type PassPlain = (browser: Socket, target: Target) => void;

/**
 * Proxies of HTTP are asked for plain pages with the whole address, request by request: many of them open tunnels to
 * port 443 only. A WebSocket needs a tunnel all the same.
 */
export function passPlain(upstream: Upstream, tunnel: (target: Target) => Promise<Socket>): PassPlain {
  const { host, port } = upstream;
  const isTls = upstream.scheme === 'https';
  const agent = isTls ? new TlsAgent({ keepAlive: true }) : new Agent({ keepAlive: true });
  const login = loginOf(upstream).flatMap((words) => ['Proxy-Authorization', words]);
  const targets = new WeakMap<Duplex, Target>();
  // It listens on nothing: connections of the browser are handed to it.
  const server = createServer((incoming, response) => {
    const { host: name, port: number } = targets.get(incoming.socket)!;
    const path = `http://${incoming.headers.host ?? `${name}:${number}`}${incoming.url}`;
    const headers = [...incoming.rawHeaders, ...login];
    const settings = { host, port, agent, method: incoming.method ?? 'GET', path, headers };
    const onward = (isTls ? requestHttps : requestHttp)(settings, (answer) => {
      response.sendDate = false;
      response.writeHead(answer.statusCode ?? 502, answer.statusMessage, answer.rawHeaders);
      answer.on('error', () => response.destroy());
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    incoming.pipe(onward);
  });
  server.on('upgrade', (incoming: IncomingMessage, browser: Socket, first: Buffer) => {
    tunnel(targets.get(browser)!).then(
      (onward) => {
        onward.write(headOf(incoming));
        onward.write(first);
        join(browser, onward);
      },
      () => browser.destroy(),
    );
  });
  return (browser, target) => {
    targets.set(browser, target);
    server.emit('connection', browser);
    browser.resume(); // what was read already comes first
  };
}

function headOf({ method, url, rawHeaders }: IncomingMessage): string {
  const lines = rawHeaders.flatMap((name, at) =>
    at % 2 === 0 ? [`${name}: ${rawHeaders[at + 1]}\r\n`] : [],
  );
  return `${method} ${url} HTTP/1.1\r\n${lines.join('')}\r\n`;
}
