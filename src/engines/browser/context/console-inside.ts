import type { BrowserContext, Page } from 'playwright-core';
import { insideOf } from '../launch/playwright-inside.ts';
import type { Said } from '../page/console-log.ts';

interface InsideMessage {
  page(): object | null;
  worker(): { readonly url: string } | null;
  type(): string;
  text(): string;
  args(): readonly { readonly _objectId?: string; toString(): string; dispose(): void }[];
  location(): { readonly url: string; readonly lineNumber: number; readonly columnNumber: number };
}

interface InsideContext {
  on(event: 'console', listener: (message: InsideMessage) => void): void;
  off(event: 'console', listener: (message: InsideMessage) => void): void;
}

type Heard = Said & { page(): Page | undefined; workerUrl(): string | undefined };

/**
 * Hears what the pages of a context say on their consoles on Playwright's own side, where that is in this process.
 * On ours, each line costs a message and two objects for each of its values, three kilobytes that stay until they are
 * let go of one by one: a million lines left 1.7 GB. Returns how to stop it, or undefined where it cannot be heard.
 */
export function hearConsole(context: BrowserContext, hear: (heard: Heard) => void): (() => void) | undefined {
  const inside = insideOf(context) as Partial<InsideContext> | undefined;
  if (typeof inside?.on !== 'function' || typeof inside.off !== 'function') return undefined;
  const pages = new WeakMap<object, Page>();
  const pageOf = (given: object): Page | undefined => {
    const page = pages.get(given) ?? context.pages().find((one) => insideOf(one) === given);
    if (page) pages.set(given, page);
    return page;
  };
  // In its turn: Playwright's other events come so, too.
  const listener = (message: InsideMessage) => void setImmediate(() => hear(heardOf(message, pageOf)));
  inside.on('console', listener);
  return () => inside.off?.('console', listener);
}

function heardOf(message: InsideMessage, pageOf: (inside: object) => Page | undefined): Heard {
  const args = message.args();
  const { url, lineNumber, columnNumber } = message.location();
  return {
    page: () => {
      const page = message.page();
      return page ? pageOf(page) : undefined;
    },
    workerUrl: () => message.worker()?.url,
    type: () => message.type(),
    text: () => message.text(),
    location: () => ({ url, line: lineNumber, column: columnNumber }),
    args: () => args,
    // Only of objects something stays in the page.
    handles: () => args.filter(({ _objectId }) => _objectId !== undefined),
  };
}
