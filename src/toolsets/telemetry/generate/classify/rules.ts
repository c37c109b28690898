/** Why a test failed: what speaks for each cause, and how strongly. */
import { type Asked, type FailureFacts, roleOfLocator, wordsOfLocator } from './failure-facts.ts';

export const CATEGORIES = [
  'selector_broken',
  'timing_flaky',
  'network_flaky',
  'assertion_failed',
  'environment',
  'real_bug',
] as const;
export type Category = (typeof CATEGORIES)[number];

export interface Sign {
  readonly category: Category;
  /** From 0 to 1: how often such a sign is right. */
  readonly confidence: number;
  /** Where it was seen, and what. */
  readonly evidence: string;
}

type Rule = (facts: FailureFacts) => Sign | readonly Sign[] | undefined;

const sign = (category: Category, confidence: number, evidence: string): Sign => ({
  category,
  confidence,
  evidence: evidence.length > 300 ? `${evidence.slice(0, 299)}…` : evidence,
});

/** A sign by the words of the error alone. */
const says =
  (category: Category, confidence: number, pattern: RegExp, what: string): Rule =>
  ({ head, callLog }) => {
    const found = pattern.exec(head) ?? pattern.exec(callLog);
    return found ? sign(category, confidence, `error: ${what} ("${found[0].slice(0, 120)}")`) : undefined;
  };

/** Nobody answers at that address, or nobody that is trusted. */
const NOT_THERE =
  /net::ERR_(?:CONNECTION_REFUSED|NAME_NOT_RESOLVED|CERT_\w+|SSL_\w+|ADDRESS_UNREACHABLE|PROXY_CONNECTION_FAILED|UNSAFE_PORT)|ECONNREFUSED|ENOTFOUND|self-signed certificate|unable to verify the first certificate/;

const BY_WORDS: readonly Rule[] = [
  says(
    'environment',
    0.97,
    /Executable doesn't exist|browserType\.launch|Failed to launch|Host system is missing dependencies|error while loading shared libraries|Please run the following command to download new browsers/,
    'the browser could not be started',
  ),
  says(
    'environment',
    0.95,
    /\b(?:ENOENT|EACCES|ENOSPC|EMFILE|EADDRINUSE|EPERM|EROFS)\b/,
    'the machine lacks a file, a right, room or a port',
  ),
  says(
    'environment',
    0.95,
    /Cannot find (?:module|package)|ERR_MODULE_NOT_FOUND|config\.webServer|Error reading storage state/,
    'something that the test needs is not installed, or not started',
  ),
  says(
    'environment',
    0.85,
    /\b[A-Z][A-Z\d]*(?:_[A-Z\d]+)+ (?:is|was) (?:not set|missing|required|undefined)|(?:[Mm]issing|[Uu]nset|[Nn]o) (?:required )?(?:environment|env) variable/,
    'a variable of the environment is not set',
  ),
  says(
    'environment',
    0.9,
    /Page crashed|Target crashed|browser has (?:been closed|disconnected)|Browser closed/,
    'the browser went away',
  ),
  says(
    'environment',
    0.9,
    /snapshot doesn't exist at/,
    'there is no picture to compare with on this machine',
  ),
  says('environment', 0.93, NOT_THERE, 'the server is not there, or not trusted'),
  says('environment', 0.85, /Cannot navigate to invalid URL|Invalid URL/, 'no base address is set'),
  says(
    'network_flaky',
    0.95,
    /net::ERR_(?!CONNECTION_REFUSED|NAME_NOT_RESOLVED|CERT_|SSL_|ADDRESS_UNREACHABLE|PROXY_|UNSAFE_PORT|ABORTED)\w+|ECONNRESET|ETIMEDOUT|EPIPE|EAI_AGAIN|socket hang up/,
    'the connection failed',
  ),
  says('selector_broken', 0.95, /strict mode violation/, 'the locator finds several elements'),
  says(
    'selector_broken',
    0.93,
    /is not a valid selector|while parsing (?:css )?selector|Unknown engine|Malformed (?:selector|attribute)|Unsupported token/,
    'the selector cannot be read',
  ),
  says(
    'selector_broken',
    0.85,
    /Element is not an? <(?:input|select|textarea)|Not a checkbox or radio button|did not find some options|Element is not an <iframe>/,
    'the element is of another kind',
  ),
  says(
    'timing_flaky',
    0.9,
    /Execution context was destroyed|[Ff]rame was detached|Element is not attached|element was detached from the DOM|Cannot find context with specified id/,
    'the page was changing at that moment',
  ),
  says('timing_flaky', 0.86, /intercepts pointer events/, 'something covered the element'),
  says('timing_flaky', 0.84, /element is not (?:enabled|stable|editable)/, 'the element was not ready'),
  says(
    'timing_flaky',
    0.7,
    /element is not visible|outside of the viewport/,
    'the element could not be seen yet',
  ),
];

