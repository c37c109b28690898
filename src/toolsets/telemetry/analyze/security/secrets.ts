import type { Recognizer } from '../../../../kernel/recognizer.ts';
import { PERSONAL } from '../../../../kernel/recognizers-personal.ts';
import { findSecrets } from '../../../../kernel/redaction/find-secrets.ts';
import type { Check, Finding, Severity } from './finding.ts';
import { masked } from './finding.ts';
import type { Request, Site } from './site.ts';

/** So much of each body, and so much of all of them. */
const BODY_READ = 200_000;
const ALL_READ = 64_000_000;

const GRAVITY: Readonly<Record<string, Severity>> = {
  'private-key': 'critical',
  'aws-key': 'high',
  'vendor-key': 'high',
  'github-pat': 'high',
  'password-hash': 'high',
  'url-password': 'high',
};
/** They point to a person, and open no door. */
const NUMBERS = new Set(['credit-card', 'ssn', 'iban']);

interface StoredItem {
  readonly place: string;
  readonly name: string;
  readonly value: string;
}

export interface SecretsWanted {
  readonly stored: readonly StoredItem[];
  /** Whether it belongs to those whose page it is. */
  isOwn(url: string, pageUrl: string): boolean;
}

/** Of the finds of one text, one each that says what it is. */
function* doors(text: string): Generator<{ readonly kind: string; readonly words: string }> {
  for (const find of findSecrets(text)) {
    if (NUMBERS.has(find.name)) continue;
    const secret = text.slice(find.from, find.to);
    // A name before it may have given it away first; what it is says more.
    const kind = findSecrets(secret)[0]?.name ?? find.name;
    yield { kind, words: `${kind} ${masked(secret)}` };
  }
}

