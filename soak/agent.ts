/** One agent: mixed work on all toolsets, and a note of all that was acknowledged as kept. */
import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ruledPort } from '../test/kit/json-rpc.ts';
import type { Ledger } from './ledger.ts';
import type { Random } from './random.ts';
import type { Client, Server } from './servers.ts';

interface Answer {
  readonly text: string;
  readonly data: Record<string, unknown>;
  readonly isError: boolean;
}

export interface World {
  readonly site: string;
  readonly sitePort: number;
  readonly echoPort: number;
  readonly hasDisplay: boolean;
}

/** Whatever is done to a server, its answers were thought of before. */
const UNFORESEEN = /\bINTERNAL\b|something unforeseen/i;

/** A planned kill took the connection: what was under way is nobody's fault. */
class Cut extends Error {}

export class Agent {
  readonly name: string;
  readonly server: Server;
  readonly #world: World;
  readonly #ledger: Ledger;
  readonly #random: Random;
  #client: Client | undefined;
  #seenKills = 0;
  #tap: { readonly echo: number; readonly site: number } | undefined;
  #count = 0;
  #isWorking = false;
  #work: Promise<void> = Promise.resolve();
  /** What it is doing, for whoever asks why nothing goes on. */
  doing = '';

  constructor(name: string, server: Server, world: World, ledger: Ledger, random: Random) {
    this.name = name;
    this.server = server;
    this.#world = world;
    this.#ledger = ledger;
    this.#random = random;
  }

  start(): void {
    this.#isWorking = true;
    this.#work = this.#loop();
  }

  /** Finishes what it does, closes what it has opened, and rests. */
  async rest(): Promise<void> {
    this.#isWorking = false;
    await this.#work;
    await this.#withoutCuts(async () => {
      await this.#closeInstances();
      await this.#call('browser_close', {});
      if (this.#tap) {
        for (const port of Object.values(this.#tap)) await this.#untap(port);
      }
      this.#tap = undefined;
    });
  }

