import { z } from 'zod';
import { quoted } from '../codegen/print-code.ts';
import { badArguments, contextTool } from '../define-tool.ts';
import { ours } from '../told.ts';

export const route = contextTool({
  name: 'browser_route',
  title: 'Route',
  summary: 'Answer, fail, delay or change requests whose URL fits a pattern such as **/api/users.',
  effect: 'write',
  input: {
    pattern: z.string().min(1),
    status: z.int().optional(),
    body: z.string().optional(),
    contentType: z.string().min(1).optional(),
    headers: z.array(z.string()).optional().describe('"Name: Value", of our answer or added to the request.'),
    removeHeaders: z.string().optional().describe('Of the request, comma-separated.'),
    abort: z.string().optional().describe('failed, connectionrefused, timedout …'),
    delay: z.number().min(0).max(600_000).optional().describe('Milliseconds.'),
    method: z.string().optional(),
    times: z.int().min(1).optional(),
  },
  faults: ['INVALID_ROUTE', 'BROWSER_CRASHED'],
  async run({ args, context }) {
    const { pattern, status, body, contentType, abort, delay, method, times } = args;
    const headers = args.headers && Object.fromEntries(args.headers.map(headerOf));
    const removeHeaders = (args.removeHeaders || undefined)?.split(',').map((name) => name.trim());
    await context.routes.add({
      pattern,
      status,
      body,
      contentType,
      headers,
      removeHeaders,
      abort,
      delay,
      method,
      times,
    });
    const handler = 'async route => { /* route handler */ }';
    const line = `await page.context().route(${quoted(pattern)}, ${handler});`;
    return { results: [ours(`Route added for pattern: ${pattern}`)], code: [{ line }] };
  },
});

function headerOf(line: string): [string, string] {
  const colon = line.indexOf(':');
  if (colon <= 0)
    throw badArguments(
      'browser_route',
      `"headers": ${JSON.stringify(line)} does not read "Name: Value"`,
      `Invalid header "${line}": expected "Name: Value"`,
    );
  return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
}
