import type { AnyTool } from '../../kernel/tool.ts';
import type { Toolset } from '../../kernel/toolset.ts';
import { documentsOf } from '../../store/own-documents.ts';
import { analyze, analyzeBeside } from './analyze/analyze.ts';
import { configure, configureBeside } from './configure/configure.ts';
import type { TelemetryDeps, TelemetryShared } from './deps.ts';
import { generate } from './generate/generate.ts';
import { interact, interactBeside } from './interact/interact.ts';
import { observe, observeBeside } from './observe/observe.ts';
import { sightOf, viewOf } from './record-view.ts';
import { guides } from './resources/guides.ts';
import { compare } from './story/compare.ts';
import { explain } from './story/explain.ts';

/** Only observe may ask for what others' pages did. */
const takesWhose = ({ name }: AnyTool<TelemetryDeps>) => name === observe.name;

/** A tool that sees what its caller has of the browser and may see of the record. */
const ofCaller = (tool: AnyTool<TelemetryDeps>): AnyTool<TelemetryShared> => ({
  ...tool,
  async run(call) {
    const { caller, deps, args } = call;
    const { store, sessions: book } = deps;
    book?.note(caller);
    const sight = book && (await sightOf(takesWhose(tool) ? args.scope : undefined, caller, book));
    call.signal.throwIfAborted(); // a session that has ended must open nothing any more
    return tool.run({
      ...call,
      deps: {
        ...deps,
        ...deps.ownOf(caller),
        engine: deps.engineOf(caller.session),
        store: sight ? viewOf(store, sight) : store,
        documents: documentsOf(store, caller),
        sees: (session) => !sight || sight.sees(session),
      },
    });
  },
});

export const telemetry: Toolset<TelemetryShared> = {
  tools: [generate].map(ofCaller),
  resources: guides,
};

export const story: Toolset<TelemetryShared> = { tools: [explain, compare].map(ofCaller) };
export const telemetryAlone: Toolset<TelemetryShared> = {
  tools: [observe, analyze, configure, interact].map(ofCaller),
};
/** Where the tools of the browser are, too. */
export const telemetryBeside: Toolset<TelemetryShared> = {
  tools: [observeBeside, analyzeBeside, configureBeside, interactBeside].map(ofCaller),
};
