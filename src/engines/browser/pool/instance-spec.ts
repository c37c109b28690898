import type { ContextOptions } from '../context/context-options.ts';

const LOCAL_MODES = ['chrome', 'chromium', 'edge', 'testing', 'firefox'] as const;
/** Those that need nothing but a program or an address. */
export const PLAIN_MODES = [...LOCAL_MODES, 'cdp', 'playwright', 'grid'] as const;
/** `own`: a person's own browser, through the extension that they paired with this server. */
export const INSTANCE_MODES = [...PLAIN_MODES, 'own'] as const;
export type InstanceMode = (typeof INSTANCE_MODES)[number];

/** What kind of browser is wanted. */
export interface InstanceSpec {
  /** Unset: the pool's own choice. */
  readonly mode?: InstanceMode | undefined;
  readonly headless?: boolean | undefined;
  /** A profile of the browser's own list, by its name or folder, or the path of a profile folder. */
  readonly profile?: string | undefined;
  /** Folders of unpacked extensions. */
  readonly extensions?: readonly string[] | undefined;
  readonly proxy?: string | undefined;
  /** Where an attached browser, a Playwright server or a grid is; unset: as the pool was told. */
  readonly endpoint?: string | undefined;
  /** For a grid. */
  readonly version?: string | undefined;
  /** Who wants it, and for which agent: a person's own browser is driven by those who paired it. */
  readonly owner?: string | undefined;
  readonly agent?: string | undefined;
  /** The owner's word for it. */
  readonly name?: string | undefined;
  /** Every session may use and close it. */
  readonly isShared?: boolean | undefined;
  /** Settings of its pages, over those of the pool. */
  readonly context?: ContextOptions | undefined;
}

/** Modes that start a process on this machine. */
export const isLocal = (mode: InstanceMode) => !['cdp', 'playwright', 'grid', 'own'].includes(mode);
