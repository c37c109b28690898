import { readTls } from '../config/tls-files.ts';
import type { Check } from '../contract/app-control.ts';
import { ANYBODY, type CallerName, OWN_USER } from '../kernel/owner.ts';
import type { Profile } from '../profiles/profile.ts';
import { BUCKETS } from '../session/journal.ts';
import type { Service } from '../session/service.ts';
import { startLog } from '../session/start-log.ts';
import type { Audit } from '../transport/audit.ts';
import type { MoonsurfServing } from '../transport/moonsurf/moonsurf-routes.ts';
import { makeApp } from './app-wiring.ts';
import { type WhoNeedsKey, whoNeedsKey } from './doors.ts';
import { makeExtension } from './extension-wiring.ts';
import { letsOwnServicesIn, makeOtlpRoutes } from './otlp-wiring.ts';
import type { Needs } from './parts.ts';

export interface Front {
  readonly port: number;
  /** Used where no key is set. */
  readonly keptKey?: string;
  /** What works here and what does not, for the web app. */
  readonly checks?: (() => Promise<readonly Check[]>) | undefined;
}

export interface ServedHttp {
  /** All that were opened, the one of the address first. */
  readonly ports: readonly [number, ...number[]];
  readonly url: string;
  readonly needsKey: WhoNeedsKey;
  /** Why our own user's connections cannot be told from others', where they would need no key. */
  readonly untold: string | undefined;
  /** Ports on which browsers will take DevTools, if they were asked for. */
  readonly devtoolsPorts: string | undefined;
  /** The key that clients must send, if they need one. */
  readonly key: string | undefined;
  /** Whether the key was made up because none was given. */
  readonly isGenerated: boolean;
  /** A link to the web app that logs in whoever opens it first; undefined where there is none. */
  appLink(): string | undefined;
  close(): Promise<void>;
}

type HttpNeeds = Needs<
  | 'config'
  | 'clock'
  | 'log'
  | 'redactor'
  | 'journal'
  | 'pool'
  | 'doorKeys'
  | 'appDoor'
  | 'sink'
  | 'hub'
  | 'store'
  | 'screen'
  | 'sessions'
  | 'state'
  | 'observers'
  | 'tabNumbers'
  | 'browser'
  | 'desk'
  | 'ownBrowsers'
  | 'files'
  | 'telemetry'
  | 'wire'
  | 'keptRules'
  | 'given'
  | 'isApart'
> & {
  readonly service: Service;
  /** What runs. */
  health(caller: CallerName): object;
  /** The clients of all profiles, or those of one caller. */
  clients(caller?: CallerName): readonly { readonly id: string; readonly client?: string | undefined }[];
};

/** Serves a profile at /mcp, /sse, /health, /metrics, and at what the profile serves besides. */
export async function serveHttp(profile: Profile, wanted: Front, needs: HttpNeeds): Promise<ServedHttp> {
  const { config, log, journal, health, service } = needs;
  const [{ createHttpFront }, { serviceFactory }, { generateKey }, { statusRoutes }, peers] =
    await Promise.all([
      import('../transport/http.ts'),
      import('../transport/connection.ts'),
      import('../transport/keys.ts'),
      import('../transport/status-routes.ts'),
      import('../transport/peer-owner.ts'),
    ]);
  const needsKey = whoNeedsKey(profile, config);
  const given = config.apiKey ?? wanted.keptKey;
  const hasKey = given !== undefined || config.apiKeys.length > 0;
  const key = needsKey === 'nobody' ? undefined : (given ?? (hasKey ? undefined : generateKey()));
  needs.doorKeys.value = [...(key === undefined ? [] : [key]), ...config.apiKeys];
  const isAsked = needsKey === 'everybody';
  const more = await moreOf(profile, needs, { needsKey: isAsked, streams: () => front.streams });
  const hasApp = profile.serves?.includes('app') === true && needs.sessions !== undefined;
  const extension = profile.serves?.includes('extension')
    ? await makeExtension({ ...needs, hasApp, sessionsOf: needs.clients })
    : undefined;
  const app = hasApp
    ? await makeApp({
        ...needs,
        takes: profile.takes,
        checks: wanted.checks,
        sessionsOf: needs.clients,
        browsers: extension?.browsers,
      })
    : undefined;
  const metrics = () => metricsText(needs, more?.guests.counts() ?? {});
  const front = createHttpFront({
    factory: serviceFactory(service, log),
    log,
    cwd: process.cwd(),
    key,
    moreKeys: config.apiKeys,
    isOfOwnUser: needsKey === 'others' ? peers.isOfOwnUser : undefined,
    ...(letsOwnServicesIn(config) && { isOfOwnUserThere: peers.isOfOwnUser }),
    allowedHosts: config.allowedHosts,
    allowedOrigins: config.allowedOrigins,
    corsCredentials: config.corsCredentials,
    publicUrl: config.publicUrl,
    idleSessionMs: config.sessionIdle * 1000,
    answerMs: config.pingTimeoutMs,
    maxStreams: config.maxConnections,
    tls: await readTls(config),
    audit: auditOf(needs),
    sockets: [...(more?.sockets ?? app?.sockets ?? []), ...(extension?.sockets ?? [])],
    alsoListen: more && config.tasksPort !== undefined ? [config.tasksPort] : [],
    // A profile's own route of the same address comes before ours.
    routes: [
      ...(more?.routes ?? app?.routes ?? []),
      ...(extension?.routes ?? []),
      ...(profile.serves?.includes('otlp') ? await makeOtlpRoutes(needs) : []),
      ...statusRoutes({ health, metrics, journal }),
    ],
  });
  const listening = await front.listen(wanted.port, config.host);
  const address = config.publicUrl?.replace(/\/$/, '') ?? listening.urls[0] ?? '';
  if (app) needs.appDoor.url = `${address}/app/`;
  // Whoever started it stands for their own user, and for the key that they are told.
  const callers = needsKey === 'nobody' ? [OWN_USER, ANYBODY] : [OWN_USER, 'key 1'];
  return {
    ports: listening.ports,
    url: `${address}/mcp`,
    appLink: () => app && `${address}${app.linkFor(callers)}`,
    key: key ?? config.apiKeys[0],
    needsKey,
    untold: needsKey === 'others' ? await peers.whyUntold() : undefined,
    devtoolsPorts: more && config.instancePorts,
    isGenerated: key !== undefined && !hasKey,
    async close() {
      delete needs.appDoor.url;
      more?.close();
      await extension?.close();
      await front.close();
    },
  };
}

async function moreOf(
  { serves }: Profile,
  { config, pool, service }: HttpNeeds,
  front: { readonly needsKey: boolean; streams(): number },
): Promise<MoonsurfServing | undefined> {
  if (!serves?.includes('moonsurf')) return undefined;
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
    open: (caller) => service.open({ transport: 'rest', cwd: process.cwd(), caller }),
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
  { config, pool, journal, clients }: HttpNeeds,
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
    sessions: clients().length,
    memory: process.memoryUsage.rss(),
  });
  return { type: PROMETHEUS_TYPE, text: prometheusText(metrics) };
}
