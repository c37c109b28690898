import { z } from 'zod';
import { option, portNumber, urlOf } from '../option.ts';

const MODES = ['chrome', 'chromium', 'edge', 'testing', 'firefox', 'cdp', 'playwright', 'grid'] as const;
const count = z.int().min(0).max(10_000);
const seconds = z.number().min(0).max(86_400);

function isPortRange(range: string): boolean {
  const [first = 0, last = 0] = range.split('-').map(Number);
  return first >= 1 && first <= last && last <= 65_535;
}

/** Many browsers: how many, which, and what is done with them. */
export const instanceOptions = {
  maxInstances: option('Instances', {
    schema: z.int().min(1).max(10_000).default(20),
    placeholder: 'COUNT',
    help: 'Most browsers that browser_instance has open at once.',
  }),
  maxMemory: option('Instances', {
    schema: z.int().min(0).max(100_000_000).default(0),
    placeholder: 'MB',
    help: 'Most memory of these browsers together; 0 means no limit.',
  }),
  maxQueue: option('Instances', {
    schema: count.default(20),
    placeholder: 'COUNT',
    help: 'How many calls may wait for a browser when a limit is reached; 0 refuses at once.',
  }),
  queueTimeout: option('Instances', {
    schema: seconds.default(30),
    placeholder: 'SECONDS',
    help: 'How long they wait.',
  }),
  instanceIdle: option('Instances', {
    schema: seconds.default(3600),
    placeholder: 'SECONDS',
    help: 'Close an instance after this long without a call; 0 never does.',
  }),
  warm: option('Instances', {
    schema: z.int().min(0).max(100).default(0),
    placeholder: 'COUNT',
    help: 'Keep this many browsers started, so that a new instance is there at once.',
  }),
  instanceMode: option('Instances', {
    schema: z.enum(MODES).optional(),
    help: 'Kind of browser that a new instance is, when the call does not say. Default: the first that is found.',
  }),
  grid: option('Instances', {
    schema: urlOf(/^https?$/, 'it takes an http:// or https:// address').optional(),
    placeholder: 'URL',
    help: 'Selenium Grid 4 for instances of mode grid: http://[USER:PASSWORD@]HOST:4444.',
    secret: true,
  }),
  gridOptions: option('Instances', {
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
    placeholder: 'JSON',
    help: 'What sessions of the grid are asked for: browserName, browserVersion, platformName, binary, args, capabilities, timeout (ms, the wait in its queue included).',
  }),
  extensions: option('Instances', {
    schema: z.array(z.string().min(1)).default([]),
    placeholder: 'FOLDERS',
    reads: true,
    help: 'Unpacked extensions that every Chromium instance of this machine loads.',
  }),
  instancePorts: option('Instances', {
    schema: z
      .string()
      .regex(/^\d{1,5}-\d{1,5}$/, 'it reads FIRST-LAST, such as 3301-3399')
      .refine(isPortRange, 'it reads FIRST-LAST, from 1 to 65535, the smaller port first')
      .optional(),
    placeholder: 'FIRST-LAST',
    help: 'Give each Chromium instance of this machine a DevTools port of this range, on loopback, for other programs of whoever opened it.',
  }),
};

/** Tasks: lists of commands that run in a browser by themselves. */
export const taskOptions = {
  tasks: option('Instances', {
    schema: z.boolean().default(true),
    help: 'Serve /tasks: lists of commands that run one after the other in a browser.',
  }),
  tasksPort: option('Instances', {
    schema: portNumber.optional(),
    placeholder: 'PORT',
    help: 'Tell the progress of tasks over WebSocket on this port too, besides /tasks/ws.',
  }),
  taskTimeout: option('Instances', {
    schema: z.number().positive().max(86_400).default(60),
    placeholder: 'SECONDS',
    help: 'Time limit of each command of a task.',
  }),
  taskQueue: option('Instances', {
    schema: z.int().min(1).max(100_000).default(100),
    placeholder: 'COUNT',
    help: 'How many tasks may wait for one browser.',
  }),
};
