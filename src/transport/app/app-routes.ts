import type { IncomingMessage, ServerResponse } from 'node:http';
import type {
  AboutAnswer,
  ExplainAnswer,
  Heard,
  HistogramAnswer,
  ItemAnswer,
  Refused,
  RowsAnswer,
  StoryAnswer,
} from '../../contract/app.ts';
import type { CallsAnswer, CostsAnswer } from '../../contract/app-calls.ts';
import type { SourceLines } from '../../contract/place-data.ts';
import { asFault } from '../../kernel/fault.ts';
import { shownJson } from '../http-answer.ts';
import { readJsonBody } from '../http-body.ts';
import type { HttpRoute } from '../http-routes.ts';
import { isFields } from '../message.ts';
import type { SocketRoute } from '../upgrade.ts';
import { AppFiles, SAFE_HEADERS } from './app-files.ts';
import { AppLogins, type Callers, cookieFor, isOwnPage, type LoginOptions } from './app-logins.ts';
import { type AppBrowsers, browserRoutes } from './browser-routes.ts';
import { type AppControl, controlRoutes } from './control-routes.ts';
import { type AppDrawings, drawRoutes } from './draw-routes.ts';
import { sendBody, sendPage } from './inert-body.ts';
import { type AppLive, liveSocket } from './live-socket.ts';
import { type AppPictures, pictureRoutes } from './picture-routes.ts';