/** Requests that tests depend on; what streams is never done. */
const counts = ({ type, failure }: Asked) =>
  !/^(?:eventsource|websocket|ping|image|font|media|manifest|stylesheet)$/.test(type) &&
  failure !== 'net::ERR_ABORTED';
const isGateway = (status: number) => [408, 425, 429, 502, 503, 504].includes(status);
const wordsOf = ({ method, url, status, failure, isPending }: Asked) =>
  `${method} ${url.slice(0, 150)} ${isPending ? 'had no answer yet' : (failure ?? `answered ${status}`)}`;

const byRequests: Rule = ({ witnesses }) =>
  witnesses.flatMap(({ source, requests }) => {
    const hosts = new Set(requests.filter(({ type }) => type === 'document').map(({ url }) => hostOf(url)));
    return requests.filter(counts).flatMap((asked) => {
      const found = byRequest(asked, `${source}: ${wordsOf(asked)}`);
      if (!found) return [];
      // What counts visitors may fail, and nobody notices.
      const isOwn = asked.type === 'script' || hosts.size === 0 || hosts.has(hostOf(asked.url));
      return [isOwn ? found : { ...found, confidence: Math.min(found.confidence, OF_OTHERS) }];
    });
  });

const OF_OTHERS = 0.7;
const hostOf = (url: string) => URL.parse(url)?.hostname ?? '';

function byRequest({ status = 0, failure, isPending, type }: Asked, said: string): Sign | undefined {
  if (failure !== undefined)
    return NOT_THERE.test(failure) ? sign('environment', 0.91, said) : sign('network_flaky', 0.92, said);
  if (isPending) return sign('network_flaky', 0.74, said);
  if (isGateway(status)) return sign('network_flaky', 0.92, said);
  if (status >= 500) return sign('real_bug', 0.91, said);
  if (status === 401 || status === 403)
    return sign('environment', 0.76, `${said}: the test is not signed in`);
  // Of files that are not found pages have some, mostly.
  return status >= 400 && /^(?:document|xhr|fetch)$/.test(type) ? sign('real_bug', 0.78, said) : undefined;
}

/** What a page says when a request of its own has failed is not its own fault. */
const OF_NETWORK =
  /Failed to fetch|NetworkError|Load failed|Network request failed|ChunkLoadError|dynamically imported module/i;

const byErrors: Rule = ({ witnesses }) =>
  witnesses.flatMap(({ source, errors }) =>
    errors.map((error) =>
      OF_NETWORK.test(error)
        ? sign('network_flaky', 0.88, `${source}: the page threw ${error}`)
        : sign('real_bug', 0.9, `${source}: the page threw ${error}`),
    ),
  );

const BROKEN_WORDS =
  /something went wrong|unexpected error|internal server error|application error|an error (?:has )?occurred|cannot read propert|is not a function|undefined is not|\[object Object\]|\bNaN\b|Uncaught \w*Error|stack trace/i;

