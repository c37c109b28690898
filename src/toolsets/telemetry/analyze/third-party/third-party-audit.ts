import { z } from 'zod';
import { entityFinder } from '../../../../engines/browser/inspect/entities.ts';
import { registrableOf } from '../../../../engines/browser/inspect/registrable.ts';
import { fault } from '../../../../kernel/fault.ts';
import type { Call, Reply } from '../../../../kernel/tool.ts';
import { defineMode, type TelemetryDeps } from '../../deps.ts';
import { listWords, notSeen } from '../../read-list.ts';
import { openTab } from '../../tabs.ts';
import { looked } from '../look-arguments.ts';
import { keptRuns, runKey } from '../performance/kept-runs.ts';
import type { KeptRun } from '../performance/runs.ts';
import { kindsIn } from '../security/secrets.ts';
import { headerOf, originOf, type Site, siteOf } from '../security/site.ts';
import { loadWithout } from './load-without.ts';
import {
  isOutbound,
  isUnder,
  type Knowing,
  RISKS,
  resourcesOf,
  riskOf,
  suspicions,
  type ThirdParty,
  thirdParties,
} from './sort-out.ts';

const LIMIT_MS = 180_000;
const MOST_URLS = 10;
const MOST_ITEMS = 5;
const BODY_READ = 20_000;
const host = z.string().min(1).max(500);

const input = z.object({
  first_party_origins: z.array(host).max(100).optional(),
  include_static: z.boolean().optional().describe('false: none that only show.'),
  custom_lists: z
    .object({
      allowed: z.array(host).max(1000).optional(),
      blocked: z.array(host).max(1000).optional(),
      internal: z.array(host).max(1000).optional(),
    })
    .optional()
    .describe('Hosts.'),
  without: z.array(host).min(1).max(100).optional().describe('Hosts or names: what breaks without them.'),
  ...looked,
});
type AuditCall = Call<z.output<typeof input>, TelemetryDeps>;

export const thirdPartyAudit = defineMode({
  summary: 'Who else is in the page: bytes, cookies, risk.',
  input,
  timeoutMs: () => LIMIT_MS,
  async run(call) {
    const { args, deps } = call;
    const site = await siteOf(call);
    const knowing: Knowing = {
      domainOf: await registrableOf(),
      entityOf: await entityFinder(),
      firstParty: args.first_party_origins ?? [],
      lists: args.custom_lists ?? {},
    };
    const documents = site.requests.filter(({ data }) => data.isNavigation);
    if (site.requests.length === 0)
      throw fault('NOTHING_RECORDED', {
        what: `requests${args.url ? ` of ${args.url}` : ''}`,
        next: 'Open the page with interact({action:"navigate", url}) first',
      });
    const all = thirdParties(site.requests, knowing);
    const measured = await lastRun(call, documents.at(-1)?.data.url);
    const entries = await Promise.all(all.map((one) => entryOf(one, site, knowing, measured)));
    const shown = entries
      .filter(({ risk_level: risk }) => args.include_static !== false || risk !== 'low')
      .toSorted(
        (one, other) =>
          RISKS.indexOf(one.risk_level) - RISKS.indexOf(other.risk_level) ||
          other.total_transfer_bytes - one.total_transfer_bytes,
      );
    const tried = args.without && (await withoutThem(call, args.without, knowing));
    const bytes = shown.reduce((sum, one) => sum + one.total_transfer_bytes, 0);
    return answer(shown, {
      first_party_origin: args.first_party_origins ?? [
        ...new Set(documents.map(({ data }) => originOf(data.url))),
      ],
      without: tried,
      main_thread_measured: measured?.time ?? 'not yet; analyze({what:"performance", trace:"load"}) does',
      summary: {
        third_parties: shown.length,
        requests: shown.reduce((sum, one) => sum + one.request_count, 0),
        total_transfer_bytes: bytes,
        ...Object.fromEntries(
          RISKS.map((risk) => [risk, shown.filter((one) => one.risk_level === risk).length]),
        ),
        of_all_requests: site.requests.length,
      },
      ...(site.left > 0 ? { not_looked: `${site.left} older requests` } : {}),
      ...notSeen(deps, ['request']),
    });
  },
});

