import { z } from 'zod';
import { text } from '../../kernel/content.ts';
import { fields } from '../../kernel/json-schema.ts';
import { defineTool } from './deps.ts';
import { describe } from './shown-picture.ts';

export const DEFAULT_LIMIT = 10;

export const listScreenshots = defineTool({
  name: 'list_screenshots',
  title: 'List',
  summary: 'Newest first.',
  effect: 'read',
  input: z.object({ limit: z.int().min(0).max(1000).default(DEFAULT_LIMIT) }),
  output: fields,
  faults: [],
  async run({ args, deps }) {
    const screenshots = (await deps.screenshots.list(args.limit)).map(describe);
    return { data: { screenshots }, blocks: [text(JSON.stringify(screenshots))] };
  },
});
