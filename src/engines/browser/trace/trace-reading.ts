/** What a trace says, as the thread that reads it tells it. Times are milliseconds. */
export interface Insight {
  readonly name: string;
  readonly title: string;
  /** pass: nothing to do; fail: something to gain; informative: to be known. */
  readonly state: string;
  readonly savings_ms?: Readonly<Record<string, number>> | undefined;
  readonly wasted_bytes?: number | undefined;
  readonly docs?: string | undefined;
  readonly details?: unknown;
}

export interface CodePlace {
  readonly function: string;
  readonly url: string;
  /** From one. */
  readonly line: number;
  readonly column: number;
}

export interface Interaction {
  readonly type: string;
  readonly ms: number;
  readonly input_delay_ms: number;
  readonly processing_ms: number;
  readonly presentation_delay_ms: number;
  readonly node?: number | undefined;
  readonly handler?: CodePlace | undefined;
  readonly handler_ms?: number | undefined;
}

export interface Shift {
  readonly score: number;
  readonly at_ms: number;
  readonly nodes: readonly number[];
  readonly after_input: boolean;
}

export interface LongTask {
  readonly at_ms: number;
  readonly ms: number;
  readonly script?: string | undefined;
  readonly function?: string | undefined;
}

export interface TraceReading {
  readonly url?: string | undefined;
  readonly metrics: Readonly<Record<string, number>>;
  readonly lcp?:
    | {
        readonly element: string;
        readonly node?: number | undefined;
        readonly parts: Readonly<Record<string, number>>;
      }
    | undefined;
  readonly inp?: Interaction | undefined;
  readonly shifts: readonly Shift[];
  readonly long_tasks: readonly LongTask[];
  /** Time on the main thread by script. */
  readonly scripts: readonly { readonly url: string; readonly ms: number }[];
  readonly insights: readonly Insight[];
  readonly events: number;
}
