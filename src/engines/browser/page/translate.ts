import { asFault, Fault, type FaultCode, fault } from '../../../kernel/fault.ts';
import { quotePageText } from '../../../kernel/page-fence.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: colour codes begin with one
const COLOUR = /\u001b\[[0-9;]*m/g;

/** What was being done, for the sentence of a fault. */
export interface Doing {
  readonly action: string;
  /** The target as the caller wrote it. */
  readonly target?: string | undefined;
  readonly url?: string | undefined;
}

/** An error of Playwright as the fault that says what happened; a fault and a slip of ours stay what they are. */
export function translate(thrown: unknown, doing: Doing): Fault {
  if (thrown instanceof Fault || thrown instanceof TypeError || thrown instanceof ReferenceError)
    return asFault(thrown);
  const message = messageOf(thrown);
  const strict = /strict mode violation: (.+) resolved to (\d+) elements/.exec(message);
  if (strict) {
    return fault(
      'AMBIGUOUS_TARGET',
      { target: doing.target ?? strict[1]!, count: Number(strict[2]) },
      thrown,
    );
  }
  const permission = /Unknown permission: (\S+)/.exec(message)?.[1];
  if (permission)
    return fault(
      'INVALID_FLAG',
      { flag: '--grant-permissions', problem: `"${permission}" is no permission that this browser knows` },
      thrown,
    );
  if (isSelectorError(message)) {
    return fault('INVALID_LOCATOR', { target: doing.target ?? '', why: firstLine(message) }, thrown);
  }
  if (
    doing.url !== undefined &&
    /net::ERR_|NS_ERROR_|Cannot navigate to invalid URL|interrupted by/.test(message)
  ) {
    return fault('NAVIGATION_FAILED', { url: doing.url, why: whyNotOpened(message) }, thrown);
  }
  const timeout = /Timeout ([\d.]+)ms exceeded/.exec(message);
  if (timeout) return timedOut(message, Math.round(Number(timeout[1])), doing, thrown);
  return fault('ACTION_FAILED', { action: doing.action, why: quotePageText(firstLine(message)) }, thrown);
}

/** The page, its context or its browser went away under a call. */
export function isClosedError(thrown: unknown): boolean {
  return /has been closed|Target closed|Target crashed|page crashed|browser has disconnected|Connection closed|Failed to open a new tab/i.test(
    messageOf(thrown),
  );
}

/** The document went away under a script, by a navigation. */
export function isNavigationError(thrown: unknown): boolean {
  return /Execution context was destroyed|Cannot find context with specified id|frame was detached|because of a navigation/i.test(
    messageOf(thrown),
  );
}

/** Without colours and without the name of the API that raised it. */
export function messageOf(thrown: unknown): string {
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  return text.replaceAll(COLOUR, '').replace(/^[a-zA-Z]+\.[a-zA-Z]+: /, '');
}

export function firstLine(message: string): string {
  return (message.split('\n', 1)[0] ?? '').replace(/^Error: /, '').replace(/[.\s]+$/, '');
}

function timedOut(message: string, ms: number, doing: Doing, cause: unknown): Fault {
  const code: FaultCode = doing.url === undefined ? 'ACTION_TIMEOUT' : 'NAVIGATION_FAILED';
  if (code === 'NAVIGATION_FAILED') {
    return fault(code, { url: doing.url!, why: `no answer within ${ms / 1000} s` }, cause);
  }
  return fault(code, { action: doing.action, ms, why: reasonOf(message) }, cause);
}

/** The last thing that Playwright was waiting for, out of its call log. */
function reasonOf(message: string): string {
  const lines = message
    .split('\n')
    .map((line) => line.replace(/^[\s-]+/, '').replace(/^\d+ × /, ''))
    .filter((line) =>
      /element is not|intercepts pointer|not stable|outside of the viewport|did not find some|not a <|resolved to hidden|waiting for .*to be/.test(
        line,
      ),
    );
  const last = lines.findLast((line) => !line.startsWith('waiting for element to be')) ?? lines.at(-1);
  if (last === undefined) return 'the element did not become ready';
  const why = last.replace(/^<.*> from (<.*>) subtree intercepts/, '$1 intercepts');
  return why.includes('<') ? quotePageText(why) : why.slice(0, 300);
}

function isSelectorError(message: string): boolean {
  return /is not a valid selector|Unexpected token|while parsing (css )?selector|Unknown engine|Unsupported token|Malformed selector/.test(
    message,
  );
}

function whyNotOpened(message: string): string {
  const code = /(net::ERR_[A-Z_]+|NS_ERROR_[A-Z_]+)/.exec(message)?.[1];
  const said: Readonly<Record<string, string>> = {
    'net::ERR_CONNECTION_REFUSED': 'the server refuses the connection',
    'net::ERR_NAME_NOT_RESOLVED': 'the host name is not known',
    'net::ERR_INTERNET_DISCONNECTED': 'the browser is offline',
    'net::ERR_ABORTED': 'the navigation was aborted',
    'net::ERR_BLOCKED_BY_CLIENT': 'it is blocked by the origin lists or a route',
    'net::ERR_TOO_MANY_REDIRECTS': 'it redirects without end',
    'net::ERR_PROXY_CONNECTION_FAILED': 'the proxy does not answer',
    'net::ERR_EMPTY_RESPONSE': 'the server, or the origin lists after a redirect, ended the connection',
    'net::ERR_SOCKS_CONNECTION_FAILED': 'the origin lists or the SOCKS proxy do not let it through',
    'net::ERR_SOCKS_CONNECTION_HOST_UNREACHABLE': 'the server is not known or refuses the connection',
  };
  if (!code) return quotePageText(firstLine(message));
  return said[code] ? `${said[code]} (${code})` : code;
}
