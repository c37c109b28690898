/** The server's side of the extension alone, and what it has put into the record. */
import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { WebSocketServer } from 'ws';
import type { Evidence } from '../../src/contract/evidence.ts';
import { EXTENSION_PATH } from '../../src/contract/extension.ts';
import { Observers } from '../../src/engines/browser/capture/capture.ts';
import type { WatchedBrowser } from '../../src/engines/browser/capture/watched/watched-browser.ts';
import { OwnBrowsers } from '../../src/engines/browser/drivers/own/own-browsers.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { makeLog } from '../../src/kernel/log.ts';
import { BrowserBook } from '../../src/transport/extension/browser-book.ts';
import { ExtensionDoor } from '../../src/transport/extension/extension-door.ts';
import { freePort } from './free-port.ts';
import { grantedExtension } from './granted-extension.ts';
import { OwnBrowser, type OwnPage } from './own-browser.ts';
import { type Cleanup, scratch } from './scratch.ts';
import { Arrivals } from './waiting.ts';

export class ExtensionServer {
  readonly arrivals = new Arrivals<Evidence>();
  readonly complaints: string[] = [];
  readonly bodies = new Map<string, string>();
  readonly port: number;
  readonly #state: string;
  #door!: ExtensionDoor;
  #server: Server | undefined;
  #sockets: WebSocketServer | undefined;
  readonly browsers = new OwnBrowsers();
  watched: WatchedBrowser | undefined;
  #tabs = 0;

  private constructor(port: number, state: string) {
    this.port = port;
    this.#state = state;
  }

  static async start(t: Cleanup): Promise<ExtensionServer> {
    const server = new ExtensionServer(await freePort(), await scratch(t));
    await server.begin();
    t.after(() => server.stop());
    return server;
  }

  async begin(): Promise<void> {
    const log = makeLog('warning', (line) => this.complaints.push(line));
    const observers = new Observers({
      clock: systemClock(),
      log,
      sink: (item) => this.arrivals.push(item),
      putBody: async (content) => {
        const bytes = Buffer.from(content);
        const blob = createHash('sha256').update(bytes).digest('hex');
        this.bodies.set(blob, bytes.toString());
        return { blob, length: bytes.length, stored: bytes.length };
      },
    });
    const { browser, rules } = observers.ofPerson('own', { nameTab: async () => `t${++this.#tabs}` });
    this.watched = browser;
    const watcher = { rules, take: (all: readonly unknown[]) => browser.take(all), end: () => browser.end() };
    this.#door = new ExtensionDoor({
      book: new BrowserBook(this.#state),
      log,
      watch: async () => watcher,
      drives: this.browsers,
    });
    this.#server = createServer((_, response) => void response.writeHead(404).end());
    this.#sockets = new WebSocketServer({ server: this.#server, path: EXTENSION_PATH });
    this.#sockets.on('connection', (socket) => this.#door.open(socket));
    await new Promise<void>((resolve) => {
      this.#server?.listen(this.port, '127.0.0.1', resolve);
    });
  }

  /** As a program that is asked to end, or as one that is killed. */
  async stop(isKilled = false): Promise<void> {
    if (!isKilled) await this.#door.close();
    for (const socket of this.#sockets?.clients ?? []) socket.terminate();
    this.#server?.closeAllConnections();
    this.#server?.close();
  }

  /** A browser that is paired with this server and lets it watch these sites, or those of an extension. */
  async browser(
    t: Cleanup,
    granted?: readonly string[] | string,
  ): Promise<{ browser: OwnBrowser; popup: OwnPage }> {
    const folder = typeof granted === 'string' ? granted : await grantedExtension(t, granted);
    const browser = await OwnBrowser.start(t, folder);
    const popup = await browser.popup(this.port);
    await popup.evaluate(`document.getElementById('pair').click()`);
    await popup.until(`document.getElementById('sentence').textContent.includes('sensorium pair')`);
    await this.pair(await popup.evaluate(`document.getElementById('code').textContent`));
    await popup.until(`document.getElementById('sentence').textContent.includes('Connected')`);
    await popup.until(`chrome.scripting.getRegisteredContentScripts().then((all) => all.length === 2)`);
    return { browser, popup };
  }

  /** As a person types the code of a popup. */
  async pair(code: string): Promise<void> {
    await this.#door.pair(code, 'anybody');
  }

  /** What was seen so far in the console, in its order. */
  get lines(): readonly string[] {
    return this.arrivals.all.flatMap((item) => (item.stream === 'console' ? [item.data.message] : []));
  }
}
