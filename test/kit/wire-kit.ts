/** The wire toolset on a real engine and a real record, called without a server around it. */
import { WireEngine, type WireEngineOptions } from '../../src/engines/wire/wire-engine.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { silentLog } from '../../src/kernel/log.ts';
import { Redactor } from '../../src/kernel/redact.ts';
import type { AnyTool, Reply } from '../../src/kernel/tool.ts';
import { Files } from '../../src/session/output-folder.ts';
import { validate } from '../../src/session/validate.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import type { FlowDeps } from '../../src/toolsets/wire/deps.ts';
import { ExchangeSearch } from '../../src/toolsets/wire/exchange-search.ts';
import { FlowBook } from '../../src/toolsets/wire/flow-book.ts';
import { type Cleanup, scratch } from './scratch.ts';

export interface WireKit {
  readonly deps: FlowDeps;
  readonly store: Store;
  readonly folder: string;
  /** Validates the arguments as the session does, then runs the tool. */
  call(tool: AnyTool<FlowDeps>, args?: Record<string, unknown>): Promise<Reply>;
  /** A rule to a target on this machine, with capture on; gives its port. */
  rule(targetPort: number): Promise<number>;
  /** Resolves when every connection has ended and is in the record. */
  settled(): Promise<void>;
}

export async function wireKit(t: Cleanup, options: Partial<WireEngineOptions> = {}): Promise<WireKit> {
  const folder = await scratch(t);
  const clock = systemClock();
  const store = openStore({ folder, clock, log: silentLog });
  let settled = () => {};
  const sink: typeof store.sink = (evidence) => {
    store.sink(evidence);
    settled();
  };
  const engine = new WireEngine({
    clock,
    log: silentLog,
    sink,
    flushMillis: 20,
    followsExchanges: true,
    ...options,
  });
  t.after(async () => {
    await engine.close();
    await store.close();
  });
  const redactor = new Redactor();
  const deps: FlowDeps = {
    engine,
    host: undefined,
    shutdown: () => undefined,
    flows: new FlowBook(engine, store),
    exchanges: new ExchangeSearch(engine, store),
    output: new Files(`${folder}/out`, folder),
    logDirectory: undefined,
    clock,
    redact: (words) => redactor.text(words),
    redactValue: (value) => redactor.value(value),
    ensureCapture: async () => void (await engine.startLogging({ directory: `${folder}/captures` })),
  };
  return {
    deps,
    store,
    folder,
    async call(tool, args = {}) {
      const signal = AbortSignal.timeout(30_000);
      const caller = { session: 's', cwd: folder };
      return tool.run({
        args: validate(tool, args).args,
        deps,
        caller,
        signal,
        log: silentLog,
        budget: (args.budget as number | undefined) ?? 6000,
        progress: () => undefined,
      });
    },
    async rule(targetPort) {
      await deps.ensureCapture!(undefined);
      return engine.addRule({ localPort: 0, targetHost: '127.0.0.1', targetPort });
    },
    async settled() {
      while (engine.connections().length > 0) {
        await new Promise<void>((resolve) => {
          settled = resolve;
        });
      }
    },
  };
}

export const words = (reply: Reply): string =>
  (reply.blocks ?? []).map((block) => (block.type === 'text' ? block.text : '')).join('\n');
