import type { Toolset } from '../kernel/toolset.ts';
import type { ToolsetName } from '../profiles/profile.ts';
import { toolsets } from '../toolsets/index.ts';
import type { FlowDeps, WireDeps } from '../toolsets/wire/deps.ts';
import type { Assembly } from './assembly.ts';
import type { Wired } from './catalog.ts';
import { Lazy } from './lazy.ts';

/** Each toolset with the engines it works on. */
export function wireToolsets(assembly: Assembly): Record<ToolsetName, Wired> {
  const { config, clock, redactor, shutdown } = assembly.options;
  const host = config.wireHost === 'localhost' ? undefined : config.wireHost;
  const rawproxDeps = async (): Promise<WireDeps> => ({ engine: await assembly.wire.get(), host, shutdown });
  const wireDeps = async (): Promise<FlowDeps> => {
    const [{ FlowBook }, { requestsThrough }] = await Promise.all([
      import('../toolsets/wire/flow-book.ts'),
      import('../toolsets/wire/browser-requests.ts'),
    ]);
    // The record first: the engine reports every flow from its first connection on.
    const store = await assembly.store.get();
    const base = await rawproxDeps();
    return {
      ...base,
      flows: new FlowBook(base.engine, store),
      output: assembly.files,
      clock,
      redact: (words) => redactor.text(words),
      requestsThrough: (flow) => requestsThrough(store, flow),
      ensureCapture: () => assembly.captures.ensure(base.engine),
    };
  };
  return {
    wire: wired(toolsets.wire, wireDeps),
    rawprox: wired(toolsets.rawprox, rawproxDeps),
  };
}

/** The compiler checks here that a toolset gets what it asks for; behind it, the types are gone. */
function wired<Deps>(load: () => Promise<Toolset<Deps>>, deps: () => Promise<Deps>): Wired {
  const made = new Lazy(async () => ({ toolset: (await load()) as Toolset<never>, deps: await deps() }));
  return () => made.get();
}
