import type { ContextInfo } from '../../../engines/browser/browser-engine.ts';
import { browserTool } from '../define-tool.ts';
import { pages } from '../told.ts';

export const contextList = browserTool({
  name: 'browser_context_list',
  title: 'Contexts',
  summary: 'List the contexts.',
  effect: 'read',
  input: {},
  hasData: true,
  faults: [],
  async run({ deps }) {
    const contexts = deps.engine.listContexts();
    const data = { contexts, activeContext: deps.engine.activeContext, totalCount: contexts.length };
    return { results: [pages(contexts.map(line).join('\n'))], show: 'nothing', data };
  },
});

function line({ name, isActive, pageCount, currentUrl, proxy, hasProxyLogin }: ContextInfo): string {
  return [
    `${name}${isActive ? ' (active)' : ''}: ${pageCount} page(s)`,
    ...(currentUrl === undefined ? [] : [currentUrl]),
    ...(proxy === undefined ? [] : [`proxy ${proxy}${hasProxyLogin ? ' with login' : ''}`]),
  ].join(', ');
}
