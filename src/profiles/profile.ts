import type { LoadRequest } from '../config/load.ts';

export const TOOLSETS = [
  'wire',
  'rawprox',
  'screen',
  'browser',
  'browser-find',
  'browser-extra',
  'browser-vision',
  'browser-pdf',
  'browser-network',
  'browser-storage',
  'browser-testing',
  'browser-devtools',
  'browser-webmcp',
  'browser-config',
  'browser-code',
  'browser-code-unsafe',
  'instances',
  'moonsurf',
  'telemetry',
  'story',
  'people',
  'telemetry-alone',
  'telemetry-beside',
] as const;
export type ToolsetName = (typeof TOOLSETS)[number];

/**
 * How a failed call looks from outside:
 * - `result`: an `isError` result, a sentence for the reader and the parts in `_meta`;
 * - `jsonrpc`: a JSON-RPC error, as RawProx answers;
 * - `moonsurf`: an `isError` result whose text is `{"error":{"code","message"}}`;
 * - `gasoline`: an `isError` result with `Error: code — what to do` and the parts as JSON.
 */
export type FailureName = 'result' | 'jsonrpc' | 'moonsurf' | 'gasoline';

/** How a command looks from outside, and how its command line is read. */
export interface Profile extends Omit<LoadRequest, 'argv' | 'env'> {
  readonly command: string;
  readonly identity: {
    readonly name: string;
    readonly title: string;
    readonly description: string;
  };
  /** A few sentences for the agent, about this profile's tools. */
  readonly instructions: string;
  readonly toolsets: readonly ToolsetName[];
  /** More toolsets, by the names that --caps takes. */
  readonly caps?: Readonly<Record<string, readonly ToolsetName[]>>;
  readonly usage: readonly string[];
  readonly failure: FailureName;
  /** What it serves over HTTP besides MCP, health and metrics. */
  readonly serves?: readonly ('moonsurf' | 'otlp' | 'app' | 'extension')[];
  /** The port on which it also serves HTTP while it serves stdio, if that port is free. */
  readonly besideStdio?: number;
  /** Whether also connections of our own user on this machine need a key although none was given. */
  readonly keyForOwnUser: boolean;
}
