import type { Config } from '../config/options.ts';
import type { PrivacyRules } from '../engines/browser/capture/privacy.ts';
import type { Limits, Retention } from '../store/retention.ts';
import type { Store } from '../store/store.ts';
import type { Needs } from './parts.ts';

const MB = 2 ** 20;
const DAY_MS = 24 * 3_600_000;

type Given = NonNullable<Config['recordStreams'][keyof Config['recordStreams']]>;

/** The record, open. */
export async function makeStore(needs: Needs<'config' | 'state' | 'clock' | 'log'>): Promise<Store> {
  const { config, state: folder, clock, log } = needs;
  const { openStore } = await import('../store/store.ts');
  const limits = { retention: retentionOf(config), bodyLimit: config.bodyKb * 1024 };
  const store = openStore({ url: config.store, folder, clock, log, ...limits });
  await store.open();
  return store;
}

/** How much of what was seen is kept, by the settings. */
export function retentionOf(config: Config): Retention {
  const { recordItems: items, recordMb: mb, recordDays: days, recordStreams } = config;
  const streams = Object.entries(recordStreams).map(([name, given]) => [name, limitsOf(given)]);
  return { ...limitsOf({ items, mb, days }), streams: Object.fromEntries(streams) };
}

function limitsOf({ items, mb, days }: Given): Partial<Limits> {
  return {
    ...(items === undefined ? {} : { items }),
    ...(mb === undefined ? {} : { bytes: Math.round(mb * MB) }),
    ...(days === undefined ? {} : { ageMs: Math.round(days * DAY_MS) }),
  };
}

/** What is never recorded, by the settings. Names with a + come on top of the usual ones. */
export function privacyOf(config: Config, usual: PrivacyRules): PrivacyRules {
  const names = (given: readonly string[] | undefined, known: readonly string[]) => {
    if (given === undefined) return known;
    const own = given.map((name) => name.replace(/^\+/, '').toLowerCase());
    return given.every((name) => name.startsWith('+')) ? [...known, ...own] : own;
  };
  return {
    headers: names(config.privateHeaders, usual.headers),
    authWords: names(config.privatePaths, usual.authWords),
    secretWords: names(config.privateFields, usual.secretWords),
    bodies: config.recordBodies,
    inputValues: config.recordInput,
  };
}
