/** What an audit of the record looks at, read once. */
import { breather } from '../../../../kernel/breathe.ts';
import type { ItemOf } from '../../../../store/item-row.ts';
import type { TelemetryDeps } from '../../deps.ts';
import { recorded } from '../../generate/recorded.ts';
import { scopeFilters } from '../../read-list.ts';
import type { Body, Headers } from '../../seen.ts';

export type Request = ItemOf<'request'>;

export const headerOf = (headers: Headers | undefined, name: string) =>
  headers?.find(([own]) => own.toLowerCase() === name)?.[1];
export const headersOf = (headers: Headers | undefined, name: string) =>
  (headers ?? []).flatMap(([own, value]) => (own.toLowerCase() === name ? [value] : []));

export const originOf = (url: string | undefined) => (url === undefined ? undefined : URL.parse(url)?.origin);

const LOCAL = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\]|0\.0\.0\.0)$|\.localhost$/;
/** Of this machine: what is tried out here needs no TLS. */
export const isLocal = (url: string) => LOCAL.test(URL.parse(url)?.hostname ?? '');

/** The document of a page or a frame, as far as it was given. */
export const isHtml = ({ data }: Request) =>
  data.type === 'document' &&
  (data.status ?? 0) >= 200 &&
  (data.status ?? 0) < 300 &&
  /html/.test(data.mimeType ?? '');

/** Bodies as text, each as far as an audit looks. */
export class Bodies {
  readonly #store: TelemetryDeps['store'];
  readonly #breathe = breather();
  /** Bodies that are not there to be looked at. */
  unseen = 0;

  constructor({ store }: Pick<TelemetryDeps, 'store'>) {
    this.#store = store;
  }

  async text(body: Body | undefined, most: number): Promise<string | undefined> {
    await this.#breathe();
    if (!body) return undefined;
    if (!('withheld' in body) && body.kind === 'binary') return undefined;
    const bytes = 'withheld' in body ? undefined : await this.#store.getBody(body);
    if (!bytes) {
      this.unseen++;
      return undefined;
    }
    return Buffer.from(bytes.subarray(0, most)).toString('utf8');
  }
}

export interface Site {
  readonly requests: readonly Request[];
  readonly messages: readonly ItemOf<'console'>[];
  readonly bodies: Bodies;
  /** Older requests that were not looked at. */
  readonly left: number;
}

type Scope = Parameters<typeof scopeFilters>[0];

export async function siteOf(call: { args: Scope['args']; deps: TelemetryDeps }): Promise<Site> {
  const filters = scopeFilters(call);
  const [requests, messages] = await Promise.all([
    recorded(call.deps, { ...filters, streams: ['request'] }),
    recorded(call.deps, { ...filters, streams: ['console'] }, 2000),
  ]);
  return {
    requests: requests.items.filter(({ data }) => data.type !== 'preflight'),
    messages: messages.items,
    bodies: new Bodies(call.deps),
    left: requests.left,
  };
}
