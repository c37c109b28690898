/** What documents load by elements, held against what came: hashes that are missing, libraries that are weak. */
import { findLibraries } from '../../../../engines/browser/inspect/find-libraries.ts';
import type { InlineParts } from '../../generate/inline-parts.page.ts';
import type { Finding, Severity } from './finding.ts';
import { SEVERITIES } from './finding.ts';
import { originOf, type Site } from './site.ts';

const SCRIPT_READ = 2_000_000;
const MOST_SCRIPTS = 200;

export function auditIntegrity({ requests }: Site, documents: readonly InlineParts[]): readonly Finding[] {
  const tags = new Map(documents.flatMap(({ loaded }) => loaded.map((one) => [one.url, one] as const)));
  return requests.flatMap(({ data, seq }) => {
    const tag = tags.get(data.url);
    const isForeign = originOf(data.url) !== originOf(data.frame ?? data.pageUrl);
    if (tag?.integrity !== '' || !isForeign || data.status !== 200) return [];
    return [
      {
        check: 'integrity' as const,
        severity: tag.kind === 'script' ? ('medium' as const) : ('low' as const),
        title: `A ${tag.kind} of another origin without integrity`,
        location: data.url,
        evidence: `loaded by ${data.pageUrl ?? 'a page'}`,
        remediation: 'generate({format:"sri"}) gives the tag with its hash.',
        item: seq,
      },
    ];
  });
}

export interface LibraryAudit {
  readonly findings: readonly Finding[];
  readonly date?: string | undefined;
  readonly seen: readonly string[];
  readonly tooHard: readonly string[];
}

const severityOf = (word: string): Severity => SEVERITIES.find((one) => one === word) ?? 'medium';

export async function auditLibraries({ requests, bodies }: Site, signal: AbortSignal): Promise<LibraryAudit> {
  const scripts = new Map(
    requests.flatMap((item) =>
      item.data.type === 'script' && item.data.status === 200 ? [[item.data.url, item] as const] : [],
    ),
  );
  async function* texts() {
    for (const [url, { data }] of [...scripts].slice(-MOST_SCRIPTS))
      yield { url, text: (await bodies.text(data.responseBody, SCRIPT_READ)) ?? '' };
  }
  const { libraries, date, tooHard } = await findLibraries(texts(), signal);
  const findings = libraries.flatMap(({ name, version, url, by, weaknesses }) =>
    weaknesses.map(
      ({ severity, summary, ids, below, info }): Finding => ({
        check: 'libraries',
        severity: severityOf(severity),
        title: `${name} ${version}: ${summary}`,
        location: url,
        evidence: [...ids, `known by its ${by}`, ...(info ? [info] : [])].join('; '),
        remediation: below ? `Use ${name} ${below} or newer.` : `Use something else than ${name}.`,
        item: scripts.get(url)?.seq,
      }),
    ),
  );
  const seen = [...new Set(libraries.map(({ name, version }) => `${name} ${version}`))];
  return { findings, date, seen, tooHard };
}
