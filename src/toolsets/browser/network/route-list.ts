import type { RouteInfo } from '../../../engines/browser/routes.ts';
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
  async run({ context }) {
    const routes = context.routes.list();
    const lines = routes.map((one, i) => `${i + 1}. ${line(one)}`);
    return { results: [ours(lines.length > 0 ? lines.join('\n') : 'No active routes')], data: { routes } };
  },
});

function line({ pattern, hits, body, headers, removeHeaders, ...rest }: RouteInfo): string {
  const details = Object.entries(rest)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${value}`);
  if (body !== undefined) details.push(`body=${body.length > 50 ? `${body.slice(0, 50)}...` : body}`);
  if (headers) details.push(`addHeaders=${JSON.stringify(headers)}`);
  if (removeHeaders) details.push(`removeHeaders=${removeHeaders.join(',')}`);
  return `${pattern} (${[...details, `hits=${hits}`].join(', ')})`;
}