const byBrokenPage: Rule = ({ snapshot = '' }) => {
  const found = BROKEN_WORDS.exec(snapshot);
  return found ? sign('real_bug', 0.86, `page: it shows "${found[0]}"`) : undefined;
};

/** The test itself heard of a fault, and says so. */
const byHeardFault: Rule = ({ received, text, call, expected }) => {
  if (!call.startsWith('expect.')) return undefined;
  const status = /^\d{3}$/.test(received ?? '') && /^\d{3}$/.test(expected ?? '') ? Number(received) : 0;
  if (isGateway(status)) return sign('network_flaky', 0.88, `error: the answer was ${status}`);
  if (status >= 500) return sign('real_bug', 0.88, `error: the answer was ${status}`);
  const thrown = /((?:Uncaught )?(?:Type|Reference|Range|Syntax)Error\b.{0,100})/.exec(text);
  const shown = BROKEN_WORDS.exec(received ?? '');
  if (thrown ?? shown)
    return sign('real_bug', 0.87, `error: the test heard "${(thrown?.[1] ?? shown?.[0])!.trim()}"`);
  return undefined;
};

const byNavigation: Rule = ({ call, isTimeout, head }) => {
  if (
    !isTimeout ||
    !/^(?:page|frame|apiRequestContext)\.(?:goto|reload|goBack|goForward|waitForLoadState|waitForURL|get|post|put|fetch|delete|patch|head)$/.test(
      call,
    )
  )
    return undefined;
  return sign('network_flaky', call === 'page.waitForURL' ? 0.55 : 0.8, `error: ${head.split('\n')[0]}`);
};

const byUnset: Rule = ({ head, line }) =>
  /expected string, got undefined|Received: undefined|must be a string|reading 'trim'/.test(head) &&
  /process\.env/.test(line)
    ? sign('environment', 0.93, `error: a variable of the environment is not set (${line.trim()})`)
    : undefined;

const BUSY =
  /progressbar|\b(?:loading|please wait|saving|fetching|processing|submitting|connecting|initiali[sz]ing|one moment)\b/i;

const byBusyPage: Rule = ({ snapshot, received, call, seen, isTimeout }) => {
  const isExpectation = call.startsWith('expect.');
  if (!isTimeout && !isExpectation) return undefined;
  const inPage = BUSY.exec(snapshot ?? '');
  const inValue = isExpectation ? BUSY.exec(received ?? '') : null;
  const signs: Sign[] = [];
  if (inValue)
    signs.push(sign('timing_flaky', 0.85, `error: it was still "${received}" when the time was over`));
  else if (inPage) signs.push(sign('timing_flaky', 0.83, `page: it still shows "${inPage[0]}"`));
  if (seen.length > 1)
    signs.push(
      sign('timing_flaky', 0.84, `error: the value was still changing (${JSON.stringify(seen.slice(0, 4))})`),
    );
  return signs;
};

