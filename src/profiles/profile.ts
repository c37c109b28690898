import type { Config, OptionKey } from '../config/options.ts';
import type { FailureStyle } from '../kernel/fault.ts';

export const TOOLSETS = ['wire', 'rawprox'] as const;
export type ToolsetName = (typeof TOOLSETS)[number];

/** How a command looks from outside. */
export interface Profile {
  readonly command: string;
  readonly identity: {
    readonly name: string;
    readonly title: string;
    readonly description: string;
  };
  /** A few sentences for the agent, about this profile's tools. */
  readonly instructions: string;
  readonly toolsets: readonly ToolsetName[];
  readonly usage: readonly string[];
  readonly takes: readonly OptionKey[];
  readonly defaults?: Partial<Config>;
  /** Words on the command line that are no flags. */
  readonly words?: (words: readonly string[]) => Partial<Record<OptionKey, unknown>>;
  readonly failure: FailureStyle;
  /** Whether HTTP clients on this machine need a key although none was given. */
  readonly keyOnLoopback: boolean;
}

export const SERVING: readonly OptionKey[] = [
  'port',
  'host',
  'apiKey',
  'allowedHosts',
  'allowedOrigins',
  'publicUrl',
  'sessionIdle',
];
export const WORKING: readonly OptionKey[] = [
  'bridge',
  'standalone',
  'tools',
  'rateLimit',
  'callTimeout',
  'stateDir',
  'outputDir',
  'redactPatterns',
  'logLevel',
  'logFile',
  'config',
];
