import type { CDPSession } from 'playwright-core';
import type { Log } from '../../../kernel/log.ts';
import type { DevToolsSession } from '../capture/devtools.ts';
import { SourceMaps } from '../capture/source-maps.ts';
import type { Tab } from '../page/tab.ts';
import type { TraceFile } from '../threads/read-trace.thread.ts';
import { Thread } from '../threads/thread.ts';
import type { CodePlace, TraceReading } from './trace-reading.ts';

const LIMIT_MS = 120_000;
const MAP_MS = 5_000;

/** Reads the file of a trace. One thread for several: the engine takes longer to load than most traces to read. */
export class TraceReader {
  readonly #thread = new Thread<TraceFile, TraceReading>('read-trace');

  /** Has the engine loaded while the trace is still being written; not while the page is measured. */
  begin(): void {
    this.#thread.begin();
  }

  read(path: string, signal: AbortSignal): Promise<TraceReading> {
    return this.#thread.ask({ path }, { limitMs: LIMIT_MS, signal });
  }

  async end(): Promise<void> {
    await this.#thread.end();
  }
}

/** The elements that a trace names by number, as far as the page still has them: `div#late.box`. */
export async function nameNodes(tab: Tab, nodes: Iterable<number>): Promise<ReadonlyMap<number, string>> {
  const session = await tab.cdp.session();
  const names = new Map<number, string>();
  for (const backendNodeId of new Set(nodes)) {
    const told = await session.send('DOM.describeNode', { backendNodeId }).catch(() => undefined); // it is gone
    if (told) names.set(backendNodeId, nameOf(told.node));
  }
  return names;
}

function nameOf({
  nodeName,
  nodeType,
  attributes = [],
}: {
  nodeName: string;
  nodeType: number;
  attributes?: string[];
}) {
  if (nodeType !== 1) return nodeName.toLowerCase();
  const of = (name: string) => {
    const at = attributes.findIndex((one, index) => index % 2 === 0 && one === name);
    return at < 0 ? '' : (attributes[at + 1] ?? '');
  };
  const classes = of('class').split(/\s+/).filter(Boolean).slice(0, 3);
  return `${nodeName.toLowerCase()}${of('id') ? `#${of('id')}` : ''}${classes.map((one) => `.${one}`).join('')}`.slice(
    0,
    120,
  );
}

/** Where a function stands in its source, if its script says where its map is. */
export async function sourceOf(tab: Tab, place: CodePlace, log: Log) {
  const session = await tab.cdp.session();
  const { url, line, column } = place;
  const { frameTree } = await session.send('Page.getFrameTree');
  await session.send('Page.enable');
  const script = await session
    .send('Page.getResourceContent', { frameId: frameTree.frame.id, url })
    .catch(() => undefined); // of another frame, or made by a script
  if (!script) return undefined;
  const maps = new SourceMaps(log, { isOn: true, mapMs: MAP_MS });
  maps.scriptComing(url, undefined)?.(script.content);
  const frame = { functionName: '', scriptId: '', url, lineNumber: line - 1, columnNumber: column - 1 };
  await maps.ready(sessionOf(tab, session, frameTree.frame.id), { callFrames: [frame] });
  const [mapped] = maps.mapped([{ url, line, column }]);
  return mapped?.original;
}

const sessionOf = ({ cdp }: Tab, session: CDPSession, frame: string): DevToolsSession => ({
  id: '',
  frame,
  worker: undefined,
  send: (method, params) => session.send(method as never, params as never) as never,
  aside: () => cdp.aside(),
});
