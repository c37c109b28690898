import { z } from 'zod';
import { option, urlOf } from '../option.ts';

const MODES = ['chrome', 'chromium', 'edge', 'testing', 'firefox', 'cdp', 'playwright', 'grid'] as const;
const count = z.int().min(0).max(10_000);
const seconds = z.number().min(0).max(86_400);

function isPortRange(range: string): boolean {
  const [first = 0, last = 0] = range.split('-').map(Number);
  return first >= 1 && first <= last && last <= 65_535;
}

/** Many browsers: how many, which, and what is done with them. */
export const instanceOptions = {
  maxInstances: option({
    schema: z.int().min(1).max(10_000).default(20),
    kind: 'number',
    group: 'Instances',
    placeholder: 'COUNT',
    help: 'Most browsers that browser_instance has open at once.',
  }),
  maxMemory: option({
    schema: z.int().min(0).max(100_000_000).default(0),
    kind: 'number',
    group: 'Instances',
    placeholder: 'MB',
    help: 'Most memory of these browsers together; 0 means no limit.',
  }),
  maxQueue: option({
    schema: count.default(20),
    kind: 'number',
    group: 'Instances',
    placeholder: 'COUNT',
    help: 'How many calls may wait for a browser when a limit is reached; 0 refuses at once.',
  }),
  queueTimeout: option({
    schema: seconds.default(30),
    kind: 'number',
    group: 'Instances',
    placeholder: 'SECONDS',
    help: 'How long they wait.',
  }),
  instanceIdle: option({
    schema: seconds.default(3600),
    kind: 'number',
    group: 'Instances',
    placeholder: 'SECONDS',
    help: 'Close an instance after this long without a call; 0 never does.',
  }),
  warm: option({
    schema: z.int().min(0).max(100).default(0),
    kind: 'number',
    group: 'Instances',
    placeholder: 'COUNT',
    help: 'Keep this many browsers started, so that a new instance is there at once.',
  }),
  instanceMode: option({
    schema: z.enum(MODES).optional(),
    kind: 'text',
    group: 'Instances',
    placeholder: MODES.join('|'),
    help: 'Kind of browser that a new instance is, when the call does not say. Default: the first that is found.',
  }),
  grid: option({
    schema: urlOf(/^https?$/, 'it takes an http:// or https:// address').optional(),
    kind: 'text',
    group: 'Instances',
    placeholder: 'URL',
    help: 'Selenium Grid 4 for instances of mode grid: http://[USER:PASSWORD@]HOST:4444.',
    secret: true,
  }),
  gridOptions: option({
    schema: z
      .strictObject({
        browserName: z.string().min(1).optional(),
        browserVersion: z.string().min(1).optional(),
        platformName: z.string().min(1).optional(),
        binary: z.string().min(1).optional(),
        args: z.array(z.string()).optional(),
        capabilities: z.record(z.string(), z.unknown()).optional(),
        timeout: z.int().min(100).max(3_600_000).optional(),
      })
      .default({}),
    kind: 'json',
    group: 'Instances',
    placeholder: 'JSON',
    help: 'What sessions of the grid are asked for: browserName, browserVersion, platformName, binary, args, capabilities, timeout (ms, the wait in its queue included).',
  }),
  extensions: option({
    schema: z.array(z.string().min(1)).default([]),
    kind: 'list',
    group: 'Instances',
    placeholder: 'FOLDERS',
    reads: true,
    help: 'Unpacked extensions that every Chromium instance of this machine loads.',
  }),
  instancePorts: option({
    schema: z
      .string()
      .regex(/^\d{1,5}-\d{1,5}$/, 'it reads FIRST-LAST, such as 3301-3399')
      .refine(isPortRange, 'it reads FIRST-LAST, from 1 to 65535, the smaller port first')
      .optional(),
    kind: 'text',
    group: 'Instances',
    placeholder: 'FIRST-LAST',
    help: 'Give each Chromium instance of this machine a DevTools port of this range, on loopback, for others to attach to.',
  }),
};