  async #loop(): Promise<void> {
    while (this.#isWorking) {
      await this.#withoutCuts(async () => {
        const step = this.server.isHungry ? this.#eat : this.#random.of(this.#steps);
        await step.call(this);
      });
      await sleep(this.#random.between(300, 2000));
    }
  }

  async #withoutCuts(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#client = undefined;
      this.#tap = undefined;
      if (error instanceof Cut) return;
      this.#ledger.unanswered++;
      this.#ledger.problem(`${this.name} on ${this.server.plan.name}, ${this.doing}: ${String(error)}`);
    }
  }

  async #call(name: string, args: Record<string, unknown>): Promise<Answer> {
    this.doing = `${name} ${JSON.stringify(args).slice(0, 100)}`;
    for (;;) {
      await this.server.ready();
      const { kills } = this.server;
      // Its rules went with it.
      if (this.#seenKills !== kills) {
        this.#client = undefined;
        this.#tap = undefined;
      }
      this.#seenKills = kills;
      const began = performance.now();
      try {
        this.#client ??= await this.server.connect();
        const { result, error } = await this.#client(name, args);
        const text = error
          ? error.message
          : result.content.map((block: { text?: string }) => block.text ?? '').join('\n');
        const isError = error !== undefined || result.isError === true;
        const fault = isError
          ? (/\b[A-Z]{3,}(?:_[A-Z]+)+\b/.exec(text)?.[0] ?? text.slice(0, 60))
          : undefined;
        this.#ledger.answered(performance.now() - began, fault && `${name}: ${fault}`);
        if (isError && UNFORESEEN.test(text)) this.#ledger.problem(`${this.doing}: ${this.server.lastCause}`);
        return { text, data: result?.structuredContent ?? {}, isError };
      } catch (error) {
        if (kills === this.server.kills) throw error;
        this.#ledger.cut++;
        throw new Cut(String(error));
      }
    }
  }

  get #kept() {
    return this.#ledger.kept(this.server.plan.record);
  }

  #label(kind: string): string {
    return `soak-${kind}-${this.name}-${++this.#count}-`;
  }

  // --- what it does ------------------------------------------------------------------------------------------

  readonly #steps: readonly (() => Promise<void>)[] = [
    this.#browse,
    this.#browse,
    this.#fill,
    this.#writeLines,
    this.#writeLines,
    this.#saveValues,
    this.#passBytes,
    this.#disturbWire,
    this.#openInstance,
    this.#look,
    this.#look,
    this.#takePictures,
  ];

  async #browse(): Promise<void> {
    const page = this.#random.of(['/', '/form', '/busy', '/missing']);
    await this.#call('browser_navigate', { url: this.#world.site + page });
    await this.#call('browser_snapshot', {});
  }

  async #fill(): Promise<void> {
    await this.#call('browser_navigate', { url: `${this.#world.site}/form` });
    const { text } = await this.#call('browser_snapshot', {});
    const target = /textbox[^\n]*?\[(?:ref=)?(\w+)\]/.exec(text)?.[1];
    if (target) await this.#call('browser_type', { target, text: this.name, submit: true });
  }

  /** Lines are acknowledged when a list has shown them. */
  async #writeLines(): Promise<void> {
    const labels = Array.from({ length: 5 }, () => this.#label('line'));
    const code = `() => { for (const line of ${JSON.stringify(labels)}) console.log(line); }`;
    await this.#call('browser_evaluate', { function: code });
    const { text, data } = await this.#call('observe', {
      what: 'logs',
      text: `soak-line-${this.name}-`,
      limit: 20,
    });
    for (const [label] of (text + JSON.stringify(data)).matchAll(/soak-line-[\w.]+-\d+-/g)) {
      this.#kept.lines.add(label);
    }
  }

  async #saveValues(): Promise<void> {
    const key = this.#label('value');
    const value = { store_action: 'save', namespace: 'soak', key, data: { key } };
    const { isError } = await this.#call('configure', { action: 'store', ...value });
    if (!isError) this.#kept.values.add(key);
  }

  /** Bytes are acknowledged when their log was stopped without a word of trouble. */
  async #passBytes(): Promise<void> {
    const tap = await this.#tapped();
    if (!tap) return;
    const directory = path.join(this.server.output, 'wire', this.name);
    const started = await this.#call('start-logging', { directory });
    const label = this.#label('bytes');
    const isEchoed = await echoed(tap.echo, label);
    await this.#call('wire_flows', { limit: 5 });
    const stopped = await this.#call('stop-logging', { directory });
    if (isEchoed && !started.isError && !stopped.isError && !stopped.text.includes('not whole')) {
      this.#kept.bytes.add(label);
    }
  }

  async #disturbWire(): Promise<void> {
    const tap = await this.#tapped();
    if (!tap) return;
    const kinds = {
      latency: { latency: 200, jitter: 100 },
      bandwidth: { rate: 20 },
      reset_peer: { timeout: 100 },
      slicer: { average_size: 64, size_variation: 32, delay: 100 },
    };
    const type = this.#random.of(Object.keys(kinds)) as keyof typeof kinds;
    await this.#call('wire_fault', { action: 'add', type, port: tap.site, attributes: kinds[type] });
    await this.#call('browser_navigate', { url: `http://127.0.0.1:${tap.site}/form` });
    await this.#call('wire_fault', { action: 'remove', port: tap.site });
    await this.#call('wire_flows', { port: tap.site, limit: 10 });
  }

  async #openInstance(): Promise<void> {
    const opened = await this.#call('browser_instance', { action: 'new', url: `${this.#world.site}/` });
    if (!opened.isError) await this.#call('browser_snapshot', {});
    await this.#closeInstances();
  }

  async #closeInstances(): Promise<void> {
    const { text } = await this.#call('browser_instance', { action: 'list' });
    const own = [...text.matchAll(/"instanceId":\s*"([^"]+)"/g)].map(([, id]) => id);
    for (const instanceId of own) await this.#call('browser_instance', { action: 'close', instanceId });
    await this.#call('browser_instance', { action: 'activate' });
  }

  async #eat(): Promise<void> {
    this.server.isHungry = false;
    await this.#call('browser_navigate', { url: `${this.#world.site}/hungry` });
    await this.#call('browser_snapshot', {});
  }

  async #look(): Promise<void> {
    const what = this.#random.of([
      'errors',
      'network_waterfall',
      'timeline',
      'error_bundles',
      'vitals',
      'tabs',
    ]);
    await this.#call('observe', { what });
    await this.#call('configure', { action: 'health' });
  }

  async #takePictures(): Promise<void> {
    await this.#call('browser_take_screenshot', { filename: `${randomUUID()}.png` });
    if (!this.#world.hasDisplay) return;
    const { text, data } = await this.#call('take_screenshot', { max_dimension: 400 });
    const id = /shot_\w+/.exec(text + JSON.stringify(data))?.[0];
    const marks = [{ type: 'rectangle', region: [10, 10, 80, 40] }];
    if (id) await this.#call('annotate_screenshot', { screenshot_id: id, annotations: marks });
    await this.#call('list_screenshots', {});
  }

  async #untap(port: number): Promise<void> {
    await this.#call('remove-port-rule', { local_port: port, connections: 'cut' });
  }

  async #tapped() {
    if (this.#tap) return this.#tap;
    const rule = async (target: number) => {
      const args = { local_port: 0, target_host: '127.0.0.1', target_port: target };
      const { text, isError } = await this.#call('add-port-rule', args);
      return isError ? undefined : ruledPort({ content: [{ text }] });
    };
    const [echo, site] = [await rule(this.#world.echoPort), await rule(this.#world.sitePort)];
    if (echo && site) this.#tap = { echo, site };
    // One alone is of no use, and would be forgotten.
    else for (const port of [echo, site]) if (port) await this.#untap(port);
    return this.#tap;
  }
}

/** Whether the bytes came back. */
async function echoed(port: number, text: string): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const timer = setTimeout(() => socket.destroy(), 10_000);
  try {
    socket.end(text);
    let back = '';
    for await (const chunk of socket) back += chunk;
    return back === text;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}
