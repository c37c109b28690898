/** A site that pages may visit, full of deeds that ask for another one; and that other one, which notes who comes. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Cleanup } from './scratch.ts';
import { Arrivals } from './waiting.ts';

export interface Site {
  /** http://127.0.0.1:port */
  readonly origin: string;
  /** Paths that were asked for. */
  readonly asked: Arrivals<string>;
  /** Connections, whether or not anything was asked on them. */
  readonly connections: () => number;
}

const SCRIPTS: Readonly<Record<string, string>> = {
  '/worker.js': `
    const target = new URL(location).searchParams.get('target');
    const socket = () => new Promise((done) => {
      const socket = new WebSocket(target.replace('http', 'ws') + '-socket');
      socket.onopen = socket.onerror = done;
    });
    const deed = () => Promise.allSettled([fetch(target + '-fetch', { mode: 'no-cors' }), socket()]);
    if ('onconnect' in self) onconnect = ({ ports: [port] }) => deed().then(() => port.postMessage('done'));
    else if ('oninstall' in self) oninstall = (event) => event.waitUntil(deed());
    else deed().then(() => postMessage('done'));`,
};

export async function startSite(t: Cleanup): Promise<Site> {
  const asked = new Arrivals<string>();
  let connections = 0;
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://site');
    asked.push(url.pathname);
    const to = url.searchParams.get('to');
    if (to) return void response.writeHead(302, { location: to, 'access-control-allow-origin': '*' }).end();
    const script = SCRIPTS[url.pathname];
    response.setHeader('content-type', script ? 'text/javascript' : 'text/html');
    response.setHeader('access-control-allow-origin', '*');
    response.end(script ?? '<title>Site</title><p>Hello');
  });
  server.on('upgrade', ({ url = '' }, socket: Socket) => {
    asked.push(url);
    socket.destroy();
  });
  server.on('connection', () => connections++);
  const port = await listening(t, server);
  return { origin: `http://127.0.0.1:${port}`, asked, connections: () => connections };
}

async function listening(t: Cleanup, server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
}

/** Hears datagrams: what WebRTC and WebTransport send. */
export async function startUdp(t: Cleanup): Promise<{ port: number; heard: Arrivals<string> }> {
  const heard = new Arrivals<string>();
  const socket = createSocket('udp4', (bytes) => heard.push(bytes.toString('latin1')));
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  t.after(() => new Promise<void>((resolve) => socket.close(() => resolve())));
  return { port: socket.address().port, heard };
}

/**
 * Deeds of a page, by name. Each asks for `target`, which ends in its name, or for addresses that begin with it, and
 * is done when the browser has told the page how it went.
 */
export const DEEDS: Readonly<Record<string, string>> = {
  image: `(target) => new Promise((done) => {
    const image = new Image();
    image.onload = image.onerror = done;
    image.src = target;
  })`,
  preload: `(target) => new Promise((done) => {
    const link = Object.assign(document.createElement('link'), { rel: 'preload', as: 'script', href: target });
    link.onload = link.onerror = done;
    document.head.append(link);
  })`,
  'fetch-redirect': "(target) => fetch('/redirect?to=' + target).catch(() => {})",
  'image-redirect': `(target) => new Promise((done) => {
    const image = new Image();
    image.onload = image.onerror = done;
    image.src = '/redirect?to=' + target;
  })`,
  'frame-redirect': `(target) => new Promise((done) => {
    const frame = document.createElement('iframe');
    frame.onload = done;
    frame.src = '/redirect?to=' + target;
    document.body.append(frame);
  })`,
  'page-socket': `(target) => new Promise((done) => {
    const socket = new WebSocket(target.replace('http', 'ws'));
    socket.onopen = socket.onerror = done;
  })`,
  'event-source': `(target) => new Promise((done) => {
    const source = new EventSource('/redirect?to=' + target);
    source.onerror = () => { source.close(); done(); };
  })`,
  worker: `(target) => new Promise((done) => {
    new Worker('/worker.js?target=' + target).onmessage = done;
  })`,
  'shared-worker': `(target) => new Promise((done) => {
    new SharedWorker('/worker.js?target=' + target).port.onmessage = done;
  })`,
  'service-worker': `async (target) => {
    await navigator.serviceWorker.register('/worker.js?target=' + target);
    await navigator.serviceWorker.ready;
  }`,
};

/** Done while the page is left: nobody in it hears how it went. */
export const LAST_DEEDS: Readonly<Record<string, string>> = {
  keepalive: "(target) => { onpagehide = () => void fetch(target, { keepalive: true, mode: 'no-cors' }); }",
  'keepalive-redirect':
    "(target) => { onpagehide = () => void fetch('/redirect?to=' + target, { keepalive: true, mode: 'no-cors' }); }",
  beacon: '(target) => { onpagehide = () => void navigator.sendBeacon(target, "bye"); }',
};

/** Paths by which each deed is known at the other site. */
export const tracesOf = (name: string): readonly string[] =>
  name.endsWith('worker') ? [`/${name}-fetch`, `/${name}-socket`] : [`/${name}`];
