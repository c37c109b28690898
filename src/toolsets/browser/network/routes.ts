import { z } from 'zod';
import { ownText } from '../../../report/browser-result.ts';
import { quoted } from '../../../report/code/code-step.ts';
import { badArguments, contextTool } from '../define-tool.ts';

export const route = contextTool({
  name: 'browser_route',
  title: 'Route',
  summary: 'Answer, fail, delay or change requests whose URL fits a pattern such as **/api/users.',
  effect: 'write',
  input: {
    pattern: z.string().min(1).describe('Glob of URLs: **/api/users.'),
    status: z.int().optional().describe('HTTP status of our answer.'),
    body: z.string().optional().describe('Of our answer.'),
    contentType: z.string().min(1).optional().describe('MIME type of our answer.'),
    headers: z.array(z.string()).optional().describe('"Name: Value", of our answer or added to the request.'),
    removeHeaders: z.string().optional().describe('Of the request, comma-separated.'),
    abort: z.string().optional().describe('failed, connectionrefused, timedout …'),
    delay: z.number().min(0).max(600_000).optional().describe('Milliseconds.'),
    method: z.string().optional().describe('Only this HTTP method.'),
    times: z.int().min(1).optional().describe('Only so often.'),
  },
  faults: ['INVALID_ROUTE', 'BROWSER_CRASHED'],
  async run({ args, context }) {
    const { pattern, status, body, contentType, abort, delay, method, times } = args;
    const headers = args.headers && Object.fromEntries(args.headers.map(headerOf));
    const removeHeaders = (args.removeHeaders || undefined)?.split(',').map((name) => name.trim());
    const answer = { status, body, contentType, headers, removeHeaders };
    await context.routes.add({ pattern, ...answer, abort, delay, method, times });
    const handler = 'async route => { /* route handler */ }';
    const line = `await page.context().route(${quoted(pattern)}, ${handler});`;
    return { results: [ownText(`Route added for pattern: ${pattern}`)], code: [{ line }] };
  },
});

function headerOf(line: string): [string, string] {
  const colon = line.indexOf(':');
  if (colon <= 0)
    throw badArguments('browser_route', `"headers": ${JSON.stringify(line)} does not read "Name: Value"`);
  return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
}

export const routeList = contextTool({
  name: 'browser_route_list',
  title: 'Routes',
  summary: 'List the routes that are set.',
  effect: 'read',
  input: {},
  faults: [],
  async run({ context }) {
    const routes = context.routes.list();
    return { view: { kind: 'routes', routes }, data: { routes } };
  },
});

export const unroute = contextTool({
  name: 'browser_unroute',
  title: 'Unroute',
  summary: 'Remove the routes of a pattern, or all.',
  effect: 'write',
  idempotent: true,
  input: { pattern: z.string().min(1).optional().describe('As it was set.') },
  faults: ['BROWSER_CRASHED'],
  async run({ args, context }) {
    const count = await context.routes.remove(args.pattern);
    const words =
      args.pattern === undefined
        ? `Removed all ${count} route(s)`
        : `Removed ${count} route(s) for pattern: ${args.pattern}`;
    return { results: [ownText(words)] };
  },
});

export const networkStateSet = contextTool({
  name: 'browser_network_state_set',
  title: 'Network state',
  summary: 'Take the context offline or back online.',
  effect: 'write',
  idempotent: true,
  input: { state: z.enum(['online', 'offline']) },
  faults: ['BROWSER_CRASHED'],
  async run({ args, context }) {
    const isOffline = args.state === 'offline';
    await context.conditions.setOffline(isOffline);
    const code = [{ part: 'context' as const, call: 'setOffline', args: [isOffline] }];
    return { results: [ownText(`Network is now ${args.state}`)], code };
  },
});
