/** What went wrong between page and service. */
import { isHttp, isUnread, type StoryNode } from '../story-node.ts';
import { all, shown } from '../time-split.ts';
import {
  addressOf,
  type ExchangeNode,
  type Finder,
  type Finding,
  nodesIn,
  type RequestNode,
  servedBy,
  short,
} from './finding.ts';

/** Why the browser itself refused, or could not do it. */
export const refusedByBrowser: Finder = ({ around }) =>
  nodesIn(around, 'request').flatMap((node): Finding[] => {
    const { failure, corsError, blockedReason, isCanceled } = node.item.data;
    const told = (kind: string, words: string, weight: number): Finding[] => [
      { kind, words, weight, nodes: [node] },
    ];
    const address = addressOf(node);
    if (corsError !== undefined)
      return told(
        'cors',
        `CORS: the browser refused the answer of ${address} to the page (${corsError}).`,
        93,
      );
    if (blockedReason === 'csp')
      return told('csp', `The page's Content Security Policy (CSP) forbids ${address}.`, 92);
    if (blockedReason === 'mixed-content')
      return told(
        'mixed content',
        `Mixed content: a secure page asked for ${short(node.item.data.url)}.`,
        92,
      );
    if (blockedReason !== undefined)
      return told('blocked', `The browser blocked ${address} (${blockedReason}).`, 80);
    if (failure === 'net::ERR_TOO_MANY_REDIRECTS')
      return told('redirect loop', `A redirect loop: ${address} is sent on and on without an end.`, 95);
    if (failure === undefined) return [];
    if (isCanceled || failure === 'net::ERR_ABORTED') {
      return node.ms > 900
        ? told(
            'timeout',
            `${address} was given up by the page after ${shown(node.ms)} ms without an answer.`,
            76,
          )
        : [];
    }
    if (/REFUSED|UNREACHABLE|NAME_NOT_RESOLVED|ADDRESS/.test(failure))
      return told(
        'unreachable',
        `Nobody answers at ${short(node.item.data.url)} (${failure}): the service is not running, or the address is wrong.`,
        90,
      );
    if (/EMPTY_RESPONSE|CONNECTION_RESET|CONNECTION_CLOSED|INCOMPLETE|CONTENT_LENGTH/.test(failure))
      return told('cut off', `The service cut the answer to ${address} off (${failure}).`, 89);
    if (/CERT|SSL/.test(failure))
      return told(
        'certificate',
        `The certificate of ${short(node.item.data.url)} is not accepted (${failure}).`,
        91,
      );
    return told('failed request', `${address} failed: ${failure}.`, 80);
  });

const MANY_HOPS = 5;

export const redirects: Finder = ({ around }) => {
  const requests = nodesIn(around, 'request');
  const hops = requests.filter(({ item }) => [301, 302, 303, 307, 308].includes(item.data.status ?? 0));
  return [...Map.groupBy(hops, ({ item }) => item.data.requestId.replace(/-\d+$/, '')).values()].flatMap(
    (same): Finding[] => {
      const [first] = same;
      if (!first || same.length < MANY_HOPS) return [];
      const places = new Set(same.map(addressOf));
      return [
        {
          kind: 'redirect loop',
          words: `A redirect loop: ${addressOf(first)} is sent on ${same.length} times between ${[...places].slice(0, 3).join(', ')}.`,
          weight: 95,
          nodes: same,
        },
      ];
    },
  );
};

/** An answer of 400 and more whose reason no other finding knows. */
export const badAnswer: Finder = ({ around, bodies }) =>
  nodesIn(around, 'request')
    .filter(({ item }) => (item.data.status ?? 0) >= 400)
    .flatMap((node): Finding[] => {
      const { status = 0 } = node.item.data;
      const said = firstError(node) ?? saidIn(bodies.get(node.seq));
      const why = said ? `; ${said}` : '';
      const told = (kind: string, words: string, weight: number): Finding[] => [
        { kind, words, weight, nodes: [node] },
      ];
      const address = addressOf(node);
      if (status === 401 || status === 403)
        return told(
          'not allowed',
          `${address} answered ${status}: ${status === 401 ? 'nobody is signed in, or the session has expired' : 'it is not allowed'}${why}.`,
          82,
        );
      if (status === 404) {
        const isPart = ['script', 'stylesheet'].includes(node.item.data.type);
        return told(
          'not found',
          `${address} answered 404: ${isPart ? 'a part of the page is not there (an old deployment?)' : 'there is no such address'}${why}.`,
          isPart ? 88 : 78,
        );
      }
      if (status === 429)
        return told('rate limit', `${address} answered 429: too many requests in a short time.`, 86);
      if (status === 413)
        return told('too large', `${address} answered 413: what was sent is too large.`, 86);
      if (status === 504 || status === 503 || status === 502)
        return told(
          'gateway',
          `${address} answered ${status}: whoever stands behind the service did not answer${why}.`,
          80,
        );
      return told(
        'failed request',
        `${address} answered ${status}${why}.`,
        said ? 83 : status >= 500 ? 72 : 70,
      );
    });

