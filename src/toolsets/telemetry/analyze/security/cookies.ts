import type { Finding, Severity } from './finding.ts';
import { isLocal, type Site } from './site.ts';

const OPENS_DOORS = /sess|(?:^|[_.-])s?id(?:$|[_.-])|auth|token|jwt|login|remember|csrf|xsrf/i;
/** A page must be able to read it: it sends it back by script. */
const FOR_SCRIPTS = /csrf|xsrf/i;

/** A cookie as an answer set it, or as the browser holds it. */
export interface SeenCookie {
  readonly name: string;
  readonly httpOnly: boolean;
  readonly secure: boolean;
  readonly sameSite?: string | undefined;
  readonly domain?: string | undefined;
  readonly url: string;
  readonly item?: number | undefined;
}

export function auditCookies({ requests }: Site, held: readonly SeenCookie[]): readonly Finding[] {
  const set = requests.flatMap(({ data, seq }) =>
    (data.setCookies ?? []).map((one): SeenCookie => ({ ...one, url: data.url, item: seq })),
  );
  const named = new Set(set.map(({ name }) => name));
  // What scripts set is not told by answers.
  return [...set, ...held.filter(({ name }) => !named.has(name))].flatMap(judge);
}

function judge(cookie: SeenCookie): readonly Finding[] {
  const { name, httpOnly, secure, sameSite, domain, url, item } = cookie;
  const findings: Finding[] = [];
  const opens = OPENS_DOORS.test(name);
  const origin = URL.parse(url)?.origin ?? url;
  const isSafe = origin.startsWith('https:');
  const say = (severity: Severity, title: string, remediation: string) =>
    findings.push({
      check: 'cookies',
      severity,
      title,
      location: origin,
      evidence: `cookie ${name}`,
      remediation,
      item,
    });
  if (opens && !httpOnly && !FOR_SCRIPTS.test(name))
    say('high', 'Scripts can read a cookie that opens doors', 'Set it with HttpOnly.');
  if (!secure && isSafe)
    say(opens ? 'high' : 'medium', 'A cookie also goes out without TLS', 'Set it with Secure.');
  else if (!secure && !isLocal(url))
    say(
      opens ? 'high' : 'medium',
      'A cookie is set without TLS',
      'Serve the site by https alone, and set it with Secure.',
    );
  if (sameSite?.toLowerCase() === 'none' && !secure)
    say(
      'medium',
      'SameSite=None without Secure: browsers refuse the cookie',
      'Set it with Secure, or with SameSite=Lax.',
    );
  else if (!sameSite && opens)
    say('low', 'A cookie leaves SameSite to the browser', 'Set it with SameSite=Lax or Strict.');
  if (opens && domain?.startsWith('.') && name.startsWith('__Host-'))
    say('medium', 'A __Host- cookie must not name a domain', 'Leave Domain away.');
  return findings;
}
