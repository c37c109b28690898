/** The telemetry tools in a real session on a real record; with a browser where a test needs one. */
import { join } from 'node:path';
import type { EvidenceData } from '../../src/contract/evidence.ts';
import type { Stream } from '../../src/contract/streams.ts';
import { BrowserEngine } from '../../src/engines/browser/browser-engine.ts';
import { BrowserProcess, type EngineOptions } from '../../src/engines/browser/browser-process.ts';
import { Observers } from '../../src/engines/browser/capture/capture.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { type Log, silentLog } from '../../src/kernel/log.ts';
import { Redactor } from '../../src/kernel/redact.ts';
import type { AnyTool } from '../../src/kernel/tool.ts';
import { gasolineFailure } from '../../src/report/failures/gasoline.ts';
import { Files } from '../../src/session/output-folder.ts';
import type { Session, ToolResult } from '../../src/session/service.ts';
import { EvidenceHub } from '../../src/store/evidence-hub.ts';
import { LogRing } from '../../src/store/log-ring.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import type { TelemetryParts, TelemetryShared } from '../../src/toolsets/telemetry/deps.ts';
import { story, telemetry, telemetryBeside } from '../../src/toolsets/telemetry/index.ts';
import { makeTelemetry } from '../../src/toolsets/telemetry/make-telemetry.ts';
import { testDriver } from './browser.ts';
import { withoutNote } from './outside-note.ts';
import { type Changes, seen } from './record.ts';
import { type Cleanup, scratch } from './scratch.ts';
import { makeHost } from './session-host.ts';

export interface Answer {
  readonly result: ToolResult;
  /** The first line of the first block. */
  readonly summary: string;
  /** The JSON below it, which must equal the structured content. */
  // biome-ignore lint/suspicious/noExplicitAny: a test asserts on whatever came back
  readonly data: any;
  /** The other text blocks. */
  readonly more: readonly string[];
  readonly isError: boolean;
}

export interface TelemetryRig {
  readonly store: Store;
  readonly hub: EvidenceHub;
  readonly engine: BrowserEngine;
  readonly deps: TelemetryShared;
  readonly folder: string;
  /** What is said here, observe extension_logs tells. */
  readonly log: Log;
  readonly session: Session;
  /** Something is seen, as an engine would tell it. */
  see<S extends Stream>(stream: S, data: EvidenceData[S], changes?: Omit<Changes, 'stream' | 'data'>): void;
  call(tool: string, args?: Record<string, unknown>, session?: Session): Promise<Answer>;
  open(): Session;
}

interface RigOptions extends Partial<Omit<TelemetryParts, 'engineOf'>> {
  readonly engine?: Partial<EngineOptions>;
  /** The folder of a record that exists already. */
  readonly state?: string;
  /** Where the client works; a folder of its own unless told. */
  readonly cwd?: string;
}

export async function telemetryRig(t: Cleanup, options: RigOptions = {}): Promise<TelemetryRig> {
  const { engine: engineOptions, state, cwd, ...parts } = options;
  const folder = await scratch(t);
  const clock = systemClock();
  const store = openStore({ folder: state ?? join(folder, 'state'), clock, log: silentLog });
  const hub = new EvidenceHub(clock, silentLog, store.sink);
  const ring = new LogRing(clock, new Redactor());
  const log = ring.around(silentLog);
  const instance = 'b1';
  const observers = new Observers({
    clock,
    log: silentLog,
    sink: hub.sink,
    putBody: (content) => store.putBody(content),
  });
  const process = new BrowserProcess({
    clock,
    log,
    instance,
    observe: observers.of(instance),
    driver: testDriver(),
    outputDir: join(folder, 'browser'),
    ...engineOptions,
  });
  const engine = new BrowserEngine(process);
  const deps = makeTelemetry({
    store,
    flow: hub,
    engineOf: () => engine,
    answered: () => {},
    clock,
    log,
    output: new Files(join(folder, 'output'), join(folder, 'output')),
    journal: {
      query: (query) => made.parts.journal.query(query),
      totals: (caller) => made.parts.journal.totals(caller),
    },
    logLines: () => ring.lines(),
    redact: (words) => made.parts.redactor.text(words),
    redactValue: (value) => made.parts.redactor.value(value),
    redactions: () => made.parts.redactor.counts(),
    during: (work) => work(),
    settled: () => observers.settled(),
    notSeen: (streams) => observers.cannot(streams),
    isPilotLocked: false,
    isUnrestricted: false,
    ...parts,
  });
  const tools = [...telemetry.tools, ...telemetryBeside.tools, ...story.tools] as readonly AnyTool<unknown>[];
  const resources = telemetry.resources as never;
  const made = makeHost(
    { tools, resources, deps },
    { renderFault: gasolineFailure, sink: hub.sink, callTimeoutMs: 60_000 },
  );
  const open = () => made.host.open({ transport: 'test', cwd: cwd ?? folder });
  const session = open();
  t.after(async () => {
    await made.host.close();
    await deps.close();
    await engine.close();
    await store.close();
  });
  return {
    store,
    hub,
    engine,
    deps,
    folder,
    log,
    session,
    open,
    see: (stream, data, changes = {}) =>
      hub.sink(
        seen({
          time: clock.micros(),
          monotonic: clock.monotonic(),
          where: { instance, context: 'default', page: 't1' },
          ...changes,
          stream,
          data,
        }),
      ),
    call: async (tool, args = {}, from = session) => {
      const signal = new AbortController().signal;
      return answerOf(await from.callTool(tool, args, { era: 'legacy', signal }));
    },
  };
}

function answerOf(result: ToolResult): Answer {
  const texts = result.content.flatMap((block) => (block.type === 'text' ? [block.text] : []));
  const [first = '', ...more] = texts;
  const line = first.indexOf('\n');
  return {
    result,
    summary: line < 0 ? first : first.slice(0, line),
    data: line < 0 ? undefined : withoutNote(JSON.parse(first.slice(line + 1))),
    more,
    isError: result.isError === true,
  };
}
