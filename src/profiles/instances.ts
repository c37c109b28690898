import type { OptionKey } from '../config/options.ts';

/** What commands with many browsers take. */
export const POOLING: readonly OptionKey[] = [
  ...([
    'maxInstances',
    'maxMemory',
    'maxQueue',
    'queueTimeout',
    'instanceIdle',
    'warm',
    'instanceMode',
  ] as const),
  ...(['grid', 'gridOptions', 'extensions', 'instancePorts'] as const),
];

export const INSTANCE_INSTRUCTIONS =
  'More browsers: browser_instance new opens one (mode, headless, profile, extensions, url, proxy, name; endpoint ' +
  'for cdp, playwright and grid; shared for other sessions too), which every browser tool uses from then on; pass ' +
  'instanceId to act in another one, activate without it to go back to the first browser. They end with the session.';
