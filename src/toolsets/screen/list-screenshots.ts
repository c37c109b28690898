import { z } from 'zod';
import { limit } from '../../kernel/arguments.ts';
import { text } from '../../kernel/content.ts';
import { defineTool } from './deps.ts';
import { describe } from './shown-picture.ts';

export const DEFAULT_LIMIT = 10;

export const listScreenshots = defineTool({
  name: 'list_screenshots',
  title: 'List',
  summary: 'List desktop screenshots of all sessions, newest first.',
  effect: 'read',
  input: z.object({ limit: limit(DEFAULT_LIMIT, 1000, 0) }),
  faults: [],
  async run({ args, deps }) {
    const screenshots = (await deps.screenshots.list(args.limit)).map(describe);
    return { data: { screenshots }, blocks: [text(JSON.stringify(screenshots))] };
  },
});
