import { registrableOf } from '../../../../engines/browser/inspect/registrable.ts';
import type { Call } from '../../../../kernel/tool.ts';
import type { TelemetryDeps } from '../../deps.ts';
import { auditCookies } from './cookies.ts';
import type { Check, Finding } from './finding.ts';
import { auditHeaders, auditPolicies } from './headers.ts';
import { auditInput } from './input.ts';
import { openPage } from './open-page.ts';
import { auditIntegrity, auditLibraries } from './parts.ts';
import { auditSecrets } from './secrets.ts';
import type { Site } from './site.ts';
import { auditTransport } from './transport.ts';

type AuditCall = Pick<Call<{ readonly url?: string | undefined }, TelemetryDeps>, 'args' | 'deps' | 'signal'>;

/** All that these checks have to say, with what the page and the libraries told. */
export async function auditSite({ args, deps, signal }: AuditCall, site: Site, checks: readonly Check[]) {
  const wanted = new Set(checks);
  const page = await openPage(deps, site, args.url);
  const domainOf = await registrableOf();
  const isOwn = (url: string, pageUrl: string) => domainOf(url) === domainOf(pageUrl);
  const found: Finding[] = [];
  if (wanted.has('headers')) found.push(...(await auditHeaders(site)));
  if (wanted.has('csp')) found.push(...(await auditPolicies(site)));
  if (wanted.has('cookies')) found.push(...auditCookies(site, page.cookies));
  if (wanted.has('transport')) found.push(...auditTransport(site, deps.clock.micros() / 1_000_000));
  if (wanted.has('integrity')) found.push(...auditIntegrity(site, page.documents));
  if (wanted.has('input')) found.push(...(await auditInput(site)));
  if (wanted.has('credentials') || wanted.has('pii') || wanted.has('auth')) {
    const secrets = await auditSecrets(site, { stored: page.stored, isOwn });
    found.push(
      ...Object.values(secrets)
        .flat()
        .filter(({ check }) => wanted.has(check)),
    );
  }
  const libraries = wanted.has('libraries') ? await auditLibraries(site, signal) : undefined;
  if (libraries) found.push(...libraries.findings);
  return { found, page, libraries };
}
