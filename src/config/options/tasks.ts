import { z } from 'zod';
import { option, portNumber } from '../option.ts';

/** Tasks: lists of commands that run in a browser by themselves. */
export const taskOptions = {
  tasks: option({
    schema: z.boolean().default(true),
    kind: 'switch',
    group: 'Instances',
    help: 'Serve /tasks: lists of commands that run one after the other in a browser.',
  }),
  tasksPort: option({
    schema: portNumber.optional(),
    kind: 'number',
    group: 'Instances',
    placeholder: 'PORT',
    help: 'Tell the progress of tasks over WebSocket on this port too, besides /tasks/ws.',
  }),
  taskTimeout: option({
    schema: z.number().positive().max(86_400).default(60),
    kind: 'number',
    group: 'Instances',
    placeholder: 'SECONDS',
    help: 'Time limit of each command of a task.',
  }),
  taskQueue: option({
    schema: z.int().min(1).max(100_000).default(100),
    kind: 'number',
    group: 'Instances',
    placeholder: 'COUNT',
    help: 'How many tasks may wait for one browser.',
  }),
};
