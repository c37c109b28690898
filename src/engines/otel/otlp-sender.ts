import { randomBytes } from 'node:crypto';
import type { Evidence } from '../../contract/evidence.ts';
import type { Log } from '../../kernel/log.ts';
import { VERSION } from '../../kernel/version.ts';

/** So many spans wait at most; beyond, the newest are left out and counted. */
const MOST_WAITING = 4000;
const BATCH = 500;
const BATCH_MS = 2000;
const ANSWER_MS = 10_000;
/** A collector that fails is left alone for so long, and longer each time. */
const LEAST_PAUSE_MS = 2000;
const MOST_PAUSE_MS = 60_000;

interface SenderOptions {
  /** The collector's address; `/v1/traces` is added where it has no path. */
  readonly url: string;
  readonly log: Log;
}

/** Tells a collector of calls, actions and requests as spans. Nobody ever waits for it. */
export class OtlpSender {
  readonly #url: string;
  readonly #log: Log;
  readonly #waiting: object[] = [];
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> | undefined;
  #pause = LEAST_PAUSE_MS;
  #left = 0;
  #hasFailed = false;

  constructor({ url, log }: SenderOptions) {
    const parsed = new URL(url);
    if (parsed.pathname === '/') parsed.pathname = '/v1/traces';
    this.#url = parsed.href;
    this.#log = log;
  }

  take(evidence: Evidence): void {
    const span = spanOf(evidence);
    if (!span) return;
    if (this.#waiting.length >= MOST_WAITING) {
      this.#left += 1;
      return;
    }
    this.#waiting.push(span);
    this.#wake(BATCH_MS);
  }

  /** Sends what is waiting, once. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#sending;
    if (this.#waiting.length > 0) await this.#send();
    clearTimeout(this.#timer);
  }

  #wake(ms: number): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#sending ??= this.#send().finally(() => {
        this.#sending = undefined;
        if (this.#waiting.length > 0) this.#wake(this.#hasFailed ? this.#pause : 0);
      });
    }, ms).unref();
  }

  async #send(): Promise<void> {
    const spans = this.#waiting.splice(0, BATCH);
    try {
      const answer = await fetch(this.#url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(bodyOf(spans)),
        signal: AbortSignal.timeout(ANSWER_MS),
      });
      await answer.body?.cancel();
      // What it cannot read it will not read the next time either.
      if (answer.ok || (answer.status !== 429 && answer.status < 500)) this.#sent(answer.status);
      else throw new Error(`it answered ${answer.status}`);
    } catch (cause) {
      this.#waiting.unshift(...spans);
      this.#failed(cause);
    }
  }

  #sent(status: number): void {
    if (status >= 400) this.#log.warning('the collector refuses spans', { status });
    if (this.#left > 0) this.#log.warning('spans were left out for the collector', { count: this.#left });
    this.#left = 0;
    this.#pause = LEAST_PAUSE_MS;
    this.#hasFailed = false;
  }

  #failed(cause: unknown): void {
    if (!this.#hasFailed) this.#log.warning('the collector does not take spans', { cause });
    this.#hasFailed = true;
    this.#pause = Math.min(this.#pause * 2, MOST_PAUSE_MS);
  }
}

const text = (key: string, value: string) => ({ key, value: { stringValue: value } });
const whole = (key: string, value: number) => ({ key, value: { intValue: String(Math.round(value)) } });
const hex = (bytes: number) => randomBytes(bytes).toString('hex');
const INTERNAL = 1;
const CLIENT = 3;

/** A thing seen as a span of OTLP; a request that carried a trace context is that very span. */
function spanOf(evidence: Evidence): object | undefined {
  const { time, where } = evidence;
  const session = where.session === undefined ? [] : [text('session.id', where.session)];
  switch (evidence.stream) {
    case 'call': {
      const { tool, ms, outcome, client } = evidence.data;
      const attributes = [
        text('gen_ai.tool.name', tool),
        ...(client ? [text('mcp.client.name', client)] : []),
      ];
      return spanFrom(
        `call ${tool}`,
        INTERNAL,
        time - ms * 1000,
        time,
        [...attributes, ...session],
        outcome === 'ok' ? undefined : outcome,
      );
    }
    case 'action': {
      const { type, source, url, ms = 0, error } = evidence.data;
      const attributes = [
        text('browser.action', type),
        text('browser.action.source', source),
        text('url.full', url),
      ];
      return spanFrom(`action ${type}`, INTERNAL, time, time + ms * 1000, [...attributes, ...session], error);
    }
    case 'request': {
      const { method, url, status, startTime, failure, requestHeaders } = evidence.data;
      const attributes = [
        text('http.request.method', method),
        text('url.full', url),
        ...(status === undefined ? [] : [whole('http.response.status_code', status)]),
      ];
      const error = failure ?? ((status ?? 0) >= 400 ? String(status) : undefined);
      const parent = requestHeaders.find(([name]) => name.toLowerCase() === 'traceparent')?.[1];
      return spanFrom(method, CLIENT, startTime, time, [...attributes, ...session], error, parent);
    }
    default:
      return undefined;
  }
}

function spanFrom(
  name: string,
  kind: number,
  from: number,
  to: number,
  attributes: readonly object[],
  error?: string | undefined,
  traceparent = '',
): object {
  const [, traceId = hex(16), spanId = hex(8)] =
    /^\w\w-([0-9a-f]{32})-([0-9a-f]{16})-/.exec(traceparent) ?? [];
  return {
    traceId,
    spanId,
    name,
    kind,
    startTimeUnixNano: `${Math.round(from)}000`,
    endTimeUnixNano: `${Math.round(Math.max(from, to))}000`,
    attributes,
    status: error === undefined ? {} : { code: 2, message: error },
  };
}

const bodyOf = (spans: readonly object[]) => ({
  resourceSpans: [
    {
      resource: { attributes: [text('service.name', 'sensorium'), text('service.version', VERSION)] },
      scopeSpans: [{ scope: { name: 'sensorium' }, spans }],
    },
  ],
});
