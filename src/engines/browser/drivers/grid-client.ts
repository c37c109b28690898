import { fault } from '../../../kernel/fault.ts';
import { textWithin } from '../../../kernel/text-within.ts';
import { firstLine, messageOf } from '../page/translate.ts';

/** One place for a session, as the grid describes it. */
export interface GridSlot {
  readonly browserName: string;
  readonly browserVersion: string | undefined;
  readonly platformName: string | undefined;
  readonly isFree: boolean;
}

export interface GridSession {
  readonly id: string;
  readonly browserName: string;
  readonly browserVersion: string;
  readonly platformName: string | undefined;
  /** Where its DevTools socket is; absent for browsers that have none. */
  readonly cdp: string | undefined;
}

interface NodeStatus {
  readonly availability?: string;
  readonly slots?: readonly {
    readonly session: unknown;
    readonly stereotype: {
      readonly browserName?: string;
      readonly browserVersion?: string;
      readonly platformName?: string;
    };
  }[];
}

interface NewSession {
  readonly sessionId?: string;
  readonly capabilities?: Readonly<Record<string, unknown>>;
}

const jsonOf = async (answer: Response): Promise<unknown> => JSON.parse(await textWithin(answer));

/** Speaks HTTP with the hub or router of a Selenium Grid 4. */
export class GridClient {
  /** What may be shown: never the login. */
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;

  /** A login stands before the host, as in http://user:password@grid:4444. */
  constructor(address: string) {
    const url = URL.parse(address);
    if (!url || !/^https?:$/.test(url.protocol)) {
      throw fault('BROWSER_UNREACHABLE', { endpoint: address, why: 'it is no http address' });
    }
    const login = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
    this.headers = url.username ? { authorization: `Basic ${Buffer.from(login).toString('base64')}` } : {};
    // People copy the address of WebDriver clients, which ends so.
    this.address = `${url.protocol}//${url.host}${url.pathname.replace(/\/(wd\/hub\/?)?$/, '')}`;
  }

  /** The DevTools socket of a session by way of the address that we know to work, not the grid's own idea of it. */
  socketOf(session: GridSession): string {
    return `${this.address.replace(/^http/, 'ws')}/session/${session.id}/se/cdp`;
  }

  async slots(): Promise<readonly GridSlot[]> {
    const { nodes = [] } = await this.#get<{ nodes?: readonly NodeStatus[] }>('/status');
    return nodes
      .filter(({ availability = 'UP' }) => availability === 'UP')
      .flatMap(({ slots = [] }) => slots)
      .map(({ session, stereotype }) => ({
        browserName: stereotype.browserName ?? '',
        browserVersion: stereotype.browserVersion || undefined,
        platformName: stereotype.platformName || undefined,
        isFree: session === null,
      }));
  }

  /** How many wait for a slot. */
  async queueLength(): Promise<number> {
    const body = JSON.stringify({ query: '{ grid { sessionQueueSize } }' });
    const answer = await this.#fetch('/graphql', { method: 'POST', body }, 5_000);
    const { data } = (await jsonOf(answer)) as { data?: { grid?: { sessionQueueSize?: number } } };
    return data?.grid?.sessionQueueSize ?? 0;
  }

  /** Waits in the grid's own queue while all slots are taken. */
  async newSession(capabilities: Readonly<Record<string, unknown>>, ms: number): Promise<GridSession> {
    const body = JSON.stringify({ capabilities: { alwaysMatch: capabilities, firstMatch: [{}] } });
    const answer = await this.#fetch('/session', { method: 'POST', body }, ms);
    const { value } = (await jsonOf(answer)) as { value: NewSession & { message?: string } };
    if (!value.sessionId) throw new Error(firstLine(value.message ?? `status ${answer.status}`));
    const { browserName, browserVersion, platformName, 'se:cdp': cdp } = value.capabilities ?? {};
    return {
      id: value.sessionId,
      browserName: String(browserName ?? ''),
      browserVersion: String(browserVersion ?? ''),
      platformName: typeof platformName === 'string' ? platformName : undefined,
      cdp: typeof cdp === 'string' ? cdp : undefined,
    };
  }

  /** Frees the slot; a session that is gone already is as good. */
  async endSession(id: string): Promise<void> {
    await this.#fetch(`/session/${id}`, { method: 'DELETE' }, 5_000).then(
      (answer) => answer.body?.cancel(),
      () => undefined,
    );
  }

  /** Whether its browser still answers the driver. Undefined: the grid does not say. */
  async isAlive(id: string, ms: number): Promise<boolean | undefined> {
    try {
      const answer = await this.#fetch(`/session/${id}/window/handles`, {}, ms);
      await answer.body?.cancel();
      return answer.ok ? true : answer.status === 404 ? false : undefined;
    } catch {
      return undefined;
    }
  }

  async #get<T>(path: string): Promise<T> {
    try {
      const answer = await this.#fetch(path, {}, 10_000);
      if (answer.status === 401) throw new Error('it wants another login');
      const { value } = (await jsonOf(answer)) as { value?: T };
      if (value === undefined) throw new Error('it is no Selenium Grid 4');
      return value;
    } catch (cause) {
      throw fault('BROWSER_UNREACHABLE', { endpoint: this.address, why: whyNot(cause) }, cause);
    }
  }

  #fetch(path: string, init: RequestInit, ms: number): Promise<Response> {
    // Without the charset the grid answers 500.
    const headers = { ...this.headers, 'content-type': 'application/json; charset=utf-8' };
    return fetch(`${this.address}${path}`, { ...init, headers, signal: AbortSignal.timeout(ms) });
  }
}

function whyNot(cause: unknown): string {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  const code = (inner as NodeJS.ErrnoException).code;
  if (cause instanceof Error && cause.name === 'TimeoutError') return 'it does not answer';
  return code ?? firstLine(messageOf(inner));
}
