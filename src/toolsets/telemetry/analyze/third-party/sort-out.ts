/** Which requests went to others, by who they are, and how much there is to say against each. */
import type { Entity } from '../../../../engines/browser/inspect/entities.ts';
import type { Request } from '../security/site.ts';

export interface CustomLists {
  readonly allowed?: readonly string[] | undefined;
  readonly blocked?: readonly string[] | undefined;
  readonly internal?: readonly string[] | undefined;
}

export interface Knowing {
  domainOf(url: string): string;
  entityOf(url: string): Entity | undefined;
  readonly firstParty: readonly string[];
  readonly lists: CustomLists;
}

export interface ThirdParty {
  readonly name: string;
  readonly entity: Entity | undefined;
  readonly requests: readonly Request[];
}

const hostOf = (text: string) => (URL.parse(text) ?? URL.parse(`https://${text}`))?.hostname ?? text;

/** The host itself or one below it. */
export const isUnder = (url: string, hosts: readonly string[] | undefined) => {
  const host = hostOf(url);
  return hosts?.map(hostOf).some((one) => host === one || host.endsWith(`.${one}`)) === true;
};

/** Those that are not of the page's own site, nor of what the caller counts as its own. */
export function thirdParties(requests: readonly Request[], knowing: Knowing): readonly ThirdParty[] {
  const { domainOf, entityOf, firstParty, lists } = knowing;
  const isForeign = ({ data: { url, pageUrl } }: Request) => {
    if (!/^https?:/.test(url) || pageUrl === undefined || isUnder(url, lists.internal)) return false;
    if (firstParty.length > 0) return !firstParty.some((own) => domainOf(own) === domainOf(url));
    return domainOf(url) !== domainOf(pageUrl);
  };
  const groups = Map.groupBy(
    requests.filter(isForeign),
    ({ data: { url } }) => entityOf(url)?.name ?? domainOf(url),
  );
  return [...groups].map(([name, own]) => ({ name, entity: entityOf(own[0]!.data.url), requests: own }));
}

const KINDS: Readonly<Record<string, string>> = {
  script: 'scripts',
  stylesheet: 'styles',
  font: 'fonts',
  image: 'images',
};

export const resourcesOf = (requests: readonly Request[]) =>
  Object.fromEntries(
    [...Map.groupBy(requests, ({ data: { type } }) => KINDS[type] ?? 'other')].map(([kind, list]) => [
      kind,
      list.length,
    ]),
  );

/** What is sent, not only asked for. */
export const isOutbound = ({ data }: Request) =>
  data.type === 'ping' || data.requestBody !== undefined || !/^(?:GET|HEAD|OPTIONS)$/.test(data.method);

export type Risk = 'critical' | 'high' | 'medium' | 'low';
export const RISKS: readonly Risk[] = ['critical', 'high', 'medium', 'low'];

export function riskOf(
  requests: readonly Request[],
  setsCookies: boolean,
  isBlocked: boolean,
): readonly [Risk, string] {
  const runs = requests.some(({ data: { type } }) => type === 'script');
  const sends = requests.some(isOutbound);
  if (isBlocked) return ['critical', 'on the list of those that are blocked'];
  if (runs && sends) return ['critical', 'its scripts run in the page, and data are sent to it'];
  if (runs) return ['high', 'its scripts run in the page'];
  if (sends) return ['medium', 'data are sent to it'];
  if (setsCookies) return ['medium', 'it sets cookies'];
  return ['low', 'it only gives files'];
}

const ABUSED = new Set('tk ml ga cf gq top xyz click loan work zip mov'.split(' '));

/** What makes one wonder about a host. */
export function suspicions(host: string): readonly string[] {
  const labels = host.split('.');
  const [first = ''] = labels;
  return [
    ...(ABUSED.has(labels.at(-1) ?? '') ? ['its top-level domain is often abused'] : []),
    ...(first.length > 8 && entropy(first) > 3.5 ? ['its name looks random'] : []),
    ...(/^\d+(?:\.\d+){3}$|^\[/.test(host) ? ['it has no name'] : []),
  ];
}

/** Bits for each letter. */
function entropy(text: string): number {
  const counts = [...Map.groupBy(text, (letter) => letter).values()].map((list) => list.length / text.length);
  return -counts.reduce((sum, share) => sum + share * Math.log2(share), 0);
}
