import type { ServerResponse } from 'node:http';
import { isLoopback } from '../config/loopback.ts';
import type { Profile } from '../profiles/profile.ts';
import type { HttpRoute } from '../transport/http-routes.ts';
import type { Assembly } from './assembly.ts';

export interface ServedHttp {
  readonly port: number;
  readonly url: string;
  /** The key that clients must send, if they need one. */
  readonly key: string | undefined;
  /** Whether the key was made up because none was given. */
  readonly isGenerated: boolean;
  close(): Promise<void>;
}

/** Serves a profile at /mcp, /sse and /health. */
export async function serveHttp(
  assembly: Assembly,
  profile: Profile,
  port: number,
  keptKey?: string,
): Promise<ServedHttp> {
  const { config, log } = assembly.options;
  const [{ createHttpFront }, { serviceFactory }, { generateKey }] = await Promise.all([
    import('../transport/http.ts'),
    import('../transport/connection.ts'),
    import('../transport/keys.ts'),
  ]);
  const needsKey = profile.keyOnLoopback || config.apiKey !== undefined || !isLoopback(config.host);
  const key = needsKey ? (config.apiKey ?? keptKey ?? generateKey()) : undefined;
  const front = createHttpFront({
    factory: serviceFactory(assembly.host(profile), log),
    log,
    cwd: process.cwd(),
    key,
    allowedHosts: config.allowedHosts,
    allowedOrigins: config.allowedOrigins,
    publicUrl: config.publicUrl,
    idleSessionMs: config.sessionIdle * 1000,
    routes: statusRoutes(assembly),
  });
  const listening = await front.listen(port, config.host);
  return {
    port: listening.port,
    url: `${config.publicUrl?.replace(/\/$/, '') ?? listening.urls[0]}/mcp`,
    key,
    isGenerated: needsKey && config.apiKey === undefined,
    close: () => front.close(),
  };
}

/** How it is, and who called what. */
function statusRoutes(assembly: Assembly): HttpRoute[] {
  return [
    {
      method: 'GET',
      path: '/health',
      needsKey: true,
      handle: (_, response) => sendJson(response, assembly.health()),
    },
    {
      method: 'GET',
      path: '/journal',
      needsKey: true,
      handle: (_, response, url) => {
        const given = Object.fromEntries(url.searchParams);
        const limit = Math.min(Math.max(Number(given.limit) || 100, 1), 1000);
        sendJson(response, {
          entries: assembly.journal.query({ ...given, limit }),
          ...assembly.journal.totals(),
        });
      },
    },
  ];
}

function sendJson(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
