/** What is wrong with pages, whoever found it, in one form. */
import { createHash } from 'node:crypto';
import type { AxeResults, NodeResult, Result } from '../../../engines/browser/inspect/run-axe.ts';
import type { Tab } from '../../../engines/browser/page/tab.ts';
import { VERSION } from '../../../kernel/version.ts';
import type { Finding, FindingRun } from '../../../report/sarif.ts';
import { lookWithAxe, pathIn } from '../analyze/accessibility/accessibility.ts';
import { pageUrl } from '../analyze/clusters/error-clusters.ts';
import { isOwnCode } from '../analyze/clusters/frames.ts';
import { type KnownCluster, recordedClusters } from '../analyze/clusters/recorded-clusters.ts';
import { auditSite } from '../analyze/security/audit-site.ts';
import { CHECKS, type Check, merged, type Severity, type Told } from '../analyze/security/finding.ts';
import { siteOf } from '../analyze/security/site.ts';
import type { TelemetryDeps } from '../deps.ts';
import { type ErrorItem, errorMessage, errorSource } from '../error-entry.ts';
import { exactBytes } from './exact-bytes.ts';
import { recorded } from './recorded.ts';
import { isDocument } from './site-parts.ts';

interface Scope {
  readonly selector: string | undefined;
  readonly withPasses: boolean;
  readonly signal: AbortSignal;
}

/** By axe-core, of the page that is open. */
export async function accessibilityRun(
  deps: TelemetryDeps,
  tab: Tab,
  { selector, withPasses, signal }: Scope,
): Promise<FindingRun> {
  const wanted = { selector, tags: undefined, isFresh: false, withPasses };
  const look = () => lookWithAxe({ tab, signal, action: 'accessibility' }, wanted);
  const { results } = await deps.during(() => tab.turns.take(signal, look));
  const lineOf = await linesOf(deps, results.url);
  const of = (outcome: Finding['outcome'], some: readonly Result[]) =>
    some.flatMap((rule) => rule.nodes.map((node) => elementFinding(outcome, results, rule, node, lineOf)));
  const { violations, incomplete, passes, testEngine } = results;
  return {
    category: 'accessibility',
    tool: {
      name: testEngine.name,
      version: testEngine.version,
      informationUri: 'https://github.com/dequelabs/axe-core',
    },
    findings: [
      ...of('fail', violations),
      ...of('review', incomplete),
      ...(withPasses ? of('pass', passes) : []),
    ],
  };
}

const LEVELS = { critical: 'error', serious: 'error', moderate: 'warning', minor: 'note' } as const;

function elementFinding(
  outcome: Finding['outcome'],
  { url: page }: AxeResults,
  { id, description, help, helpUrl, impact: usual, tags }: Result,
  { target, html, failureSummary, impact }: NodeResult,
  lineOf: (html: string) => number | undefined,
): Finding {
  const element = pathIn(target);
  return {
    rule: { id, short: help, full: description, helpUri: helpUrl, tags: ['accessibility', ...tags] },
    outcome,
    level: LEVELS[impact ?? usual ?? 'minor'],
    message: outcome === 'pass' ? `${help}: it holds.` : `${help}. ${failureSummary ?? ''}`,
    page,
    line: lineOf(html),
    element,
    snippet: html,
    fingerprint: hashOf(id, URL.parse(page)?.pathname ?? page, element),
  };
}

/** The line of an element in the document as it came, where its tag stands there exactly once. */
async function linesOf(deps: TelemetryDeps, page: string): Promise<(html: string) => number | undefined> {
  const { items } = await recorded(deps, { streams: ['request'] });
  const own = items.findLast((item) => isDocument(item) && item.data.url === page.replace(/#.*/s, ''));
  const bytes = own && (await exactBytes(deps.store, own.data));
  const text = bytes ? Buffer.from(bytes).toString() : '';
  return (html) => {
    const tag = /^<[^>]*>/.exec(html)?.[0] ?? '';
    const at = tag === '' ? -1 : text.indexOf(tag);
    if (at < 0 || text.includes(tag, at + 1)) return undefined;
    return text.slice(0, at).split('\n').length;
  };
}

/** Of the record, each error once. */
export async function errorRun(deps: TelemetryDeps): Promise<FindingRun> {
  const { clusters } = await recordedClusters(deps);
  return {
    category: 'errors',
    tool: { name: 'sensorium', version: VERSION },
    findings: clusters.map(errorFinding),
  };
}

const ERROR_RULES: Readonly<Record<string, string>> = {
  exception: 'An exception that nothing caught',
  rejection: 'A rejected promise that nothing caught',
  network: 'A request that failed',
};

function errorFinding(cluster: KnownCluster<ErrorItem>): Finding {
  const last = cluster.members.at(-1)!;
  const source = errorSource(last);
  const isKnown = source in ERROR_RULES;
  const { frames } = cluster.sample;
  const place = frames.find(isOwnCode) ?? frames[0];
  const at = place && { file: place.url, line: place.line, column: place.column, function: place.function };
  return {
    rule: {
      id: `error/${isKnown ? source : 'console'}`,
      short: ERROR_RULES[source] ?? 'An error on the console',
      tags: ['error'],
    },
    outcome: 'fail',
    level: isKnown ? 'error' : 'warning',
    message: errorMessage(last),
    page: pageUrl(last.data),
    source: at,
    stack: frames.map(({ url, line, column, function: name }) => ({
      file: url,
      line,
      column,
      function: name,
    })),
    fingerprint: cluster.id,
    count: cluster.members.length,
  };
}

/** Of all that was recorded; `open` is the page that findings without an address of their own are about. */
export async function securityRun(
  deps: TelemetryDeps,
  open: string,
  signal: AbortSignal,
): Promise<FindingRun> {
  const call = { args: {}, deps, signal };
  const site = await siteOf(call);
  const { found } = await auditSite(call, site, CHECKS);
  return {
    category: 'security',
    tool: { name: 'sensorium', version: VERSION },
    findings: merged(found, 'info').map((one) => securityFinding(one, open)),
  };
}

const SECURITY_RULES: Readonly<Record<Check, string>> = {
  credentials: 'A secret is shown or sent',
  pii: 'Personal data is shown or sent',
  headers: 'A header that protects is missing or weak',
  cookies: 'A cookie is set without its protection',
  transport: 'Something is sent in the open',
  auth: 'Data is given without credentials',
  csp: 'The content security policy is weak',
  integrity: 'What others serve is loaded without its hash',
  libraries: 'A library is known to be vulnerable',
  input: 'Input comes back, or leads elsewhere',
};
const GRAVITY: Readonly<Record<Severity, Finding['level']>> = {
  critical: 'error',
  high: 'error',
  medium: 'warning',
  low: 'note',
  info: 'note',
};

function securityFinding(one: Told, open: string): Finding {
  const { check, severity, title, location, evidence, remediation, count } = one;
  const isAddress = /^https?:/.test(location);
  const short = SECURITY_RULES[check];
  return {
    rule: { id: `security/${check}`, short, tags: ['security', check] },
    outcome: 'fail',
    level: GRAVITY[severity],
    message: `${title} (${severity}${isAddress ? '' : `, ${location}`})${evidence ? `: ${evidence}` : ''}. ${remediation}`,
    page: isAddress ? location : open,
    fingerprint: hashOf(check, title, isAddress ? (URL.parse(location)?.pathname ?? location) : location),
    count,
  };
}

const hashOf = (...parts: readonly string[]) =>
  createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 16);