/** The message of an answer, as far as it has one. */
function saidIn(body: string | undefined): string | undefined {
  if (body === undefined || /^\s*</.test(body)) return undefined;
  const [, message] = /"(?:message|error|detail|title)"\s*:\s*"((?:[^"\\]|\\.)*)"/.exec(body) ?? [];
  const text = short(message ?? body, 120);
  return text === '' ? undefined : `it says "${text}"`;
}

/** What the service itself said was wrong while it worked on it. */
function firstError(node: StoryNode): string | undefined {
  const below = all(node).filter((one) => one !== node);
  const span = nodesIn(below, 'span').find(({ item }) => item.data.level === 'error');
  const event = span?.item.data.events?.find(({ name }) => name === 'exception')?.attributes[
    'exception.message'
  ];
  if (span) return `${span.item.data.service}: ${short(String(event ?? span.item.data.error))}`;
  const log = nodesIn(below, 'service_log').find(({ item }) => item.data.level === 'error');
  return log && `${log.item.data.service} logged "${short(log.item.data.message)}"`;
}

/** Errors that services tell of themselves, with no request of a page at hand. */
export const serviceErrors: Finder = ({ around }) => {
  const spans = nodesIn(around, 'span').filter(({ item }) => item.data.level === 'error');
  const deepest = spans.filter(({ seq }) => !spans.some(({ parent }) => parent?.seq === seq));
  return deepest.map((node): Finding => {
    const event = node.item.data.events?.find(({ name }) => name === 'exception')?.attributes[
      'exception.message'
    ];
    return {
      kind: 'service error',
      words: `${node.item.data.service} failed in ${short(node.item.data.name, 60)}: ${short(String(event ?? node.item.data.error))}.`,
      weight: 79,
      nodes: [node],
    };
  });
};

/** A service that failed whoever asked it, where neither a page nor another service that was seen is known to have. */
export const failedExchange: Finder = ({ around }) =>
  nodesIn(around, 'exchange').flatMap((node): Finding[] => {
    const { protocol, state, status = 0, error = '', errorCode, result } = node.item.data;
    if (!isHttp(protocol) || servedBy(node) || isUnread(node.item) || state !== 'failed') return [];
    const isGivenUp = errorCode === 'CANCEL';
    const answered = protocol === 'grpc' ? `${errorCode ?? status}: ${short(error)}` : short(result ?? error);
    return [
      {
        kind: isGivenUp ? 'given up' : 'failed request',
        words: isGivenUp
          ? `${addressOf(node)} was ended after ${shown(node.ms)} ms without an answer: ${short(error)}.`
          : `${addressOf(node)} of ${node.item.data.target} answered ${answered}.`,
        // A statement that was refused at that time says more.
        weight: isGivenUp ? 71 : protocol === 'grpc' || status >= 500 ? 69 : 62,
        nodes: [node],
      },
    ];
  });

/** A service that waits for another one that it asks. */
export const otherService: Finder = ({ around }) =>
  nodesIn(around, 'exchange').flatMap((node): Finding[] => {
    if (!isHttp(node.item.data.protocol) || isUnread(node.item)) return [];
    const served = servedBy(node);
    if (served?.item.stream !== 'exchange') return [];
    const { status = 0, state, error, target } = node.item.data;
    const hasFailed = status >= 500 || state === 'lost' || state === 'failed';
    const status_ = 'status' in served.item.data ? Number(served.item.data.status) : 0;
    if (hasFailed)
      return [
        {
          kind: 'other service failed',
          words: `${addressOf(served)}${status_ >= 500 ? ` answered ${status_} because` : ' asked another service, and'} ${addressOf(node)} of ${target} ${state === 'lost' ? 'was cut off' : `answered ${status || error}`}.`,
          weight: status_ >= 400 ? 94 : 84,
          nodes: [node],
        },
      ];
    if (node.ms < 200 || node.ms < served.ms * 0.4) return [];
    return [
      {
        kind: 'slow third party',
        words: `A slow third party: ${addressOf(served)} waited ${shown(node.ms)} of its ${shown(served.ms)} ms for ${addressOf(node)} of ${target}.`,
        weight: 87,
        nodes: [node],
      },
    ];
  });

