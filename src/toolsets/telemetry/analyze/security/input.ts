import type { Finding } from './finding.ts';
import { headerOf, isHtml, type Request, type Site } from './site.ts';

const HTML_READ = 1_000_000;
const FORM_READ = 20_000;
/** Shorter words come back by chance. */
const SHORTEST = 4;
const TELLING = 6;

/** What was given by names: in the address, and in a form that was sent. */
async function givenBy({ data }: Request, { bodies }: Site): Promise<readonly (readonly [string, string])[]> {
  const query = [...(URL.parse(data.url)?.searchParams ?? [])];
  const isForm = /x-www-form-urlencoded/.test(headerOf(data.requestHeaders, 'content-type') ?? '');
  const form = isForm ? await bodies.text(data.requestBody, FORM_READ) : undefined;
  return [...query, ...new URLSearchParams(form ?? '')];
}

/** Input that came back as it was, and addresses that were gone to because somebody said so. */
export async function auditInput(site: Site): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const item of site.requests) {
    const { data, seq } = item;
    const at = { check: 'input' as const, location: data.url.replace(/[?#].*$/s, ''), item: seq };
    const target = redirectOf(item);
    if (target) {
      const by = (await givenBy(item, site)).find(([, value]) => leadsTo(value, target));
      if (by)
        findings.push({
          ...at,
          severity: 'medium',
          title: 'Open redirect',
          evidence: `parameter ${by[0]} led to ${target.origin}`,
          remediation:
            'Take only paths of your own site, or compare with a list. It was seen for this address; others were not tried.',
        });
      continue;
    }
    if (!isHtml(item)) continue;
    const given = (await givenBy(item, site)).filter(([, value]) => value.length >= SHORTEST);
    const html = given.length > 0 ? await site.bodies.text(data.responseBody, HTML_READ) : undefined;
    for (const [name, value] of given) {
      if (!html?.includes(value)) continue;
      const isMarkup = /[<>]/.test(value);
      if (!isMarkup && !/["'`]/.test(value) && value.length < TELLING) continue;
      const isRaw = isMarkup || /["'`]/.test(value);
      findings.push({
        ...at,
        severity: isMarkup ? 'high' : isRaw ? 'medium' : 'info',
        title: isRaw ? 'Input comes back unescaped' : 'Input comes back in the page',
        evidence: `parameter ${name} stands in the document as it was sent`,
        remediation: isRaw
          ? 'Escape it for the place it stands in, or set it by textContent.'
          : 'It had no sign that needs escaping, so whether it would be escaped is not known: try it with < and ".',
      });
    }
  }
  return findings;
}

function redirectOf({ data }: Request): URL | undefined {
  const { status = 0 } = data;
  const location = status >= 300 && status < 400 ? headerOf(data.responseHeaders, 'location') : undefined;
  const target = location === undefined ? null : URL.parse(location, data.url);
  return target && target.origin !== URL.parse(data.url)?.origin ? target : undefined;
}

/** An address, or one without its scheme. */
const leadsTo = (value: string, target: URL) =>
  /^(?:https?:)?[\\/]{2}/i.test(value) &&
  URL.parse(value.replaceAll('\\', '/'), target.href)?.origin === target.origin;
