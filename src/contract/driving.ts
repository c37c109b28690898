/**
 * What server and extension say to each other while an agent drives tabs of a person's own browser. The extension does
 * these things in tabs of the agent's own group only, and nothing else.
 */

export const DRIVE_METHODS = [
  'chrome.tabs.create',
  'chrome.tabs.remove',
  'chrome.debugger.attach',
  'chrome.debugger.sendCommand',
] as const;
export type DriveMethod = (typeof DRIVE_METHODS)[number];

export interface DriveCommand {
  readonly type: 'drive';
  /** The agent's own, made up by the server. */
  readonly group: string;
  readonly id: number;
  /** `begin` names the group, `end` gives it up. */
  readonly method: DriveMethod | 'begin' | 'end';
  readonly params: readonly unknown[];
}

/** An answer, or something that happened in one of the tabs. */
export interface Driven {
  readonly type: 'driven';
  readonly group: string;
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: string;
  /** As the browser's interface names it; `ended`: the person wants no driving any more. */
  readonly method?: string;
  readonly params?: readonly unknown[];
}
