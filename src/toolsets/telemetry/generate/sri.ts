import { createHash } from 'node:crypto';
import { z } from 'zod';
import { fault } from '../../../kernel/fault.ts';
import type { ItemOf } from '../../../store/item-row.ts';
import { defineMode, type TelemetryDeps } from '../deps.ts';
import { trackedTab } from '../tabs.ts';
import { deliverReply } from './deliver.ts';
import { exactBytes } from './exact-bytes.ts';
import { address, hashArguments, saveTo } from './generate-arguments.ts';
import { type SiteParts, siteParts } from './site-parts.ts';

/** Of a script or a style sheet. */
const MOST_BYTES = 64 * 2 ** 20;

export const sri = defineMode({
  summary: 'Integrity hashes of foreign scripts and styles.',
  input: z.object({ ...hashArguments, ...address, ...saveTo }),
  async run(call) {
    const { args, deps } = call;
    const site = await siteParts(call);
    const kinds = new Set<string>(args.resource_types ?? ['script', 'stylesheet']);
    const wanted = args.origins?.map((one) => URL.parse(one)?.origin ?? one);
    const isWanted = (url: string) => {
      const origin = URL.parse(url)?.origin ?? '';
      return wanted ? wanted.includes(origin) : origin !== site.origin;
    };
    const loads = site.requests.filter(
      ({ data }) => kinds.has(data.type) && data.status === 200 && isWanted(data.url),
    );
    if (loads.length === 0)
      throw fault('NOTHING_RECORDED', {
        what: `scripts or styles of ${wanted ? wanted.join(', ') : `other origins than ${site.origin}`}`,
        next: 'Name origins, the own one among them, to have hashes of theirs',
      });
    const warnings: string[] = [];
    const resources = [];
    for (const [url, some] of Map.groupBy(loads, ({ data }) => data.url)) {
      const resource = await hashed(deps, site, url, some, warnings);
      if (resource) resources.push(resource);
    }
    const already = resources.filter((one) => one.already_has_sri).length;
    return deliverReply(
      call,
      {
        name: 'integrity.json',
        key: 'resources',
        pieces: JSON.stringify(resources, null, 2),
        isJson: true,
      },
      `${resources.length} hashes, ${already} of them in use already`,
      {
        summary: { total: resources.length, with_sri: already, without_sri: resources.length - already },
        warnings,
      },
    );
  },
});

async function hashed(
  deps: TelemetryDeps,
  site: SiteParts,
  url: string,
  loads: readonly ItemOf<'request'>[],
  warnings: string[],
) {
  const kept = new Set<string>();
  let size = 0;
  for (const { data } of loads) {
    const bytes = await exactBytes(deps.store, data);
    if (!bytes) continue;
    size = bytes.length;
    kept.add(createHash('sha384').update(bytes).digest('base64'));
  }
  if (kept.size === 0) {
    const bytes = await fetched(deps, url);
    if (!bytes) {
      warnings.push(`${url}: its bytes are not kept whole and could not be fetched again.`);
      return undefined;
    }
    size = bytes.length;
    kept.add(createHash('sha384').update(bytes).digest('base64'));
  }
  if (kept.size > 1) {
    warnings.push(`${url}: its content changed between two loads, so that no hash would last.`);
    return undefined;
  }
  const { data } = loads.at(-1)!;
  const isOther = URL.parse(url)?.origin !== site.origin;
  const allowed = data.responseHeaders?.find(
    ([name]) => name.toLowerCase() === 'access-control-allow-origin',
  )?.[1];
  if (isOther && allowed !== '*' && allowed !== site.origin)
    warnings.push(
      `${url}: its server sends no access-control-allow-origin, and without it the browser refuses what has a hash.`,
    );
  const hash = `sha384-${[...kept][0]}`;
  const type = data.type as 'script' | 'stylesheet';
  const tag = site.documents.flatMap(({ loaded }) => loaded).find((one) => one.url === url);
  return {
    url,
    type,
    hash,
    crossorigin: isOther ? 'anonymous' : undefined,
    tag_template: tagOf(type, url, hash, isOther),
    size_bytes: size,
    already_has_sri: tag?.integrity.includes(hash) === true,
  };
}

function tagOf(type: 'script' | 'stylesheet', url: string, hash: string, isOther: boolean): string {
  const address = url.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  const more = `integrity="${hash}"${isOther ? ' crossorigin="anonymous"' : ''}`;
  return type === 'script'
    ? `<script src="${address}" ${more}></script>`
    : `<link rel="stylesheet" href="${address}" ${more}>`;
}

/** By the browser: a server may send us another thing than it sent the page, without an end. */
async function fetched({ engine }: TelemetryDeps, url: string): Promise<Uint8Array | undefined> {
  const tab = await trackedTab(engine);
  try {
    return await tab?.cdp.load(url, MOST_BYTES);
  } catch {
    return undefined; // its server is gone
  }
}