type Entry = Awaited<ReturnType<typeof entryOf>>;

function answer(entries: readonly Entry[], about: Readonly<Record<string, unknown>>): Reply {
  const grave = entries.filter((one) => one.risk_level === 'critical' || one.risk_level === 'high').length;
  return {
    summary: `${entries.length} third parties, ${grave} of them with scripts`,
    data: { third_parties: entries, ...about },
    list: {
      key: 'third_parties',
      isForward: false,
      hasCursors: false,
      shorter: (count) => ({
        summary: listWords('third parties', {
          items: entries.slice(0, count),
          metadata: { total: entries.length },
        }),
        data: {},
      }),
    },
  };
}

/** Time on the main thread is known where a load of the page was traced. */
const lastRun = async (call: AuditCall, url: string | undefined) =>
  url === undefined ? undefined : keptRuns(call).get<KeptRun>(runKey(url, 'load'));

async function entryOf(
  { name, entity, requests }: ThirdParty,
  { bodies }: Site,
  { lists }: Knowing,
  measured: KeptRun | undefined,
) {
  const origins = [...new Set(requests.map(({ data }) => originOf(data.url)!))];
  const cookies = [
    ...new Set(requests.flatMap(({ data }) => (data.setCookies ?? []).map((one) => one.name))),
  ];
  const isBlocked = origins.some((one) => isUnder(one, lists.blocked));
  const isAllowed = origins.some((one) => isUnder(one, lists.allowed));
  const [risk, reason] = riskOf(requests, cookies.length > 0, isBlocked);
  const sent = requests.filter(isOutbound);
  const personal = new Set<string>();
  for (const { data } of requests)
    for (const kind of kindsIn(`${data.url} ${(await bodies.text(data.requestBody, BODY_READ)) ?? ''}`))
      personal.add(kind);
  const flags = [...new Set(origins.flatMap((one) => suspicions(new URL(one).hostname)))];
  const known = entity ? 'known' : flags.length > 0 ? 'suspicious' : 'unknown';
  return {
    name,
    category: entity?.category,
    origins,
    risk_level: risk,
    risk_reason: reason,
    resources: resourcesOf(requests),
    request_count: requests.length,
    total_transfer_bytes: requests.reduce((sum, { data }) => sum + (data.sizes.transfer ?? 0), 0),
    main_thread_ms: measured && timeOf(measured, origins),
    data_outbound: sent.length > 0,
    outbound_details:
      sent.length > 0 || personal.size > 0
        ? {
            methods: [...new Set(sent.map(({ data }) => data.method))],
            content_types: [
              ...new Set(sent.flatMap(({ data }) => headerOf(data.requestHeaders, 'content-type') ?? [])),
            ],
            contains_pii_fields: [...personal],
          }
        : undefined,
    sets_cookies: cookies,
    reputation: {
      classification: isBlocked ? 'enterprise_blocked' : isAllowed ? 'enterprise_allowed' : known,
      suspicion_flags: flags,
    },
    urls: [...new Set(requests.map(({ data }) => data.url))].slice(0, MOST_URLS),
    items: requests.slice(0, MOST_ITEMS).map(({ seq }) => seq),
  };
}

const timeOf = ({ scripts }: KeptRun, origins: readonly string[]) =>
  Math.round(
    scripts.reduce((sum, { url, ms }) => (origins.includes(originOf(url) ?? '') ? sum + ms : sum), 0),
  );

async function withoutThem(call: AuditCall, without: readonly string[], { entityOf }: Knowing) {
  const { deps, args, signal } = call;
  deps.pilot.assertOn();
  const tab = await openTab(deps.engine, args.tab_id, 'third_party_audit');
  const names = new Set(without.map((one) => one.toLowerCase()));
  const isMeant = (url: string) =>
    isUnder(url, without) || names.has(entityOf(url)?.name.toLowerCase() ?? '');
  return deps.during(() => loadWithout(deps, tab, isMeant, signal));
}