const HTML = /text\/html/;

/** Something else came than was asked for. */
export const wrongType: Finder = ({ around }) => {
  const errors = [...nodesIn(around, 'exception'), ...nodesIn(around, 'console')].filter(({ item }) =>
    /MIME type|Unexpected token '?<|is not valid JSON|Unexpected end of JSON/i.test(item.data.message),
  );
  return errors.flatMap((error): Finding[] => {
    const near = nodesIn(around, 'request').filter(
      (one) =>
        one.end <= error.start + 50_000 && error.start - one.end < 1_500_000 && !one.item.data.isNavigation,
    );
    const odd =
      near.findLast(({ item }) => isOdd(item.data)) ??
      (/MIME/.test(error.item.data.message) ? undefined : near.at(-1));
    // That it failed says more than that an error page is no JSON.
    if (odd && (odd.item.data.status ?? 0) >= 400) return [];
    const type = odd?.item.data.mimeType ?? 'another type';
    return [
      {
        kind: 'wrong content type',
        words: odd
          ? `Wrong content type: ${addressOf(odd)} answered ${odd.item.data.status} as ${type}, which the page could not read (${short(error.item.data.message, 80)}).`
          : `Wrong content type: ${short(error.item.data.message)}.`,
        weight: odd && isOdd(odd.item.data) ? 92 : 80,
        nodes: odd ? [odd, error] : [error],
      },
    ];
  });
};

const isOdd = ({ type, mimeType = '' }: RequestNode['item']['data']) =>
  (['fetch', 'xhr'].includes(type) && !/json/.test(mimeType)) ||
  (['script', 'stylesheet'].includes(type) && (HTML.test(mimeType) || /plain|json/.test(mimeType)));

const SKEW_MS = 5000;

/** The clock of a host that answered is wrong. */
export const clockSkew: Finder = ({ around }) => {
  const off = nodesIn(around, 'request').flatMap((node) => {
    const date = node.item.data.responseHeaders?.find(([name]) => name.toLowerCase() === 'date')?.[1];
    const told = date === undefined ? Number.NaN : Date.parse(date);
    const skew = told - node.end / 1000;
    return Number.isFinite(skew) && Math.abs(skew) > SKEW_MS && node.item.data.fromCache === undefined
      ? [{ node, skew }]
      : [];
  });
  const [first] = off;
  if (!first) return [];
  const host = URL.parse(first.node.item.data.url)?.host ?? '';
  const seconds = Math.round(Math.abs(first.skew) / 1000);
  return [
    {
      kind: 'clock skew',
      words: `Clock skew: the clock of ${host} is ${seconds} s ${first.skew < 0 ? 'behind' : 'ahead'}.`,
      weight: 76,
      nodes: off.map(({ node }) => node).slice(0, 5),
    },
  ];
};

const LARGE = 1_000_000;

/** An answer so large that sending it is what takes the time. */
export const largeAnswer: Finder = ({ around }) =>
  [...nodesIn(around, 'request'), ...nodesIn(around, 'exchange')].flatMap((node): Finding[] => {
    const bytes = sizeOf(node);
    if (bytes < LARGE || (isPartOfPage(node) && node.ms < SLOW_PART_MS)) return [];
    return [
      {
        kind: 'large answer',
        words: `A large answer: ${addressOf(node) || short(node.item.stream === 'exchange' ? node.item.data.statement : '', 80)} brought ${(bytes / 1e6).toFixed(1)} MB in ${shown(node.ms)} ms.`,
        weight: 73,
        nodes: [node],
      },
    ];
  });

/** Scripts and pictures may be large, as long as they come soon. */
const SLOW_PART_MS = 1000;
const isPartOfPage = (node: RequestNode | ExchangeNode): boolean =>
  node.item.stream === 'request'
    ? !['fetch', 'xhr', 'document'].includes(node.item.data.type)
    : /(javascript|css|font|image|video|audio|wasm)/.test(node.item.data.result ?? '');

const sizeOf = (node: RequestNode | ExchangeNode) =>
  node.item.stream === 'request'
    ? (node.item.data.sizes.decodedBody ?? node.item.data.sizes.transfer ?? 0)
    : node.item.data.bytesDown;
