import type { RouteInfo } from '../../../engines/browser/context/routes.ts';
import { contextTool } from '../define-tool.ts';
import { ours } from '../told.ts';

export const routeList = contextTool({
  name: 'browser_route_list',
  title: 'Routes',
  summary: 'List the routes that are set.',
  effect: 'read',
  input: {},
  hasData: true,
  faults: [],
  async run({ context, deps }) {
    const routes = context.routes.list();
    const isLean = deps.answers.style === 'lean';
    const lines = routes.map((one, i) => `${i + 1}. ${line(one, isLean)}`);
    return { results: [ours(lines.length > 0 ? lines.join('\n') : 'No active routes')], data: { routes } };
  },
});

/** playwright-mcp does not count; what only we can set follows what it has, too. */
function line(route: RouteInfo, isCounted: boolean): string {
  const { pattern, hits, status, body, contentType, headers, removeHeaders, ...rest } = route;
  const details = {
    status,
    body: body !== undefined && body.length > 50 ? `${body.slice(0, 50)}...` : body,
    contentType,
    addHeaders: headers && JSON.stringify(headers),
    removeHeaders: removeHeaders?.join(','),
    ...rest,
    hits: isCounted ? hits : undefined,
  };
  const shown = Object.entries(details).filter(([, value]) => value !== undefined);
  const words = shown.map(([name, value]) => `${name}=${value}`).join(', ');
  return words ? `${pattern} (${words})` : pattern;
}
