/** What agents called, as the journal of the web app shows it. Times are microseconds since the epoch. */
import type { Lane } from './app.ts';

/** One call of a tool. */
export interface CallRow {
  readonly seq: number;
  /** When it ended. */
  readonly time: number;
  /** The client's name; empty where it said none. */
  readonly agent: string;
  readonly tool: string;
  /** As JSON, secrets hidden and cut. */
  readonly args: string;
  /** Of the answer. */
  readonly characters: number;
  readonly ms: number;
  /** `ok`, or the code of the fault. */
  readonly outcome: string;
  /** What came of it, as far as the record links it: how many things of each lane, and how many are trouble. */
  readonly caused: { readonly [L in Lane]?: number };
  readonly troubles: number;
}

export interface CallsAnswer {
  /** Newest first. */
  readonly calls: readonly CallRow[];
  /** What to ask with for older ones; absent at the end of the window. */
  readonly next?: string;
}

/** What calls of one kind cost together. */
export interface Cost {
  /** Of the tool, or of the agent. */
  readonly name: string;
  readonly calls: number;
  readonly failed: number;
  readonly characters: number;
  readonly ms: number;
  /** So long took 95 of 100 calls at most. */
  readonly p95: number;
  /** Characters, and calls, in each part of the window. */
  readonly over: { readonly characters: readonly number[]; readonly calls: readonly number[] };
}

export interface CostsAnswer {
  readonly from: number;
  /** Microseconds of each part. */
  readonly width: number;
  readonly parts: number;
  readonly tools: readonly Cost[];
  readonly agents: readonly Cost[];
  /** Older calls were not counted: it would have taken too long. */
  readonly since?: number;
}
