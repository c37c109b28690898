import type { IncomingMessage, ServerResponse } from 'node:http';
import { VERSION } from '../kernel/version.ts';
import type { Session } from '../session/service.ts';
import { callForJson } from '../session/tool-answer.ts';
import type { HttpRoute } from '../transport/http-routes.ts';
import { restTools } from '../transport/rest-tools.ts';
import { type BoardOf, TASK_SOCKET, taskRoutes, taskSockets } from '../transport/task-routes.ts';
import type { SocketRoute } from '../transport/upgrade.ts';
import type { Assembly } from './assembly.ts';
import { Guests } from './moonsurf-guests.ts';

export interface MoonsurfServing {
  readonly routes: readonly HttpRoute[];
  readonly sockets: readonly SocketRoute[];
  readonly guests: Guests;
  close(): void;
}

interface Front {
  /** Whether clients need a key. */
  readonly needsKey: boolean;
  streams(): number;
}

/** What Moonsurf serves besides MCP. */
export function moonsurfServing(assembly: Assembly, open: () => Session, front: Front): MoonsurfServing {
  const { config } = assembly.options;
  const guests = new Guests({
    needsKey: front.needsKey,
    tasks: { commandMs: config.taskTimeout * 1000, maxQueue: config.taskQueue },
    open,
    current: (session) => assembly.pool.value?.currentOf(session),
  });
  const board: BoardOf = (request, url) => guests.of(request, url).board;
  const get = (path: string, needsKey: boolean, body: (request: IncomingMessage) => unknown): HttpRoute => ({
    method: 'GET',
    path,
    needsKey,
    handle: (request, response) => send(response, 200, body(request)),
  });
  return {
    guests,
    sockets: config.tasks ? taskSockets(board, VERSION) : [],
    routes: [
      get('/health', false, () => health(assembly, front)),
      get('/info', false, (request) => info(assembly, front, request)),
      {
        method: 'GET',
        path: '/instances',
        needsKey: true,
        handle: (request, response, url) => instances(guests.of(request, url).session, response),
      },
      ...restTools((request, url) => guests.of(request, url).session),
      ...(config.tasks ? taskRoutes(board) : []),
      {
        method: 'POST',
        path: '/register',
        needsKey: false,
        handle: (request, response) => {
          request.resume();
          const error = 'Browsers need no extension here, so none registers. Open one with browser_instance.';
          send(response, 410, { error });
        },
      },
    ],
    close: () => guests.close(),
  };
}

/** Those that the caller may see. */
async function instances(session: Session, response: ServerResponse): Promise<void> {
  const { signal } = new AbortController();
  const told = await callForJson(session, 'browser_instance', { action: 'list' }, { era: 'legacy', signal });
  if ('result' in told) send(response, 200, told.result);
  else send(response, 503, { error: told.error.message });
}

/** For everybody: nothing that tells of what is being done. */
function health({ pool, options }: Assembly, front: Front) {
  const { config } = options;
  const stats = pool.value?.stats();
  return {
    status: 'ok',
    version: VERSION,
    connectedInstances: stats?.instances.filter(({ state }) => state === 'ready').length ?? 0,
    crashedInstances: stats?.instances.filter(({ state }) => state === 'crashed').length ?? 0,
    waiting: stats?.waiting ?? 0,
    maxInstances: config.maxInstances,
    sseClients: front.streams(),
    auth: front.needsKey,
    tls: config.tlsCert !== undefined,
    rateLimit: config.rateLimit > 0,
    rateLimitMax: config.rateLimit,
  };
}

function info({ options }: Assembly, front: Front, request: IncomingMessage) {
  const { config } = options;
  const scheme = config.tlsCert === undefined ? 'http' : 'https';
  const base = config.publicUrl?.replace(/\/$/, '') ?? `${scheme}://${request.headers.host}`;
  return {
    name: 'moonsurf-mcp',
    version: VERSION,
    protocolVersion: '2024-11-05',
    endpoints: {
      ...{ sse: `${base}/sse`, message: `${base}/message`, mcp: `${base}/mcp`, health: `${base}/health` },
      ...{ instances: `${base}/instances`, tools: `${base}/api/tools`, metrics: `${base}/metrics` },
      ...(config.tasks && {
        tasks: `${base}/tasks`,
        tasksWs: `${base.replace(/^http/, 'ws')}${TASK_SOCKET}`,
      }),
    },
    ...(config.instancePorts !== undefined && { devtoolsPorts: config.instancePorts }),
    auth: { required: front.needsKey, methods: ['Authorization: Bearer', '?token='] },
  };
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