/** Whether a line of an outline, `- button "Save" [ref=e3]`, is of an element of this role. */
function isOfRole(line: string, role: string): boolean {
  const words = line.trim().replace(/^- '?/, '');
  return words.startsWith(role) && !/^\w/.test(words.slice(role.length));
}

/** What was not found in time but is there now came too late. */
const byLateElement: Rule = ({ locator, isFound, snapshot, isTimeout, text }) => {
  if (locator === undefined || isFound || snapshot === undefined || !isTimeout) return undefined;
  if (/to be hidden|not\.toBe|\.nth\(|\.contentFrame|getByTestId/.test(`${text.split('\n')[0]} ${locator}`))
    return undefined;
  const words = wordsOfLocator(locator);
  const role = roleOfLocator(locator);
  if (words === undefined || words.length < 2) return undefined;
  const lines = snapshot.split('\n').filter((line) => line.toLowerCase().includes(words.toLowerCase()));
  const isThere = lines.some((line) => role === undefined || isOfRole(line, role));
  return isThere
    ? sign('timing_flaky', 0.9, `page: ${locator} is there now; it came after the time was over`)
    : undefined;
};

const byMissingElement: Rule = ({ locator, isFound, call, isTimeout, snapshot, text }) => {
  if (locator === undefined || isFound) return undefined;
  const isAsserted = call.startsWith('expect.');
  if (isAsserted ? !/element\(s\) not found/.test(text) : !isTimeout) return undefined;
  const role = roleOfLocator(locator);
  const sameRole =
    role === undefined ? [] : (snapshot ?? '').split('\n').filter((line) => isOfRole(line, role));
  const some = sameRole.slice(0, 3).map((line) => line.trim().slice(2, 60));
  const near = some.length > 0 ? `; the page has ${some.join(', ')}` : '';
  // Words that are asserted are what the test is about, and not the way to it.
  const isOfWords = isAsserted && /getByText\(|hasText/.test(locator);
  if (isOfWords) return sign('assertion_failed', 0.76, `error: ${locator} was expected and is not there`);
  return sign('selector_broken', isAsserted ? 0.77 : 0.8, `error: ${locator} finds nothing${near}`);
};

const byMismatch: Rule = ({ call, expected, received, head, text }) => {
  if (!call.startsWith('expect.')) return undefined;
  if (/pixels .*are different|Screenshot comparison failed/.test(text))
    return sign(
      'assertion_failed',
      0.8,
      `error: the picture differs (${/\d+ pixels[^\n]*/.exec(text)?.[0] ?? ''})`,
    );
  if (expected === undefined && received === undefined && !/^[-+] /m.test(text))
    return sign('assertion_failed', 0.55, `error: ${head.split('\n')[0]}`);
  return sign(
    'assertion_failed',
    0.73,
    `error: expected ${expected ?? 'other values'}, received ${received ?? 'others'}`,
  );
};

const byTime: Rule = ({ text, call, isTimeout }) => {
  if (!isTimeout) return undefined;
  if (/waitForFunction|waitForTimeout|waitForEvent|waitForSelector|locator\.waitFor/.test(call))
    return sign('timing_flaky', 0.62, `error: ${call} waited in vain`);
  if (/^Test timeout of \d+ms exceeded/m.test(text))
    return sign('timing_flaky', 0.6, 'error: the test as a whole took too long');
  return sign('timing_flaky', 0.5, 'error: the time was over');
};

/** An element that is missed on a page without any is not the locator's fault. */
const byPicture: Rule = ({ beside: { isBlank } }) =>
  isBlank ? sign('real_bug', 0.81, 'screenshot: the page was blank when the test failed') : undefined;

const QUICK_MS = 1_000;

const byDuration: Rule = ({ beside: { ms }, text, call, callLog, locator }) => {
  if (ms === undefined) return undefined;
  const allowed = Number(/Test timeout of (\d+)ms exceeded/.exec(text)?.[1] ?? Infinity);
  if (ms >= allowed)
    return sign('timing_flaky', 0.65, `duration: ${ms} ms, all the time that the test may take`);
  const hasWaited = locator !== undefined || callLog !== '' || !call.startsWith('expect.');
  if (hasWaited || ms >= QUICK_MS) return undefined;
  return sign('timing_flaky', 0.55, `duration: ${ms} ms, with an expectation that does not wait`);
};

const RULES: readonly Rule[] = [
  ...BY_WORDS,
  byRequests,
  byErrors,
  byBrokenPage,
  byHeardFault,
  byNavigation,
  byUnset,
  byBusyPage,
  byLateElement,
  byMissingElement,
  byMismatch,
  byTime,
  byPicture,
  byDuration,
];

/** All that speaks for a cause, the strongest first. */
export function signsOf(facts: FailureFacts): readonly Sign[] {
  const signs = RULES.flatMap((rule) => rule(facts) ?? []);
  return signs.toSorted((one, other) => other.confidence - one.confidence);
}
