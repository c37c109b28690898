import { z } from 'zod';
import { isoMicros } from '../../../../kernel/clock.ts';
import { fault } from '../../../../kernel/fault.ts';
import { defineMode } from '../../deps.ts';
import { listWords, notSeen } from '../../read-list.ts';
import { looked } from '../look-arguments.ts';
import { auditSite } from './audit-site.ts';
import { CHECKS, counted, merged, SEVERITIES } from './finding.ts';
import { siteOf } from './site.ts';

const LIMIT_MS = 120_000;

export const securityAudit = defineMode({
  summary: 'Headers, cookies, CSP, secrets, weak libraries.',
  input: z.object({
    checks: z.array(z.enum(CHECKS)).min(1).optional(),
    severity_min: z.enum(SEVERITIES).optional(),
    ...looked,
  }),
  timeoutMs: () => LIMIT_MS,
  async run(call) {
    const { args, deps } = call;
    const site = await siteOf(call);
    if (site.requests.length === 0)
      throw fault('NOTHING_RECORDED', {
        what: `requests${args.url ? ` of ${args.url}` : ''}`,
        next: 'Open the page with interact({action:"navigate", url}) and walk through what it does',
      });
    const { found, page, libraries } = await auditSite(call, site, args.checks ?? CHECKS);
    const findings = merged(found, args.severity_min ?? 'info');
    const bySeverity = counted(findings.map(({ severity }) => severity));
    const told = SEVERITIES.flatMap((one) => (bySeverity[one] ? [`${bySeverity[one]} ${one}`] : []));
    const words = (count: number) =>
      listWords('findings', { items: findings.slice(0, count), metadata: { total: findings.length } });
    return {
      summary: `${findings.length} findings${told.length > 0 ? ` (${told.join(', ')})` : ''} in ${site.requests.length} requests`,
      data: {
        summary: {
          total_findings: findings.length,
          by_severity: bySeverity,
          // Not by its name as a key: what stands under "credentials" is taken for one.
          by_check: Object.entries(counted(findings.map(({ check }) => check))).map(([check, count]) => ({
            check,
            count,
          })),
          urls_scanned: new Set(site.requests.map(({ data }) => data.url)).size,
        },
        findings,
        libraries: libraries && {
          seen: libraries.seen,
          data_of: libraries.date,
          not_searched: libraries.tooHard.length > 0 ? libraries.tooHard : undefined,
        },
        not_looked: [
          ...(page.notLooked ? [page.notLooked] : []),
          ...(site.bodies.unseen > 0 ? [`${site.bodies.unseen} bodies are not kept.`] : []),
          ...(site.left > 0 ? [`${site.left} older requests.`] : []),
        ],
        ...notSeen(deps, ['request']),
        scanned_at: isoMicros(deps.clock.micros()),
      },
      list: {
        key: 'findings',
        isForward: false,
        hasCursors: false,
        shorter: (count: number) => ({ summary: words(count), data: {} }),
      },
    };
  },
});