const ROTATE = 'Take it out of there, and make a new one: whoever saw it has it.';
const REDACTED_FIELD = /"([^"\\]{1,100})"\s{0,20}:\s{0,20}"\[redacted\]"/g;
const pathOf = (url: string) => url.replace(/[?#].*$/s, '');

export async function auditSecrets(
  site: Site,
  { stored, isOwn }: SecretsWanted,
): Promise<Readonly<Record<'credentials' | 'pii' | 'auth', readonly Finding[]>>> {
  const findings: Record<'credentials' | 'pii' | 'auth', Finding[]> = { credentials: [], pii: [], auth: [] };
  const say = (finding: Finding & { readonly check: 'credentials' | 'pii' | 'auth' }) =>
    findings[finding.check].push(finding);
  let room = ALL_READ;
  for (const item of site.requests) {
    const { data, seq } = item;
    auditAddress(item, say);
    const isForeign = data.pageUrl !== undefined && !isOwn(data.url, data.pageUrl);
    const sent = await site.bodies.text(data.requestBody, Math.min(room, BODY_READ));
    const came = await site.bodies.text(data.responseBody, Math.min(room, BODY_READ));
    room = Math.max(0, room - (sent?.length ?? 0) - (came?.length ?? 0));
    const where = { location: pathOf(data.url), item: seq };
    for (const { kind, words } of doors(came ?? ''))
      say({
        check: 'credentials',
        severity: GRAVITY[kind] ?? 'medium',
        title: `A secret in what the server sent (${data.type})`,
        evidence: words,
        remediation: `${ROTATE} If it is meant to be public, restrict what it may do.`,
        ...where,
      });
    if (isForeign)
      for (const { kind, words } of doors(sent ?? ''))
        say({
          check: 'credentials',
          severity: GRAVITY[kind] ?? 'high',
          title: 'A secret is sent to another site',
          evidence: words,
          remediation: ROTATE,
          ...where,
        });
    hiddenFields(item, isForeign, sent, came, say);
    personal(item, isForeign, sent, came, say);
  }
  for (const { data, seq } of site.messages)
    for (const { words } of doors(data.message))
      say({
        check: 'credentials',
        severity: 'medium',
        title: 'A secret in the console',
        location: data.location?.url ?? data.url,
        evidence: words,
        remediation: 'Log that it is there, not what it is.',
        item: seq,
      });
  for (const { place, name, value } of stored)
    for (const { kind, words } of doors(`${name}=${value}`))
      say({
        check: 'credentials',
        severity: GRAVITY[kind] ?? 'medium',
        title: `A secret in ${place}`,
        location: `${place} "${name}"`,
        evidence: words,
        remediation: 'Any script of the page can read it; keep it in a cookie with HttpOnly.',
      });
  return findings;
}

type Say = (finding: Finding & { readonly check: 'credentials' | 'pii' | 'auth' }) => void;

function auditAddress({ data: { url }, seq }: Request, say: Say): void {
  const common = {
    check: 'credentials' as const,
    location: pathOf(url),
    remediation: 'Send it in a header or a body: addresses stand in logs, histories and referrers.',
    item: seq,
  };
  for (const [, name] of url.matchAll(/[?&]([^=&#]{1,200})=\[redacted\]/g))
    say({
      ...common,
      severity: 'medium',
      title: 'An address carries what is named like a secret',
      evidence: `parameter ${name}; its value is not recorded`,
    });
  for (const { words } of doors(url))
    say({ ...common, severity: 'high', title: 'A secret in an address', evidence: words });
}

/** What is named like a secret is taken out before it is recorded: that it was there is known all the same. */
function hiddenFields(
  { data, seq }: Request,
  isForeign: boolean,
  sent: string | undefined,
  came: string | undefined,
  say: Say,
): void {
  const namesIn = (text: string | undefined) => [
    ...new Set([...(text ?? '').matchAll(REDACTED_FIELD)].map(([, name]) => name)),
  ];
  const isHidden = (body: Request['data']['responseBody']) =>
    body !== undefined && !('withheld' in body) && body.isRedacted === true;
  const told = (severity: Severity, title: string, names: readonly unknown[], remediation: string) =>
    names.length > 0 &&
    say({
      check: 'credentials',
      severity,
      title,
      location: pathOf(data.url),
      evidence: `fields ${names.slice(0, 10).join(', ')}; their values are not recorded`,
      remediation,
      item: seq,
    });
  if (isHidden(data.responseBody))
    told('info', 'An answer has fields named like secrets', namesIn(came), 'Send only what the page needs.');
  if (isForeign && isHidden(data.requestBody))
    told(
      'medium',
      'Fields named like secrets are sent to another site',
      namesIn(sent),
      'Do not send them there.',
    );
}

const KINDS: ReadonlySet<string> = new Set(['email', 'ssn', 'credit_card', 'iban']);
const PEOPLE = PERSONAL.filter(({ kind, score }) => KINDS.has(kind) && score >= 0.85);

/** The kinds of personal data in a text. */
export function kindsIn(text: string): ReadonlySet<string> {
  const lower = text.toLowerCase();
  const isThere = ({ pattern, needs, accepts }: Recognizer) => {
    if (needs && !needs.some((word) => lower.includes(word))) return false;
    for (const [match] of text.matchAll(pattern)) if (!accepts || accepts(match)) return true;
    return false;
  };
  return new Set(PEOPLE.filter(isThere).map(({ kind }) => kind));
}

const IS_GRAVE: ReadonlySet<string> = new Set(['ssn', 'credit_card', 'iban']);

function personal(
  { data, seq }: Request,
  isForeign: boolean,
  sent: string | undefined,
  came: string | undefined,
  say: Say,
): void {
  const tell = (
    check: Check & ('pii' | 'auth'),
    severity: Severity,
    title: string,
    kind: string,
    remediation: string,
  ) => say({ check, severity, title, location: pathOf(data.url), evidence: kind, remediation, item: seq });
  for (const kind of kindsIn(`${data.url} ${sent ?? ''}`)) {
    const isGrave = IS_GRAVE.has(kind);
    if (isForeign)
      tell(
        'pii',
        isGrave ? 'critical' : 'medium',
        'Personal data go to another site',
        kind,
        'Leave them out, or have leave for it.',
      );
    else if (isGrave)
      tell(
        'pii',
        'high',
        'Personal data are sent',
        kind,
        'Make sure that they are needed, and go by TLS alone.',
      );
    else tell('pii', 'info', 'Personal data are sent', kind, 'Make sure that they are needed.');
  }
  // Documents name people and addresses on purpose.
  if (data.type !== 'fetch' && data.type !== 'xhr') return;
  for (const kind of kindsIn(came ?? '')) {
    tell(
      'pii',
      IS_GRAVE.has(kind) ? 'high' : 'info',
      'Personal data in an answer',
      kind,
      'Send only what the page shows.',
    );
    if (!data.hasAuth)
      tell(
        'auth',
        IS_GRAVE.has(kind) ? 'high' : 'medium',
        'Personal data without credentials',
        kind,
        'Ask for a login before it is answered: this request carried neither cookie nor authorization.',
      );
  }
}
