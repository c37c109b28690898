/** A person's own Firefox with the extension in it, over WebDriver BiDi. */
import { spawn } from 'node:child_process';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { endProcess } from '../../src/engines/browser/launch/end-process.ts';
import { eventually } from './own-browser.ts';
import { type Cleanup, scratch } from './scratch.ts';
import { root } from './start-server.ts';
import { Arrivals } from './waiting.ts';

/** Firefox makes one up for each profile, unless its settings have one. */
const UUID = '11111111-2222-4333-8444-555555555555';
const START_MS = 60_000;

export interface FirefoxPage {
  evaluate<T = unknown>(expression: string): Promise<T>;
  until(expression: string): Promise<void>;
  /** By the browser's own mouse. */
  click(selector: string): Promise<void>;
}

interface Answer {
  readonly id?: number;
  readonly error?: string;
  readonly message?: string;
  // biome-ignore lint/suspicious/noExplicitAny: each command has an answer of its own
  readonly result?: any;
}

export class OwnFirefox {
  /** What its scripts fail with. */
  readonly failures: Arrivals<string>;
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #last = 0;

  private constructor(socket: WebSocket, failures: Arrivals<string>) {
    this.#socket = socket;
    this.failures = failures;
    socket.on('message', (data) => {
      const answer = JSON.parse(String(data)) as Answer;
      if (answer.id !== undefined) this.#waiting.get(answer.id)?.(answer);
    });
  }

  /** With these sites granted, as a person would grant them in the popup. */
  static async start(t: Cleanup, sites: readonly string[] = ['http://127.0.0.1/*']): Promise<OwnFirefox> {
    const folder = await scratch(t);
    const extension = join(folder, 'extension');
    await cp(join(root, 'dist', 'extension-firefox'), extension, { recursive: true });
    const path = join(extension, 'manifest.json');
    const manifest = JSON.parse(await readFile(path, 'utf8'));
    await writeFile(path, JSON.stringify({ ...manifest, host_permissions: sites }));
    const { id } = manifest.browser_specific_settings.gecko;
    const settings = {
      'extensions.webextensions.uuids': JSON.stringify({ [id]: UUID }),
      'app.update.enabled': false,
      'datareporting.policy.dataSubmissionEnabled': false,
      'network.captive-portal-service.enabled': false,
      'network.connectivity-service.enabled': false,
      'browser.startup.page': 0,
    };
    const words = Object.entries(settings).map(
      ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
    );
    await writeFile(join(folder, 'user.js'), words.join('\n'));
    // Only with system access pages of an extension can be looked at.
    const args = ['--headless', '--no-remote', '--remote-allow-system-access', '--remote-debugging-port=0'];
    const child = spawn('firefox-esr', [...args, '--profile', folder], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, HOME: folder },
      detached: true,
    });
    t.after(() => endProcess(child.pid!, 0));
    const lines = new Arrivals<string>();
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      for (const line of text.split('\n')) lines.push(line);
    });
    const listens = await lines.first((line) => /ws:\/\/\S+/.test(line), 'the browser listens', START_MS);
    const socket = new WebSocket(`${/ws:\/\/\S+/.exec(listens)![0]}/session`);
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    t.after(() => socket.terminate());
    const firefox = new OwnFirefox(socket, lines);
    await firefox.send('session.new', { capabilities: {} });
    await firefox.send('webExtension.install', { extensionData: { type: 'path', path: extension } });
    return firefox;
  }

  async send(method: string, params: object = {}): Promise<Answer['result']> {
    const id = ++this.#last;
    const { promise, resolve } = Promise.withResolvers<Answer>();
    this.#waiting.set(id, resolve);
    this.#socket.send(JSON.stringify({ id, method, params }));
    const { result, error, message } = await promise;
    this.#waiting.delete(id);
    if (error) throw new Error(`${method}: ${error} ${message}`);
    return result;
  }

  async open(url: string): Promise<FirefoxPage> {
    const { context } = await this.send('browsingContext.create', { type: 'tab' });
    await this.send('browsingContext.navigate', { context, url, wait: 'complete' });
    const evaluate = async <T>(expression: string): Promise<T> => {
      const told = await this.send('script.evaluate', {
        expression: `Promise.resolve(${expression}).then((value) => JSON.stringify(value ?? null))`,
        target: { context },
        awaitPromise: true,
      });
      if (told.type !== 'success') throw new Error(told.exceptionDetails?.text ?? expression);
      return JSON.parse(told.result.value);
    };
    return {
      evaluate,
      until: (expression) => eventually(() => evaluate<boolean>(expression), expression),
      click: async (selector) => {
        const { nodes } = await this.send('browsingContext.locateNodes', {
          context,
          locator: { type: 'css', value: selector },
        });
        const origin = { type: 'element', element: { sharedId: nodes[0].sharedId } };
        const actions = [
          { type: 'pointerMove', x: 0, y: 0, origin },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ];
        await this.send('input.performActions', {
          context,
          actions: [{ type: 'pointer', id: 'mouse', actions }],
        });
      },
    };
  }

  popup(): Promise<FirefoxPage> {
    return this.open(`moz-extension://${UUID}/popup.html`);
  }
}
