import type { Frame } from 'playwright-core';
import { Fault, fault } from '../../../kernel/fault.ts';
import { given } from '../given.ts';
import type { Outcome } from '../page/outcome.ts';
import type { Tab } from '../page/tab.ts';
import { firstLine, isClosedError, isNavigationError, messageOf } from '../page/translate.ts';
import { endedWithin } from './evaluate.ts';
import type { Cancel } from './pointer.ts';

type Offered = Awaited<ReturnType<Frame['webmcp']['tools']>>[number];

/** A tool that a page offers to agents (WebMCP). Every word of it is the page's. */
export interface PageTool extends Offered {
  /** The address of the frame that offers it, unless that is the page itself. */
  readonly frame?: string;
}

/** A frame that hangs offers nothing. */
const LIST_MS = 5_000;

export async function pageTools(tab: Tab, { signal }: Cancel = {}): Promise<Outcome<readonly PageTool[]>> {
  const step = { action: 'list the tools of the page', isReading: true, signal };
  return tab.perform(step, async () => (await offers(tab)).map(({ tool }) => tool));
}

export interface PageToolCall extends Cancel {
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  /** Which frame is meant, where several offer a tool of that name. */
  readonly frame?: string | undefined;
}

/** Calls a tool of the page. What it gives back is whatever the page likes. */
export async function callPageTool(
  tab: Tab,
  name: string,
  { params = {}, frame: wanted, signal }: PageToolCall = {},
): Promise<Outcome<unknown>> {
  const step = { action: 'call a tool of the page', detail: { tool: name }, signal };
  return tab.perform<unknown>(step, async () => {
    const all = await offers(tab);
    const named = all.filter(({ tool, url }) => tool.name === name && (wanted ?? url) === url);
    const [first, ...others] = named;
    if (!first) throw fault('NO_SUCH_PAGE_TOOL', { name, names: all.map(({ tool }) => tool.name) });
    if (others.length > 0) throw fault('AMBIGUOUS_PAGE_TOOL', { name, frames: named.map(({ url }) => url) });
    try {
      const running = first.frame.webmcp.callTool(name, params, { timeout: 0 });
      return await endedWithin(tab, running, tab.timeouts.evaluate, signal);
    } catch (thrown) {
      if (isNavigationError(thrown)) return undefined; // it led elsewhere
      if (thrown instanceof Fault || isClosedError(thrown)) throw thrown;
      throw fault('PAGE_TOOL_FAILED', { name, why: firstLine(messageOf(thrown)) }, thrown);
    }
  });
}

/** The tools of all frames. Where frames have the same address, their place among all tells them apart. */
async function offers(tab: Tab) {
  const frames = tab.page.frames();
  const addresses = frames.map((frame) => frame.url());
  const found = frames.map(async (frame, place) => {
    const isMain = place === 0;
    const asked = frame.webmcp.tools({ timeout: LIST_MS });
    const tools = await (isMain ? asked : asked.catch(() => [])); // it went away, or hangs
    const address = frame.url();
    const isAlone = addresses.filter((other) => other === address).length === 1;
    const url = isAlone ? address : `${address} (frame ${place})`;
    return tools.map((tool) => ({
      frame,
      url,
      tool: { ...tool, ...given({ frame: isMain ? undefined : url }) },
    }));
  });
  return (await Promise.all(found)).flat();
}
