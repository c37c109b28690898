import type { IncomingMessage, ServerResponse } from 'node:http';
import { VERSION } from '../kernel/version.ts';
import type { Session } from '../session/service.ts';
import { TaskBoard } from '../session/task-board.ts';
import type { HttpRoute } from '../transport/http-routes.ts';
import { restTools } from '../transport/rest-tools.ts';
import { TASK_SOCKET, taskRoutes, taskSockets } from '../transport/task-routes.ts';
import type { SocketRoute } from '../transport/upgrade.ts';
import type { Assembly } from './assembly.ts';

export interface MoonsurfServing {
  readonly routes: readonly HttpRoute[];
  readonly sockets: readonly SocketRoute[];
  readonly board: TaskBoard | undefined;
  close(): void;
}

interface Front {
  /** Whether clients need a key. */
  readonly needsKey: boolean;
  streams(): number;
}

/** What Moonsurf serves besides MCP. Whoever comes without a session shares one, which lasts as long as the server. */
export function moonsurfServing(assembly: Assembly, session: () => Session, front: Front): MoonsurfServing {
  const { config } = assembly.options;
  const board = config.tasks
    ? new TaskBoard({ session, commandMs: config.taskTimeout * 1000, maxQueue: config.taskQueue })
    : undefined;
  const get = (path: string, needsKey: boolean, body: (request: IncomingMessage) => unknown): HttpRoute => ({
    method: 'GET',
    path,
    needsKey,
    handle: (request, response) => send(response, 200, body(request)),
  });
  return {
    board,
    sockets: board ? taskSockets(() => board, VERSION) : [],
    routes: [
      get('/health', false, () => health(assembly, front)),
      get('/info', false, (request) => info(assembly, front, request)),
      get('/instances', true, () => ({ instances: assembly.pool.value?.stats().instances ?? [] })),
      ...restTools(session),
      ...(board ? taskRoutes(() => board) : []),
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
    close: () => board?.close(),
  };
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
