import type { ConsoleData } from '../../../contract/page-data.ts';
import { begin } from '../../../kernel/cut.ts';
import type { DevToolsSession, Payload } from './devtools.ts';
import type { Place } from './frame-book.ts';
import { placeOf, stackOf } from './locations.ts';
import type { Scene } from './scene.ts';
import type { SourceMaps } from './source-maps.ts';

type Entry = Payload<'Log.entryAdded'>['entry'];
type Issue = Payload<'Audits.issueAdded'>['issue'];
type Report = NonNullable<ConsoleData['report']>;
type Kind = 'csp' | 'deprecation';

/** The browser tells of these twice: in words on its log, and with details as an issue. One item is made of both. */
const PAIRED: Readonly<Record<string, Kind>> = {
  ContentSecurityPolicyIssue: 'csp',
  DeprecationIssue: 'deprecation',
};
/** Told with the request itself, and in words on the log. */
const TOLD_ELSEWHERE = new Set(['CorsIssue', 'MixedContentIssue', 'BlockedByResponseIssue']);
const GRAVE = new Set(['CookieIssue', 'HeavyAdIssue', 'SharedArrayBufferIssue', 'SRIMessageSignatureIssue']);
/** How long words wait for their details, and details for their words: a busy browser sends them far apart. */
const PATIENCE_MS = 500;

const LEVEL_OF: Readonly<Record<Entry['level'], ConsoleData['level']>> = {
  verbose: 'debug',
  info: 'info',
  warning: 'warn',
  error: 'error',
};

interface Waiting {
  readonly tell: (report?: Report, words?: ConsoleData) => void;
  readonly report?: Report;
  readonly words?: ConsoleData;
  readonly timer: NodeJS.Timeout;
}

/** What the browser itself has to say about a page: violations, deprecations, failures, issues. */
export class ReportCapture {
  readonly #scene: Scene;
  readonly #maps: SourceMaps;
  readonly #idOf: (requestId: string) => string | undefined;
  /** Issues that were told of the present document: the browser finds some more than once. */
  #told = new Set<string>();
  readonly #waiting: Record<Kind, Waiting[]> = { csp: [], deprecation: [] };

  constructor(scene: Scene, maps: SourceMaps, idOf: (requestId: string) => string | undefined) {
    this.#scene = scene;
    this.#maps = maps;
    this.#idOf = idOf;
  }

  entry(session: DevToolsSession, place: Place, entry: Entry): void {
    if (entry.workerId) return; // the worker itself tells it
    if (this.#maps.isReady(entry.stackTrace)) this.#entry(place, entry);
    else this.#scene.later(this.#maps.ready(session, entry.stackTrace).then(() => this.#entry(place, entry)));
  }

  issue(place: Place, issue: Issue): void {
    if (TOLD_ELSEWHERE.has(issue.code)) return;
    const details = Object.values(issue.details)[0];
    const report: Report = { code: issue.code, details: (details ?? {}) as Report['details'] };
    const kind = PAIRED[issue.code];
    const words = kind ? '' : JSON.stringify(report);
    if (words && this.#told.has(words)) return;
    if (words && this.#told.size < 1_000) this.#told.add(words);
    const time = this.#scene.time.now();
    const alone: ConsoleData = {
      ...place,
      level: GRAVE.has(issue.code) || kind ? 'warn' : 'info',
      category: kind ?? 'issue',
      api: kind ?? 'issue',
      message: wordsOf(report),
      report,
    };
    const partner = kind && this.#waiting[kind].find(({ words }) => words !== undefined);
    if (!kind) this.#scene.emit('console', time, alone);
    else if (partner) this.#meet(kind, partner, report, partner.words);
    else this.#wait(kind, { report }, (_report, words) => this.#emit(time, words ?? alone, report));
  }

  documentStarted(): void {
    this.#told = new Set();
  }

  /** Nothing more comes: what still waits is told. */
  close(): void {
    for (const kind of ['csp', 'deprecation'] as const) {
      for (const waiting of [...this.#waiting[kind]])
        this.#meet(kind, waiting, waiting.report, waiting.words);
    }
  }

  #entry(place: Place, entry: Entry): void {
    const time = this.#scene.time.wall(entry.timestamp);
    const stack = this.#maps.mapped(stackOf(entry.stackTrace));
    const location = placeOf(stack, entry);
    const requestId = entry.networkRequestId === undefined ? undefined : this.#idOf(entry.networkRequestId);
    const category = categoryOf(entry);
    const most = this.#scene.host.limits.text;
    const words: ConsoleData = {
      ...place,
      level: LEVEL_OF[entry.level],
      category,
      api: category,
      message: begin(entry.text.trim(), most),
      ...(entry.text.length > most && { cut: true as const }),
      ...(location && { location }),
      ...(stack.length > 1 && { stack }),
      ...(requestId !== undefined && { requestId }),
    };
    const kind = category === 'csp' || category === 'deprecation' ? category : undefined;
    const partner = kind && this.#waiting[kind].find(({ report }) => report !== undefined);
    if (!kind) this.#scene.emit('console', time, words);
    else if (partner) this.#meet(kind, partner, partner.report, words);
    else this.#wait(kind, { words }, (report) => this.#emit(time, words, report));
  }

  #emit(time: number, words: ConsoleData, report: Report | undefined): void {
    const source = report?.details.sourceCodeLocation as Parameters<typeof placeOf>[1];
    const location = words.location ?? placeOf([], source);
    this.#scene.emit('console', time, { ...words, ...(report && { report }), ...(location && { location }) });
  }

  #wait(kind: Kind, part: Pick<Waiting, 'report' | 'words'>, tell: Waiting['tell']): void {
    const timer = setTimeout(() => this.#meet(kind, waiting, part.report, part.words), PATIENCE_MS);
    timer.unref();
    const waiting: Waiting = { ...part, tell, timer };
    this.#waiting[kind].push(waiting);
  }

  #meet(kind: Kind, waiting: Waiting, report: Report | undefined, words: ConsoleData | undefined): void {
    const list = this.#waiting[kind];
    const index = list.indexOf(waiting);
    if (index < 0) return;
    list.splice(index, 1);
    clearTimeout(waiting.timer);
    waiting.tell(report, words);
  }
}

function categoryOf({ source, text }: Entry): ConsoleData['category'] {
  if (source === 'security' && /Content Security Policy/i.test(text)) return 'csp';
  return source === 'xml' || source === 'appcache' ? 'other' : source;
}

/** "QuirksModeIssue" and its details, as a line. */
function wordsOf({ code, details }: Report): string {
  const name = code.replace(/Issue$/, '').replaceAll(/([a-z])([A-Z])/g, '$1 $2');
  const said = Object.entries(details)
    .filter(([, value]) => typeof value === 'string' || typeof value === 'boolean')
    .map(([key, value]) => `${key}: ${value}`);
  return [name, said.join(', ')].filter(Boolean).join(': ').slice(0, 1_000);
}
