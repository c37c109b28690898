import { judgePolicy } from '../../../../engines/browser/judge-policy.ts';
import type { Finding, Severity } from './finding.ts';
import { headerOf, headersOf, isHtml, isLocal, type Request, type Site } from './site.ts';

const HALF_A_YEAR = 15_552_000;
const HTML_READ = 64_000;
const MOST_DOCUMENTS = 100;
const META_POLICY =
  /<meta\s[^>]{0,2000}http-equiv\s{0,5}=\s{0,5}["']?content-security-policy["'\s][^>]{0,4000}/i;
const CONTENT = /\scontent\s{0,5}=\s{0,5}(?:"([^"]{0,4000})"|'([^']{0,4000})')/i;

/** Of each document the newest answer counts: older ones tell what was. */
function newestDocuments({ requests }: Site): readonly Request[] {
  const byAddress = new Map<string, Request>();
  for (const item of requests.filter(isHtml)) {
    const url = URL.parse(item.data.url);
    if (url?.protocol.startsWith('http')) byAddress.set(url.origin + url.pathname, item);
  }
  return [...byAddress.values()].slice(-MOST_DOCUMENTS);
}

interface Policies {
  readonly enforced: readonly string[];
  readonly reported: readonly string[];
}

async function policiesOf({ data }: Request, { bodies }: Site): Promise<Policies> {
  const text = await bodies.text(data.responseBody, HTML_READ);
  const [, double, single] = CONTENT.exec(META_POLICY.exec(text ?? '')?.[0] ?? '') ?? [];
  const meta = (double ?? single)?.replaceAll('&#39;', "'").replaceAll('&quot;', '"');
  return {
    enforced: [...headersOf(data.responseHeaders, 'content-security-policy'), ...(meta ? [meta] : [])],
    reported: headersOf(data.responseHeaders, 'content-security-policy-report-only'),
  };
}

export async function auditHeaders(site: Site): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const item of newestDocuments(site)) {
    const { enforced, reported } = await policiesOf(item, site);
    const { data, seq } = item;
    const has = (name: string) => headerOf(data.responseHeaders, name);
    const origin = new URL(data.url).origin;
    const say = (severity: Severity, title: string, remediation: string, evidence?: string) =>
      findings.push({
        check: 'headers',
        severity,
        title,
        location: origin,
        evidence,
        remediation,
        item: seq,
      });
    const transport = has('strict-transport-security');
    if (origin.startsWith('https:') && !isLocal(origin)) {
      const seconds = Number(/max-age="?(\d{1,12})/i.exec(transport ?? '')?.[1] ?? 0);
      if (!transport)
        say(
          'high',
          'No Strict-Transport-Security',
          'Send Strict-Transport-Security: max-age=31536000; includeSubDomains.',
        );
      else if (seconds < HALF_A_YEAR)
        say(
          'low',
          'Strict-Transport-Security is short',
          'Give it a max-age of half a year or more.',
          `max-age=${seconds}`,
        );
    }
    if (has('x-content-type-options')?.toLowerCase() !== 'nosniff')
      say('medium', 'No X-Content-Type-Options', 'Send X-Content-Type-Options: nosniff.');
    if (!has('x-frame-options') && !enforced.some((one) => /frame-ancestors/i.test(one)))
      say(
        'medium',
        'Anyone may frame the page',
        "Send Content-Security-Policy: frame-ancestors 'self', or X-Frame-Options: SAMEORIGIN.",
      );
    if (enforced.length === 0)
      say(
        reported.length > 0 ? 'low' : 'medium',
        reported.length > 0 ? 'The Content-Security-Policy only reports' : 'No Content-Security-Policy',
        'generate({format:"csp"}) makes one from what the site loads; try it as report_only first.',
      );
    const referrer = has('referrer-policy');
    if (!referrer) say('low', 'No Referrer-Policy', 'Send Referrer-Policy: strict-origin-when-cross-origin.');
    else if (/unsafe-url/i.test(referrer))
      say(
        'medium',
        'Referrer-Policy tells whole addresses to everyone',
        'Send strict-origin-when-cross-origin instead.',
        referrer,
      );
    if (!has('permissions-policy'))
      say(
        'low',
        'No Permissions-Policy',
        'Send one that takes away what the site does not use, such as camera=(), microphone=().',
      );
    const banner = ['server', 'x-powered-by', 'x-aspnet-version'].find((name) => /\d/.test(has(name) ?? ''));
    if (banner)
      say(
        'info',
        `The header ${banner} tells a version`,
        'Leave the version out.',
        `${banner}: ${has(banner)}`,
      );
  }
  for (const { data, seq } of site.requests) {
    if (headerOf(data.responseHeaders, 'access-control-allow-credentials') !== 'true') continue;
    const allowed = headerOf(data.responseHeaders, 'access-control-allow-origin');
    if (allowed !== 'null') continue;
    findings.push({
      check: 'headers',
      severity: 'high',
      title: 'Any sandboxed page may read answers with credentials',
      location: data.url,
      evidence: 'access-control-allow-origin: null with allow-credentials: true',
      remediation: 'Allow origins by name only; null is what every sandboxed frame says.',
      item: seq,
    });
  }
  return findings;
}

/** csp_evaluator's words in ours. */
const GRAVITY: Readonly<Record<string, Severity>> = {
  high: 'high',
  'possibly high': 'medium',
  medium: 'medium',
  'possibly medium': 'low',
  syntax: 'low',
};

export async function auditPolicies(site: Site): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const item of newestDocuments(site)) {
    const { enforced, reported } = await policiesOf(item, site);
    // All of them must allow what is done, so the strictest counts.
    const judged = enforced.length > 0 ? enforced : reported;
    const objections = await Promise.all(judged.map(judgePolicy));
    const grave = (list: (typeof objections)[number]) =>
      list.filter(({ severity }) => severity === 'high').length;
    const byGravity = objections.toSorted(
      (one, other) => grave(one) - grave(other) || one.length - other.length,
    );
    const least = byGravity[0] ?? [];
    for (const { severity, directive, value, description } of least)
      findings.push({
        check: 'csp',
        severity: GRAVITY[severity] ?? 'low',
        title: `Content-Security-Policy: ${directive}${value ? ` ${value}` : ''}`,
        location: new URL(item.data.url).origin,
        evidence: description,
        remediation:
          'generate({format:"csp", mode:"strict"}) makes a policy without it, as far as the site allows.',
        item: item.seq,
      });
  }
  return findings;
}
