/** A site of a test's own and the telemetry tools in a browser, for all tests of one file. */
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { type Routes, type Site, startSite } from './site.ts';
import { type Answer, type TelemetryRig, telemetryRig } from './telemetry-rig.ts';

export class AnalyzeRig {
  #site: Site | undefined;
  #tools: TelemetryRig | undefined;
  readonly #endings: (() => unknown)[] = [];

  constructor(routes: Routes) {
    before(async () => {
      this.#site = await startSite(routes);
      this.#tools = await telemetryRig({ after: (ending) => void this.#endings.unshift(ending) });
    });
    after(async () => {
      for (const end of this.#endings) await end();
      await this.#site?.close();
    });
  }

  get site(): Site {
    return this.#site!;
  }

  get tools(): TelemetryRig {
    return this.#tools!;
  }

  async open(path: string): Promise<void> {
    await this.act('navigate', { url: path.startsWith('http') ? path : this.site.url(path) });
  }

  async act(action: string, args: object = {}): Promise<Answer['data']> {
    return this.#well(await this.tools.call('interact', { action, ...args }));
  }

  /** The answer as it is, also a refusal. */
  call(what: string, args: object = {}): Promise<Answer> {
    return this.tools.call('analyze', { what, budget: 100_000, ...args });
  }

  /** What a mode found; for one that asks a page, the result of its command. */
  async look(what: string, args: object = {}): Promise<Answer['data']> {
    const data = this.#well(await this.call(what, args));
    return data.result ?? data;
  }

  #well({ isError, data, summary }: Answer): Answer['data'] {
    assert.equal(isError, false, `${summary} ${JSON.stringify(data)}`);
    return data;
  }
}
