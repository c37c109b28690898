import type { IncomingMessage } from 'node:http';
import type { CDPSession } from 'playwright-core';
import type { TargetInfo } from '../capture/devtools.ts';

/** What somebody who asks by HTTP is told. */
export interface DevToolsAnswer {
  readonly status: number;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export const notHere = ({ url = '' }: IncomingMessage): DevToolsAnswer => ({
  status: 404,
  message: `Nothing is served at ${JSON.stringify(url.slice(0, 200))}.`,
});

/** The pages that Chromium's own port has, but for /json/protocol: that text is nowhere else in the browser. */
export async function devToolsPage(session: CDPSession, request: IncomingMessage): Promise<DevToolsAnswer> {
  const asked = URL.parse(`http://localhost${request.url ?? ''}`);
  const [, json, what = 'list', targetId, ...more] = asked?.pathname.replace(/\/$/, '').split('/') ?? [];
  const page = Object.hasOwn(PAGES, what) ? PAGES[what] : undefined;
  const isWhole = page && Boolean(targetId) === (page.ofTarget ?? false) && more.length === 0;
  if (!asked || json !== 'json' || !isWhole) return notHere(request);
  const method = page.method ?? 'GET';
  if (request.method !== method)
    return { status: 405, message: `This takes ${method}.`, headers: { Allow: method } };
  try {
    const answer = await page.answer({ session, targetId: targetId ?? '', asked, addressOf: addresses() });
    const message = typeof answer === 'string' ? answer : JSON.stringify(answer, null, 2);
    return { status: 200, message };
  } catch (error) {
    if (page.ofTarget) return { status: 404, message: `No such target: ${targetId}` };
    throw error;
  }

  function addresses() {
    // A client that came with a key in its address comes back with it.
    const token = asked?.searchParams.get('token');
    const key = token ? `?token=${encodeURIComponent(token)}` : '';
    return (kind: 'browser' | 'page', id: string) => `${request.headers.host}/devtools/${kind}/${id}${key}`;
  }
}

interface Asked {
  readonly session: CDPSession;
  readonly targetId: string;
  readonly asked: URL;
  /** Where the WebSocket of a target is. */
  addressOf(kind: 'browser' | 'page', id: string): string;
}

interface Page {
  /** GET unless told. */
  readonly method?: string;
  readonly ofTarget?: boolean;
  answer(asked: Asked): Promise<unknown>;
}

const PAGES: Readonly<Record<string, Page>> = {
  version: {
    async answer({ session, addressOf }) {
      const version = await session.send('Browser.getVersion');
      const { targetInfo } = await session.send('Target.getTargetInfo');
      return {
        Browser: version.product,
        'Protocol-Version': version.protocolVersion,
        'User-Agent': version.userAgent,
        'V8-Version': version.jsVersion,
        'WebKit-Version': `537.36 (${version.revision})`,
        webSocketDebuggerUrl: `ws://${addressOf('browser', targetInfo.targetId)}`,
      };
    },
  },
  list: {
    async answer({ session, addressOf }) {
      const { targetInfos } = await session.send('Target.getTargets');
      return targetInfos.map((target) => shown(target, addressOf('page', target.targetId)));
    },
  },
  new: {
    method: 'PUT',
    async answer({ session, asked, addressOf }) {
      const url = decodeURIComponent(asked.search.slice(1)) || 'about:blank';
      const { targetId } = await session.send('Target.createTarget', { url });
      const { targetInfo } = await session.send('Target.getTargetInfo', { targetId });
      return shown(targetInfo, addressOf('page', targetId));
    },
  },
  activate: {
    ofTarget: true,
    async answer({ session, targetId }) {
      await session.send('Target.activateTarget', { targetId });
      return 'Target activated';
    },
  },
  close: {
    ofTarget: true,
    async answer({ session, targetId }) {
      await session.send('Target.closeTarget', { targetId });
      return 'Target is closing';
    },
  },
};

const shown = ({ targetId, title, type, url }: TargetInfo, address: string) => ({
  description: '',
  devtoolsFrontendUrl: `devtools://devtools/bundled/inspector.html?ws=${address}`,
  id: targetId,
  title,
  type,
  url,
  webSocketDebuggerUrl: `ws://${address}`,
});
