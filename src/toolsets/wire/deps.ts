import type { KeptRules } from '../../engines/wire/kept-rules.ts';
import type { WireEngine } from '../../engines/wire/wire-engine.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { OutputFolder } from '../../kernel/output.ts';
import type { Caller } from '../../kernel/tool.ts';
import { toolsFor } from '../../kernel/tool.ts';
import type { ExchangeSearch } from './exchange-search.ts';
import type { FlowBook } from './flow-book.ts';

/** What the tools use of the engine. */
export type TapEngine = Pick<
  WireEngine,
  | 'addRule'
  | 'removeRule'
  | 'rules'
  | 'connections'
  | 'exchanges'
  | 'flush'
  | 'startLogging'
  | 'stopLogging'
  | 'destinations'
  | 'addToxic'
  | 'changeToxic'
  | 'removeToxic'
  | 'toxics'
>;

/** What the wire tools work on. */
export interface WireDeps {
  readonly engine: TapEngine;
  /** Address on which new rules listen; undefined means loopback. */
  readonly host: string | undefined;
  readonly output: OutputFolder;
  /** Where the command line has the log; below it, callers may log, too. */
  readonly logDirectory: string | undefined;
  /** In the product: begins to capture into the state folder when nothing else captures what that session taps. */
  ensureCapture?(session: string | undefined): Promise<void>;
  /** In the product: the rules that are there again after a restart. */
  readonly kept?: KeptRules;
  /** In the product: keeps who calls, so that what a session tapped is found again. */
  note?(caller: Caller): void;
  /** Ends the program once the answer is out. */
  shutdown(): void;
}

/** What the callers with one key have of the wire. */
export interface WireShare {
  readonly engine: TapEngine;
  readonly flows: FlowBook;
  readonly exchanges: ExchangeSearch;
}

/** What the tools that look back need besides. */
export interface FlowDeps extends WireDeps {
  readonly flows: FlowBook;
  readonly exchanges: ExchangeSearch;
  /** In the product: what the caller has of engine and flows. */
  shareOf?(caller: Caller): WireShare | Promise<WireShare>;
  readonly clock: Clock;

  /** Hide secrets where the session's own redaction comes too late: in files, in parts of a text, beside a name. */
  redact(words: string): string;
  redactValue<T>(value: T): T;
}

export const defineTool = toolsFor<WireDeps>();
export const defineFlowTool = toolsFor<FlowDeps>();
