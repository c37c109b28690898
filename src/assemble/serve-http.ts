import { isLoopback } from '../config/option.ts';
import { readTls } from '../config/tls-files.ts';
import type { Profile } from '../profiles/profile.ts';
import { BUCKETS } from '../session/journal.ts';
import type { Service } from '../session/service.ts';
import { startLog } from '../session/start-log.ts';
import type { Audit } from '../transport/audit.ts';
import type { MoonsurfServing } from '../transport/moonsurf/moonsurf-routes.ts';
import type { Needs } from './parts.ts';

export interface Front {
  readonly port: number;
  /** Used where no key is set. */
  readonly keptKey?: string;
}

export interface ServedHttp {
  readonly port: number;
  readonly url: string;
  /** The key that clients must send, if they need one. */
  readonly key: string | undefined;
  /** Whether the key was made up because none was given. */
  readonly isGenerated: boolean;
  close(): Promise<void>;
}

type HttpNeeds = Needs<'config' | 'log' | 'redactor' | 'journal' | 'pool'> & {
  readonly service: Service;
  /** What runs. */
  health(): object;
  /** The clients of all profiles. */
  sessions(): readonly unknown[];
};

/** Serves a profile at /mcp, /sse, /health, /metrics, and at what the profile serves besides. */
export async function serveHttp(profile: Profile, wanted: Front, needs: HttpNeeds): Promise<ServedHttp> {
  const { config, log, journal, health, service } = needs;
  const [{ createHttpFront }, { serviceFactory }, { generateKey }, { statusRoutes }] = await Promise.all([
    import('../transport/http.ts'),
    import('../transport/connection.ts'),
    import('../transport/keys.ts'),
    import('../transport/status-routes.ts'),
  ]);
  const isAsked = profile.keyOnLoopback || config.requireKey || !isLoopback(config.host);
  const given = config.apiKey ?? wanted.keptKey;
  const hasKey = given !== undefined || config.apiKeys.length > 0;
  const needsKey = isAsked || config.apiKey !== undefined || config.apiKeys.length > 0;
  const key = needsKey ? (given ?? (hasKey ? undefined : generateKey())) : undefined;
  const more = await moreOf(profile, needs, { needsKey, streams: () => front.streams });
  const metrics = () => metricsText(needs, more?.guests.counts() ?? {});
  const front = createHttpFront({
    factory: serviceFactory(service, log),
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
    audit: auditOf(needs),
    sockets: more?.sockets ?? [],
    alsoListen: more && config.tasksPort !== undefined ? [config.tasksPort] : [],
    // A profile's own route of the same address comes before ours.
    routes: [...(more?.routes ?? []), ...statusRoutes({ health, metrics, journal })],
  });
  const listening = await front.listen(wanted.port, config.host);
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
  { serves }: Profile,
  { config, pool, service }: HttpNeeds,
  front: { readonly needsKey: boolean; streams(): number },
): Promise<MoonsurfServing | undefined> {
  if (serves !== 'moonsurf') return undefined;
  const { moonsurfServing } = await import('../transport/moonsurf/moonsurf-routes.ts');
  return moonsurfServing({
    ...front,
    hasTls: config.tlsCert !== undefined,
    hasTasks: config.tasks,
    tasks: { commandMs: config.taskTimeout * 1000, maxQueue: config.taskQueue },
    maxInstances: config.maxInstances,
    rateLimit: config.rateLimit,
    publicUrl: config.publicUrl,
    devtoolsPorts: config.instancePorts,
    open: () => service.open({ transport: 'rest', cwd: process.cwd() }),
    browsers: () => pool.value,
  });
}

/** Asked for on purpose, so it is written whatever the level of the log. */
function auditOf({ config, redactor }: HttpNeeds): Audit | undefined {
  if (!config.audit) return undefined;
  const log = startLog({ ...config, logLevel: 'info' }, redactor);
  return (entry) => log.info('audit', { ...entry });
}

async function metricsText(
  { config, pool, journal, sessions }: HttpNeeds,
  tasks: Readonly<Record<string, number>>,
) {
  const [{ serverMetrics }, { PROMETHEUS_TYPE, prometheusText }] = await Promise.all([
    import('../report/server-metrics.ts'),
    import('../report/prometheus.ts'),
  ]);
  const metrics = serverMetrics({
    maxInstances: config.maxInstances,
    pool: pool.value && { ...pool.value.stats(), memory: await pool.value.memory() },
    calls: journal.times.list(),
    bounds: BUCKETS,
    tasks,
    sessions: sessions().length,
    memory: process.memoryUsage.rss(),
  });
  return { type: PROMETHEUS_TYPE, text: prometheusText(metrics) };
}
