/** A real `sensorium app` and a browser that its person has paired with it, as they would. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';
import { grantedExtension } from './granted-extension.ts';
import { OwnBrowser, type OwnPage } from './own-browser.ts';
import { type Cleanup, scratch } from './scratch.ts';
import { root, scratchEnvironment } from './start-server.ts';
import { type RunningApp, startWebApp } from './web-app.ts';

const run = promisify(execFile);

/** `sensorium pair …`, typed by the person whose app it is. */
export async function typed(home: string, ...words: readonly string[]) {
  const args = [join(root, 'bin', 'sensorium.cjs'), 'pair', ...words];
  const done = run(process.execPath, args, { env: scratchEnvironment(home) });
  return done.then(
    ({ stdout }) => ({ code: 0, words: stdout }),
    ({ code, stderr }) => ({ code: code as number, words: stderr as string }),
  );
}

export const says = (words: string) => `document.getElementById('sentence').textContent.includes('${words}')`;
export const press = (id: string) => `document.getElementById('${id}').click()`;
export const codeOf = (popup: OwnPage) =>
  popup.evaluate<string>(`document.getElementById('code').textContent`);

export interface PairedApp {
  readonly app: RunningApp;
  readonly home: string;
  readonly port: number;
  readonly browser: OwnBrowser;
  /** In a tab of its own. */
  readonly popup: OwnPage;
}

export async function startPairedApp(t: Cleanup, sites?: string[], args: string[] = []): Promise<PairedApp> {
  const [home, port] = [await scratch(t), await freePort()];
  const app = await startWebApp(t, ['--port', String(port), ...args], { home });
  const browser = await OwnBrowser.start(t, await grantedExtension(t, sites));
  const popup = await browser.popup(port);
  await popup.evaluate(press('pair'));
  await popup.until(says('sensorium pair'));
  const { code, words } = await typed(home, await codeOf(popup));
  if (code !== 0) throw new Error(words);
  await popup.until(says('Connected to Sensorium'));
  return { app, home, port, browser, popup };
}
