import { type Fault, fault } from '../../../kernel/fault.ts';
import type { Answer, Protocol, Question } from './protocols.ts';

interface Asking {
  /** As people know it: it stands in every sentence about what went wrong. */
  readonly provider: string;
  readonly protocol: Protocol;
  readonly question: Question;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** When a provider does not say how long to wait. */
const USUAL_WAIT_MS = 30_000;
const LONGEST_REASON = 300;

/** One question to a model. Every way in which it can go wrong has a fault of its own. */
export async function askModel(asking: Asking): Promise<Answer> {
  const { provider, protocol, question, timeoutMs, signal } = asking;
  const { url, headers, body } = protocol.request(question);
  const limit = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
    const text = await response.text();
    if (!response.ok) throw refusal(provider, response, text);
    return readAnswer(provider, protocol, text);
  } catch (cause) {
    if (signal?.aborted) throw signal.reason;
    if (limit.aborted) throw fault('VISION_TIMEOUT', { provider, ms: timeoutMs, category: 'timeout' }, cause);
    if (cause instanceof TypeError) throw unreachable(provider, url, cause);
    throw cause;
  }
}

function readAnswer(provider: string, protocol: Protocol, text: string): Answer {
  try {
    const answer = protocol.read(JSON.parse(text));
    if (answer.text.trim() === '') throw new Error('it has no text');
    return answer;
  } catch (cause) {
    const why = cause instanceof SyntaxError ? 'it is no JSON' : firstLine((cause as Error).message);
    throw fault('VISION_INVALID_ANSWER', { provider, why, category: 'invalid_response' }, cause);
  }
}

const firstLine = (words: string) => (words.startsWith('[') ? 'fields are missing' : words.split('\n')[0]!);

function refusal(provider: string, response: Response, body: string): Fault {
  const { status } = response;
  const why = reasonIn(body) || response.statusText || 'no reason given';
  if (status === 401 || status === 403)
    return fault('VISION_AUTH', { provider, status, why, category: 'auth_error' });
  if (status === 429) {
    const retryAfterMs = waitOf(response.headers.get('retry-after'));
    return fault('VISION_RATE_LIMITED', { provider, retryAfterMs, why, category: 'rate_limited' });
  }
  return fault('VISION_PROVIDER', { provider, status, why, category: 'provider_error' });
}

/** Providers put it into error.message, or error, or message. */
function reasonIn(body: string): string {
  try {
    const parsed = JSON.parse(body) as { error?: { message?: unknown } | string; message?: unknown };
    const inner = typeof parsed.error === 'object' ? parsed.error?.message : parsed.error;
    return short(String(inner ?? parsed.message ?? ''));
  } catch {
    return body.trimStart().startsWith('<') ? '' : short(body);
  }
}

function short(words: string): string {
  const line = words.replaceAll(/\s+/g, ' ').trim().replace(/\.$/, '');
  return line.length > LONGEST_REASON ? `${line.slice(0, LONGEST_REASON)}…` : line;
}

/** Seconds, or a date. */
function waitOf(header: string | null): number {
  if (!header) return USUAL_WAIT_MS;
  const seconds = Number(header);
  const ms = Number.isNaN(seconds) ? Date.parse(header) - Date.now() : seconds * 1000;
  return Number.isNaN(ms) ? USUAL_WAIT_MS : Math.max(0, Math.round(ms));
}

function unreachable(provider: string, url: string, cause: TypeError): Fault {
  const inner = cause.cause as NodeJS.ErrnoException | undefined;
  const why = inner?.code ?? inner?.message ?? cause.message;
  const { origin } = new URL(url);
  return fault('VISION_NETWORK', { provider, url: origin, why, category: 'network_error' }, cause);
}
