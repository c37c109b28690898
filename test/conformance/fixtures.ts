/** An SDK server with the fixtures of the official suite, to be mounted on a front. */
import { randomBytes } from 'node:crypto';
import {
  createRequestStateCodec,
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from '@modelcontextprotocol/server';
import { askingTools, incompleteTools, type State } from './fixture-questions.ts';
import { getPrompt, prompts, readResource, resources, resourceTemplates } from './fixture-resources.ts';
import { plainTools } from './fixture-tools.ts';

/** A factory whose servers share one key, so that state minted by one is accepted by the next. */
export function fixtureServers(): () => Server {
  const codec = createRequestStateCodec<State>({ key: randomBytes(32) });
  const tools = { ...plainTools, ...askingTools, ...incompleteTools(codec) };
  return () => {
    const server = new Server(
      { name: 'conformance-fixtures', version: '1.0.0' },
      {
        capabilities: {
          tools: {},
          resources: { subscribe: true },
          prompts: {},
          completions: {},
          logging: {},
        },
        requestState: { verify: codec.verify },
        cacheHints: { 'tools/list': { ttlMs: 60_000, cacheScope: 'public' } },
      },
    );
    server.setRequestHandler('tools/list', () => ({
      tools: Object.entries(tools).map(([name, { description, inputSchema }]) => ({
        name,
        description,
        inputSchema,
      })),
    }));
    server.setRequestHandler('tools/call', ({ params }, ctx) => {
      const tool = tools[params.name];
      if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name}`);
      return tool.run(params.arguments ?? {}, ctx);
    });
    mountResources(server);
    mountPrompts(server);
    return server;
  };
}

function mountResources(server: Server): void {
  server.setRequestHandler('resources/list', () => ({ resources }));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates }));
  server.setRequestHandler('resources/read', ({ params }) => readResource(params.uri));
  server.setRequestHandler('resources/subscribe', () => ({}));
  server.setRequestHandler('resources/unsubscribe', () => ({}));
}

function mountPrompts(server: Server): void {
  server.setRequestHandler('prompts/list', () => ({ prompts }));
  server.setRequestHandler('prompts/get', ({ params }, ctx) =>
    getPrompt(params.name, params.arguments ?? {}, ctx),
  );
  server.setRequestHandler('completion/complete', ({ params }) => {
    const values = ['paris', 'park', 'party'].filter((word) => word.startsWith(params.argument.value));
    return { completion: { values, total: values.length, hasMore: false } };
  });
}
