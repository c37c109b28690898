import type { Finding, Severity } from './finding.ts';
import { isLocal, type Site } from './site.ts';

/** What can change the page that loads it. */
const ACTIVE = new Set(['script', 'stylesheet', 'document', 'fetch', 'xhr', 'eventsource']);
const SOON_DAYS = 14;

export function auditTransport({ requests }: Site, now: number): readonly Finding[] {
  const findings: Finding[] = [];
  for (const { data, seq } of requests) {
    const { url, pageUrl, type, tls } = data;
    const say = (
      severity: Severity,
      title: string,
      location: string,
      evidence: string,
      remediation: string,
    ) => findings.push({ check: 'transport', severity, title, location, evidence, remediation, item: seq });
    if (data.blockedReason === 'mixed-content') {
      say(
        'medium',
        'The browser refused mixed content',
        url,
        `${type} of ${pageUrl ?? 'a page'}`,
        'Load it by https.',
      );
      continue;
    }
    if (url.startsWith('http:') && !isLocal(url)) {
      if (pageUrl?.startsWith('https:') && !data.isNavigation)
        say(
          ACTIVE.has(type) ? 'critical' : 'medium',
          'Mixed content',
          url,
          `${type} without TLS on ${pageUrl}`,
          'Load it by https; upgrade-insecure-requests in the policy does it for all.',
        );
      else {
        const isGrave = data.hasAuth || data.method !== 'GET';
        const origin = URL.parse(url)?.origin ?? url;
        const what = isGrave ? 'Credentials or data go out without TLS' : 'A site without TLS';
        say(
          isGrave ? 'high' : 'medium',
          what,
          origin,
          `${data.method} ${url}`,
          'Serve it by https, and redirect there.',
        );
      }
    }
    // Some browsers do not tell how long it holds.
    if (!tls || tls.validTo === 0) continue;
    const host = URL.parse(url)?.origin ?? url;
    if (/^TLS 1(?:\.[01])?$|^SSL/i.test(tls.protocol))
      say('high', 'An outdated protocol', host, tls.protocol, 'Allow TLS 1.2 and newer only.');
    const days = Math.floor((tls.validTo - now) / 86_400);
    if (days < SOON_DAYS)
      say(
        days < 0 ? 'high' : 'low',
        days < 0 ? 'The certificate has expired' : 'The certificate expires soon',
        host,
        `in ${days} days; ${tls.subject}`,
        'Renew it.',
      );
  }
  return findings;
}
