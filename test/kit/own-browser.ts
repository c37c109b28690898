/**
 * A person's own browser with the extension in it. Nobody is attached to the extension's worker, as Playwright would
 * be, so that it sleeps and dies as it does with people.
 */
import { spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { EXTENSION_ID, EXTENSION_ORIGIN } from '../../src/contract/extension.ts';
import { endProcess, isAlive } from '../../src/engines/browser/launch/end-process.ts';
import { findBrowser } from '../../src/engines/browser/launch/find-browser.ts';
import { QUIET_ARGS } from './browser.ts';
import { type Cleanup, scratch } from './scratch.ts';
import { root } from './start-server.ts';

const LIMIT_MS = 30_000;

type Answer = {
  readonly id?: number;
  readonly result?: never;
  readonly error?: { readonly message: string };
};

/** One page that is looked at, over DevTools. */
export interface OwnPage {
  readonly target: string;
  evaluate<T = unknown>(expression: string): Promise<T>;
  /** Waits until the expression is true. */
  until(expression: string): Promise<void>;
  send(method: string, params?: object): Promise<unknown>;
}

export class OwnBrowser {
  readonly #pid: number;
  readonly #socket: WebSocket;
  /** Of its profile. */
  readonly folder: string;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #last = 0;

  private constructor(socket: WebSocket, folder: string, pid: number) {
    this.#pid = pid;
    this.#socket = socket;
    this.folder = folder;
    socket.on('message', (data) => {
      const answer = JSON.parse(String(data)) as Answer;
      if (answer.id !== undefined) this.#waiting.get(answer.id)?.(answer);
    });
  }

  /** `null`: without an extension. With a `profile` it goes on where another one has ended. */
  static async start(
    t: Cleanup,
    extension: string | null = join(root, 'dist', 'extension'),
    profile?: string,
  ): Promise<OwnBrowser> {
    const folder = profile ?? (await scratch(t));
    // One that ran before has left it there.
    await rm(join(folder, 'DevToolsActivePort'), { force: true });
    const found = await findBrowser({ env: process.env });
    const args = [
      ...QUIET_ARGS,
      '--headless=new',
      '--no-sandbox',
      '--remote-debugging-port=0',
      '--disable-features=DisableLoadExtensionCommandLineSwitch',
      '--enable-unsafe-extension-debugging',
      ...(extension === null ? [] : [`--load-extension=${extension}`]),
      `--user-data-dir=${folder}`,
      'about:blank',
    ];
    const child = spawn(found!.path, args, { stdio: 'ignore', detached: true });
    t.after(() => endProcess(child.pid!, 0));
    const socket = new WebSocket(await endpointOf(folder));
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    t.after(() => socket.terminate());
    return new OwnBrowser(socket, folder, child.pid!);
  }

  /** As a person closes the last window: what belongs to the profile is written down first. */
  async end(): Promise<void> {
    await this.send('Browser.close');
    await eventually(() => !isAlive(this.#pid), 'the browser has ended');
  }

  async send<T = unknown>(method: string, params: object = {}, sessionId?: string): Promise<T> {
    const id = ++this.#last;
    const { promise, resolve } = Promise.withResolvers<Answer>();
    this.#waiting.set(id, resolve);
    this.#socket.send(JSON.stringify({ id, method, params, sessionId }));
    const { result, error } = await promise;
    this.#waiting.delete(id);
    if (error) throw new Error(`${method}: ${error.message}`);
    return result as T;
  }

  /** Opens an address in a tab, and waits until it is there. */
  async open(url: string): Promise<OwnPage> {
    const { targetId } = await this.send<{ targetId: string }>('Target.createTarget', { url });
    return this.#attach(targetId, url);
  }

  async #attach(targetId: string, url: string): Promise<OwnPage> {
    const { sessionId } = await this.send<{ sessionId: string }>('Target.attachToTarget', {
      targetId,
      flatten: true,
    });
    const evaluate = this.#evaluateIn(sessionId);
    const path = JSON.stringify(new URL(url).pathname);
    const isThere = `location.pathname === ${path} && document.readyState === 'complete'`;
    await eventually(() => evaluate<boolean>(isThere).catch(() => false), `${url} is there`);
    return {
      target: targetId,
      evaluate,
      until: (expression) => eventually(() => evaluate<boolean>(expression), expression),
      send: (method, params) => this.send(method, params, sessionId),
    };
  }

  #evaluateIn(sessionId: string) {
    return async <T>(expression: string): Promise<T> => {
      const { result, exceptionDetails } = await this.send<{
        result: { value: T };
        exceptionDetails?: { exception?: { description?: string } };
      }>('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true }, sessionId);
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? expression);
      return result.value;
    };
  }

  /** The popup as it opens over a page when the person presses the button of the extension. */
  async popupOver({ target }: OwnPage): Promise<OwnPage> {
    const url = `${EXTENSION_ORIGIN}/popup.html`;
    const before = new Set((await this.targets('page')).map(({ targetId }) => targetId));
    await this.send('Target.activateTarget', { targetId: target });
    const tab = await this.#tabOf(target);
    await this.send('Extensions.triggerAction', { id: EXTENSION_ID, targetId: tab });
    let popup: string | undefined;
    await eventually(async () => {
      const found = (await this.targets('page')).find((one) => one.url === url && !before.has(one.targetId));
      popup = found?.targetId;
      return popup;
    }, 'the popup opens');
    const page = await this.#attach(popup!, url);
    await page.until(`Boolean(document.getElementById('sentence')?.textContent)`);
    return page;
  }

  /** The tab around a page is a target of its own. */
  async #tabOf(page: string): Promise<string> {
    const { sessionId } = await this.send<{ sessionId: string }>('Target.attachToTarget', {
      targetId: page,
      flatten: true,
    });
    const mark = `looked for ${page}`;
    const run = (expression: string) =>
      this.send<{ result: { value: string } }>('Runtime.evaluate', { expression }, sessionId);
    const { result } = await run(`{ const was = document.title; document.title = '${mark}'; was }`);
    let tab = '';
    await eventually(async () => {
      const all = await this.send<{ targetInfos: { targetId: string; type: string; title: string }[] }>(
        'Target.getTargets',
        { filter: [{ type: 'tab' }] },
      );
      tab = all.targetInfos.find(({ type, title }) => type === 'tab' && title === mark)?.targetId ?? '';
      return tab;
    }, 'the tab of the page');
    await run(`document.title = ${JSON.stringify(result.value)}`);
    return tab;
  }

  /** The popup, in a tab of its own. */
  async popup(port?: number): Promise<OwnPage> {
    const page = await this.open(`${EXTENSION_ORIGIN}/popup.html`);
    await page.until(`Boolean(document.getElementById('sentence')?.textContent)`);
    if (port !== undefined) {
      await page.evaluate(`{ const port = document.getElementById('port');
        port.value = '${port}'; port.dispatchEvent(new Event('change')); }`);
      await page.until(`chrome.storage.local.get('port').then(({ port }) => port === ${port})`);
    }
    return page;
  }

  async targets(type: string): Promise<readonly { readonly targetId: string; readonly url: string }[]> {
    type Infos = { targetInfos: { targetId: string; type: string; url: string }[] };
    const { targetInfos } = await this.send<Infos>('Target.getTargets');
    return targetInfos.filter((info) => info.type === type);
  }

  /** The extension's worker, which does not sleep from then on. */
  async worker(): Promise<Pick<OwnPage, 'evaluate'>> {
    const own = (await this.targets('service_worker')).find(({ url }) => url.startsWith(EXTENSION_ORIGIN));
    const { sessionId } = await this.send<{ sessionId: string }>('Target.attachToTarget', {
      targetId: own?.targetId,
      flatten: true,
    });
    return { evaluate: this.#evaluateIn(sessionId) };
  }

  /** Ends the extension's worker, as the browser does when it is short of memory; whether there was one. */
  async killWorker(): Promise<boolean> {
    const workers = await this.targets('service_worker');
    const own = workers.find(({ url }) => url.startsWith(EXTENSION_ORIGIN));
    if (!own) return false;
    await this.send('Target.closeTarget', { targetId: own.targetId }).catch(() => {}); // it went by itself
    return true;
  }
}

/** Waits until something is so; what it waits for is named when it never is. */
export async function eventually(isSo: () => Promise<unknown> | unknown, what: string): Promise<void> {
  const end = Date.now() + LIMIT_MS;
  for (;;) {
    if (await isSo()) return;
    if (Date.now() > end) throw new Error(`Never came true: ${what}`);
    await pause(50);
  }
}

/** Where a browser with this profile takes DevTools, once it does. */
export async function endpointOf(folder: string): Promise<string> {
  let found = '';
  await eventually(async () => {
    const text = await readFile(join(folder, 'DevToolsActivePort'), 'utf8').catch(() => '');
    const [port, path] = text.split('\n');
    found = port && path ? `ws://127.0.0.1:${port}${path}` : '';
    return found;
  }, 'the browser listens');
  return found;
}
