import type { CDPSession } from 'playwright-core';
import { breather } from '../../../kernel/breathe.ts';
import { fault } from '../../../kernel/fault.ts';
import type { Tab } from '../page/tab.ts';

/** What Chrome DevTools records for its performance panel. */
const CATEGORIES = `devtools.timeline loading blink.console blink.user_timing latencyInfo navigation v8 v8.execute
  disabled-by-default-devtools.timeline disabled-by-default-devtools.timeline.frame
  disabled-by-default-devtools.timeline.stack disabled-by-default-devtools.timeline.invalidationTracking
  disabled-by-default-lighthouse disabled-by-default-v8.cpu_profiler`;

const BUFFER_KB = 200_000;
const PIECE = 2 ** 20;
const SECRET_HEADER = /^(?:set-cookie|cookie|authorization|proxy-authorization|x-api-key)$/i;

type Fields = { [key: string]: unknown };

/** A trace of what the browser does while it runs. A browser makes one at a time. */
export class PageTrace {
  readonly #session: CDPSession;
  readonly #tab: Tab;

  private constructor(tab: Tab, session: CDPSession) {
    this.#tab = tab;
    this.#session = session;
  }

  static async start(tab: Tab): Promise<PageTrace> {
    const session = await tab.cdp.session('Recording a performance trace');
    try {
      await session.send('Tracing.start', {
        transferMode: 'ReturnAsStream',
        streamFormat: 'json',
        traceConfig: {
          includedCategories: CATEGORIES.split(/\s+/),
          excludedCategories: ['*'],
          traceBufferSizeInKb: BUFFER_KB,
        },
      });
    } catch (cause) {
      if (/already been started/i.test(String(cause))) throw fault('TRACE_RUNS', {}, cause);
      throw cause;
    }
    return new PageTrace(tab, session);
  }

  /** Ends it and gives it as the text of a file, piece by piece, without what `hide` takes out of it. */
  async *end(hide: (value: unknown) => unknown): AsyncGenerator<Uint8Array> {
    const session = this.#session;
    const over = new Promise<{ stream?: string }>((resolve) =>
      session.once('Tracing.tracingComplete', resolve),
    );
    await session.send('Tracing.end');
    const { stream } = await over;
    if (stream === undefined) throw new Error('the browser gave no trace');
    yield Buffer.from('{"traceEvents":[\n');
    let separator = '';
    const breathe = breather();
    for await (const lines of this.#lines(stream)) {
      let piece = '';
      for (const line of lines) {
        const event = eventOf(line);
        if (!event) continue;
        withholdHeaders(event);
        piece += `${separator}${JSON.stringify(hide(event))}`;
        separator = ',\n';
        await breathe();
      }
      yield Buffer.from(piece);
    }
    const metadata = {
      source: 'Sensorium',
      dataOrigin: 'TraceEvents',
      startTime: new Date().toISOString(),
      url: this.#tab.url,
    };
    yield Buffer.from(`\n],"metadata":${JSON.stringify(hide(metadata))}}\n`);
  }

  /** Gives it up. */
  async cancel(): Promise<void> {
    await this.#session.send('Tracing.end').catch(() => {}); // the page is gone, and the trace with it
  }

  /** One event stands in a line. */
  async *#lines(handle: string): AsyncGenerator<readonly string[]> {
    let rest = '';
    const decoder = new TextDecoder();
    for (;;) {
      const { data, base64Encoded, eof } = await this.#session.send('IO.read', { handle, size: PIECE });
      rest += base64Encoded ? decoder.decode(Buffer.from(data, 'base64'), { stream: true }) : data;
      const lines = rest.split('\n');
      rest = lines.pop() ?? '';
      yield lines;
      if (eof) break;
    }
    await this.#session.send('IO.close', { handle }).catch(() => {}); // it ends with the session
    yield [rest];
  }
}

/** Undefined for what stands around the events. */
function eventOf(line: string): Fields | undefined {
  const text = line.replace(/,\s*$/, '');
  if (!text.startsWith('{') || text.startsWith('{"traceEvents"')) return undefined;
  for (const tried of [text, text.replace(/\],"metadata".*$/s, ''), text.replace(/\]\}?$/, '')]) {
    try {
      return JSON.parse(tried) as Fields;
    } catch {
      // The last line goes on with what comes after the events.
    }
  }
  return undefined;
}

function withholdHeaders({ args }: Fields): void {
  const headers = (args as { data?: { headers?: unknown } } | undefined)?.data?.headers;
  if (!Array.isArray(headers)) return;
  for (const header of headers as { name?: string; value?: string }[])
    if (SECRET_HEADER.test(header.name ?? '')) header.value = '[withheld]';
}