interface Ask {
  readonly filter: string;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The record as the app asks for it: always for those whom the person stands for. */
export interface AppRecord {
  about(callers: Callers): Promise<AboutAnswer>;
  rows(callers: Callers, ask: Ask, limit: number, before?: string): Promise<RowsAnswer>;
  histogram(callers: Callers, ask: Ask, parts: number): Promise<HistogramAnswer>;
  item(callers: Callers, seq: number): Promise<ItemAnswer | undefined>;
  story(callers: Callers, seq: number): Promise<StoryAnswer | undefined>;
  body(
    callers: Callers,
    seq: number,
    blob: string,
  ): Promise<{ readonly bytes: Uint8Array; readonly mimeType: string | undefined } | undefined>;
  /** What `hear` does not take is told again, with what came since. */
  listen(callers: Callers, filter: string, hear: (heard: Heard) => boolean): () => void;
}

/** What is told of an item besides. */
export interface AppReader {
  explain(callers: Callers, seq: number): Promise<ExplainAnswer>;
  source(callers: Callers, seq: number): Promise<SourceLines | undefined>;
}

/** What agents called. */
export interface AppCalls {
  calls(callers: Callers, ask: Ask, limit: number, before: number | undefined): Promise<CallsAnswer>;
  costs(callers: Callers, ask: Ask, parts: number): Promise<CostsAnswer>;
}

/** A window of the record as one file to take along. */
export type AppReport = (callers: Callers, ask: Ask) => Promise<Iterable<string>>;

export interface AppServing {
  readonly routes: readonly HttpRoute[];
  readonly sockets: readonly SocketRoute[];
  /** The part of a link that logs in whoever opens it first. */
  linkFor(callers: Callers): string;
}

const MOST_ROWS = 500;
const MOST_PARTS = 2000;
const MOST_CALLS = 200;
const SMALL_BODY = 4096;

type Answer = (callers: Callers, url: URL, signal: AbortSignal) => Promise<unknown>;

/** What the app shows, each by whoever has it. */
export interface AppParts {
  readonly record: AppRecord;
  readonly reader: AppReader;
  readonly journal: AppCalls;
  readonly report: AppReport;
  readonly pictures: AppPictures;
  readonly live: AppLive;
  readonly drawings: AppDrawings;
  readonly control: AppControl;
  readonly browsers?: AppBrowsers | undefined;
  readonly isOfOwnUser?: LoginOptions['isOfOwnUser'];
}

/** The web app at /app/: its files for everybody, the record for whoever has logged in. */
export function appServing({
  record,
  reader,
  journal,
  report,
  pictures,
  live,
  drawings,
  control,
  browsers,
  isOfOwnUser,
}: AppParts): AppServing {
  const logins = new AppLogins({ isOfOwnUser });
  const files = new AppFiles();

  const guarded =
    (
      work: (request: IncomingMessage, response: ServerResponse, url: URL, callers: Callers) => Promise<void>,
    ) =>
    async (request: IncomingMessage, response: ServerResponse, url: URL) => {
      if (!isOwnPage(request)) return say(response, 403, { error: 'Only the app itself may ask for this.' });
      const callers = await logins.who(request);
      if (!callers) return say(response, 401, { error: 'Nobody is logged in.', hint: LOGIN_HINT });
      await work(request, response, url, callers);
    };
  const get = (path: string, answer: Answer): HttpRoute => ({
    method: 'GET',
    path: `/app/api/${path}`,
    needsKey: false,
    handle: guarded(async (_, response, url, callers) => {
      const gone = new AbortController();
      response.on('close', () => gone.abort());
      await answered(response, () => answer(callers, url, gone.signal));
    }),
  });
  const login = (request: IncomingMessage, response: ServerResponse, token: string) =>
    say(response, 200, {}, { 'Set-Cookie': cookieFor(request, token) });

  const routes: HttpRoute[] = [
    {
      method: 'POST',
      path: '/app/api/login',
      needsKey: false,
      async handle(request, response) {
        if (!isOwnPage(request)) return say(response, 403, { error: 'Only the app itself may log in.' });
        const body = await readJsonBody(request, response, SMALL_BODY);
        if (!body) return;
        const code = isFields(body.value) ? body.value.code : undefined;
        const token = typeof code === 'string' ? await logins.swap(code, request) : undefined;
        if (token !== undefined) login(request, response, token);
        else say(response, 403, { error: 'The link is used up or too old.', hint: LOGIN_HINT });
      },
    },
    {
      // With a key, or as whoever needs none.
      method: 'POST',
      path: '/app/api/login-key',
      needsKey: true,
      async handle(request, response, _, caller) {
        if (!isOwnPage(request)) return say(response, 403, { error: 'Only the app itself may log in.' });
        request.resume();
        login(request, response, await logins.login([caller], request));
      },
    },
    {
      method: 'POST',
      path: '/app/api/logout',
      needsKey: false,
      handle: guarded(async (request, response) => {
        request.resume();
        logins.end(request);
        say(response, 200, {}, { 'Set-Cookie': cookieFor(request, undefined) });
      }),
    },
    get('about', (callers) => record.about(callers)),
    get('items', (callers, { searchParams: given }, signal) =>
      record.rows(
        callers,
        { ...asked(given), signal },
        number(given.get('limit'), 100, MOST_ROWS),
        given.get('before') ?? undefined,
      ),
    ),
    get('histogram', (callers, { searchParams: given }, signal) =>
      record.histogram(callers, { ...asked(given), signal }, number(given.get('parts'), 200, MOST_PARTS)),
    ),
    get('calls', (callers, { searchParams: given }, signal) => {
      const before = Number(given.get('before') ?? Number.NaN);
      return journal.calls(
        callers,
        { ...asked(given), signal },
        number(given.get('limit'), 60, MOST_CALLS),
        Number.isSafeInteger(before) && before > 0 ? before : undefined,
      );
    }),
    get('costs', (callers, { searchParams: given }, signal) =>
      journal.costs(callers, { ...asked(given), signal }, number(given.get('parts'), 60, MOST_PARTS)),
    ),
    get('item/*', async (callers, { pathname }) => numbered(pathname, (seq) => record.item(callers, seq))),
    get('story/*', async (callers, { pathname }) => numbered(pathname, (seq) => record.story(callers, seq))),
    get('explain/*', async (callers, { pathname }) =>
      numbered(pathname, (seq) => reader.explain(callers, seq)),
    ),
    get('source/*', async (callers, { pathname }) =>
      numbered(pathname, (seq) => reader.source(callers, seq)),
    ),
    {
      method: 'GET',
      path: '/app/api/body/*',
      needsKey: false,
      handle: guarded(async (_, response, { pathname }, callers) => {
        const [blob = '', seq] = pathname.split('/').reverse();
        const isNamed = /^[0-9a-f]{64}$/.test(blob) && Number.isSafeInteger(Number(seq));
        const body = isNamed ? await record.body(callers, Number(seq), blob) : undefined;
        if (body) sendBody(response, body.bytes, body.mimeType);
        else say(response, 404, { error: 'This body is not kept, or no longer.' });
      }),
    },
    {
      method: 'GET',
      path: '/app/api/report',
      needsKey: false,
      handle: guarded(async (_, response, { searchParams: given }, callers) => {
        const gone = new AbortController();
        response.on('close', () => gone.abort());
        await sendReport(response, () => report(callers, { ...asked(given), signal: gone.signal }));
      }),
    },
    ...pictureRoutes(pictures, { guarded, answered, failed }),
    ...drawRoutes(drawings, { guarded, answered, failed }),
    ...controlRoutes(control, { guarded, answered, failed }),
    ...(browsers ? browserRoutes(browsers, { guarded, answered, failed }) : []),
    {
      method: 'GET',
      path: '/app/*',
      needsKey: false,
      handle: (_, response, url) => files.send(response, url.pathname),
    },
    {
      method: 'GET',
      path: '/app',
      needsKey: false,
      handle: (_, response) => void response.writeHead(308, { ...SAFE_HEADERS, Location: '/app/' }).end(),
    },
  ];
  return {
    routes,
    sockets: [liveSocket((...what) => record.listen(...what), { live, drawings, control }, logins)],
    linkFor: (callers) => `/app/#k=${logins.code(callers)}`,
  };
}

const LOGIN_HINT = 'Start "sensorium app" anew for a fresh link, or log in with the key that it printed.';

function asked(given: URLSearchParams): Ask {
  const time = (name: string) => {
    const value = Number(given.get(name) ?? Number.NaN);
    return Number.isSafeInteger(value) && value >= 0 ? value : undefined;
  };
  return { filter: given.get('filter') ?? '', from: time('from'), to: time('to') };
}

function number(given: string | null, usual: number, most: number): number {
  const value = Number(given ?? Number.NaN);
  return Number.isInteger(value) && value > 0 ? Math.min(value, most) : usual;
}

/** What is asked for by the number at the end of the address. */
async function numbered<T>(path: string, find: (seq: number) => Promise<T>): Promise<T | undefined> {
  const seq = Number(path.split('/').at(-1));
  return Number.isSafeInteger(seq) && seq > 0 ? find(seq) : undefined;
}

async function answered(response: ServerResponse, work: () => Promise<unknown>): Promise<void> {
  try {
    const value = await work();
    if (value === undefined) say(response, 404, { error: 'The record holds no such thing.' });
    else say(response, 200, value);
  } catch (thrown) {
    failed(response, thrown);
  }
}

function failed(response: ServerResponse, thrown: unknown): void {
  const { message: error, hint, kind } = asFault(thrown);
  const statuses: Partial<Record<typeof kind, number>> = { input: 400, missing: 404 };
  say(response, statuses[kind] ?? 500, { error, hint } satisfies Refused);
}

async function sendReport(response: ServerResponse, make: () => Promise<Iterable<string>>): Promise<void> {
  try {
    sendPage(response, await make());
  } catch (thrown) {
    failed(response, thrown);
  }
}

function say(
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  if (response.headersSent || response.destroyed) return;
  const json = shownJson(value);
  response.writeHead(status, {
    ...SAFE_HEADERS,
    'Cache-Control': 'no-store',
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(json),
    ...headers,
  });
  response.end(json);
}
