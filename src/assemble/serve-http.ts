import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { isLoopback } from '../config/loopback.ts';
import type { Config } from '../config/options.ts';
import { fault } from '../kernel/fault.ts';
import type { Profile } from '../profiles/profile.ts';
import type { Audit } from '../transport/audit.ts';
import type { HttpRoute } from '../transport/http-routes.ts';
import type { Assembly } from './assembly.ts';
import type { MoonsurfServing } from './moonsurf-routes.ts';

export interface ServedHttp {
  readonly port: number;
  readonly url: string;
  /** The key that clients must send, if they need one. */
  readonly key: string | undefined;
  /** Whether the key was made up because none was given. */
  readonly isGenerated: boolean;
  close(): Promise<void>;
}

/** Serves a profile at /mcp, /sse, /health, /metrics, and at what the profile serves besides. */
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
  const isAsked = profile.keyOnLoopback || config.requireKey || !isLoopback(config.host);
  const given = config.apiKey ?? keptKey;
  const hasKey = given !== undefined || config.apiKeys.length > 0;
  const needsKey = isAsked || config.apiKey !== undefined || config.apiKeys.length > 0;
  const key = needsKey ? (given ?? (hasKey ? undefined : generateKey())) : undefined;
  const more = await moreOf(assembly, profile, needsKey, () => front.streams);
  const front = createHttpFront({
    factory: serviceFactory(assembly.host(profile), log),
    log,
    cwd: process.cwd(),
    key,
    moreKeys: config.apiKeys,
    allowedHosts: config.allowedHosts,
    allowedOrigins: config.allowedOrigins,
    corsCredentials: config.corsCredentials,
    publicUrl: config.publicUrl,
    idleSessionMs: config.sessionIdle * 1000,
    maxStreams: config.maxConnections,
    tls: await readTls(config),
    audit: await auditOf(assembly),
    sockets: more?.sockets ?? [],
    alsoListen: more && config.tasksPort !== undefined ? [config.tasksPort] : [],
    // A profile's own route of the same address comes before ours.
    routes: [...(more?.routes ?? []), ...statusRoutes(assembly, () => more?.guests.counts() ?? {})],
  });
  const listening = await front.listen(port, config.host);
  return {
    port: listening.port,
    url: `${config.publicUrl?.replace(/\/$/, '') ?? listening.urls[0]}/mcp`,
    key: key ?? config.apiKeys[0],
    isGenerated: needsKey && !hasKey,
    async close() {
      more?.close();
      await front.close();
    },
  };
}

async function moreOf(
  assembly: Assembly,
  profile: Profile,
  needsKey: boolean,
  streams: () => number,
): Promise<MoonsurfServing | undefined> {
  if (profile.serves !== 'moonsurf') return undefined;
  const { moonsurfServing } = await import('./moonsurf-routes.ts');
  const open = () => assembly.host(profile).open({ transport: 'rest', cwd: process.cwd() });
  return moonsurfServing(assembly, open, { needsKey, streams });
}

async function readTls({ tlsCert, tlsKey }: Config): Promise<{ cert: string; key: string } | undefined> {
  if (tlsCert === undefined && tlsKey === undefined) return undefined;
  if (tlsCert === undefined || tlsKey === undefined) {
    const flag = tlsCert === undefined ? '--tls-key' : '--tls-cert';
    throw fault('INVALID_FLAG', { flag, problem: 'certificate and key are given together' });
  }
  const read = (path: string) =>
    readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
      throw fault('FILE_NOT_READABLE', { path, why: cause.code ?? cause.message }, cause);
    });
  return { cert: await read(tlsCert), key: await read(tlsKey) };
}

/** Asked for on purpose, so it is written whatever the level of the log. */
async function auditOf(assembly: Assembly): Promise<Audit | undefined> {
  const { config, redactor } = assembly.options;
  if (!config.audit) return undefined;
  const { startLog } = await import('./start-log.ts');
  const log = startLog({ ...config, logLevel: 'info' }, redactor);
  return (entry) => log.info('audit', { ...entry });
}

/** How it is, and who called what. */
function statusRoutes(assembly: Assembly, tasks: () => Readonly<Record<string, number>>): HttpRoute[] {
  return [
    {
      method: 'GET',
      path: '/metrics',
      needsKey: true,
      handle: async (_, response) => {
        const [{ metricsOf }, { PROMETHEUS_TYPE, prometheusText }] = await Promise.all([
          import('./metrics.ts'),
          import('../report/prometheus.ts'),
        ]);
        const text = prometheusText(await metricsOf(assembly, tasks()));
        response.writeHead(200, { 'content-type': PROMETHEUS_TYPE }).end(text);
      },
    },
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
