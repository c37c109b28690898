import { basename, extname } from 'node:path';
import type { EngineOptions } from '../engines/browser/browser-process.ts';
import type { Observers } from '../engines/browser/capture/capture.ts';
import type { Video } from '../engines/browser/media/video.ts';
import type { Tab } from '../engines/browser/page/tab.ts';
import { isoMicros } from '../kernel/clock.ts';
import type { TelemetryShared } from '../toolsets/telemetry/deps.ts';
import type { Needs } from './parts.ts';
import { privacyOf } from './record-settings.ts';

type TelemetryNeeds = Needs<
  | 'config'
  | 'clock'
  | 'log'
  | 'redactor'
  | 'files'
  | 'journal'
  | 'hub'
  | 'logRing'
  | 'store'
  | 'browser'
  | 'pool'
  | 'ownBrowsers'
  | 'observers'
  | 'sessions'
  | 'isApart'
>;

/** What the telemetry tools work on: the record, the browser and everything that passes between them. */
export async function makeTelemetryDeps(needs: TelemetryNeeds): Promise<TelemetryShared> {
  const { config, clock, log, redactor, files, journal, hub, logRing, observers, pool, isApart } = needs;
  const { makeTelemetry } = await import('../toolsets/telemetry/make-telemetry.ts');
  // The record first: the browser tells of its pages from the first on.
  const store = await needs.store.get();
  const { engines, lifetime } = await needs.browser.get();
  return makeTelemetry({
    store,
    sessions: needs.sessions,
    // As for the tools of the browser: the instance that the session has chosen, else its tabs of the usual browser.
    engineOf(session) {
      const chosen = pool.value?.currentOf(session);
      const instance = pool.value?.seenBy(session).find(({ id }) => id === chosen);
      return instance?.engine ?? engines.of(session);
    },
    clock,
    log,
    flow: hub,
    output: files,
    journal,
    during: (work) => lifetime.during(work),
    settled: async () => observers.value?.settled(),
    notSeen: (streams) => observers.value?.cannot(streams) ?? [],
    // It tells of everybody's pages and requests.
    logLines: (caller) => (isApart(caller) ? [] : logRing.lines()),
    redact: (words) => redactor.text(words),
    redactValue: (value) => redactor.value(value),
    // Where no browser was ever let in nobody waits for it.
    answered: (owner, answer) => needs.ownBrowsers.value?.answered(owner, answer),
    redactions: () => redactor.counts(),
    isPilotLocked: !config.pilot,
    isUnrestricted: config.allowUnrestrictedFileAccess,
  });
}

export type RecordNeeds = Needs<'clock' | 'log' | 'store' | 'observers' | 'tabNumbers'>;

/** What an engine is given so that what is seen of its browser goes into the record, where one is kept. */
export async function recordOf(
  needs: RecordNeeds,
  instance: string,
): Promise<Pick<EngineOptions, 'observe' | 'videoSaved' | 'tabNumbers'>> {
  const { log, store, tabNumbers } = needs;
  const observers = await needs.observers.get();
  if (!observers) return { tabNumbers };
  // Opening it takes a moment that a browser needs anyway; without it the tools still work.
  store.get().catch((cause) => log.error('no record is kept', { cause }));
  return {
    tabNumbers,
    observe: observers.of(instance),
    videoSaved: (video, tab) =>
      saveVideo(needs, video, tab).catch((cause) =>
        // The file itself is good; only the list will not name it.
        log.warning('a video could not be noted in the record', { path: video.path, cause }),
      ),
  };
}

async function saveVideo({ clock, store }: RecordNeeds, video: Video, tab: Tab): Promise<void> {
  const { videos } = await store.get();
  const { path, width, height, frames } = video;
  await videos.save({
    name: basename(path, extname(path)),
    path,
    url: tab.url,
    created_at: isoMicros(clock.micros()),
    duration_seconds: Math.round(video.duration) / 1000,
    size_bytes: video.bytes,
    resolution: `${width}x${height}`,
    format: video.format,
    frames,
    ...(video.isCut && { truncated: true }),
    tab_id: tab.id,
    instance: tab.host.instance,
    session: tab.host.session,
  });
}

type ObserverNeeds = Needs<'config' | 'clock' | 'log' | 'redactor' | 'sink' | 'store'>;

export async function makeObservers(needs: ObserverNeeds): Promise<Observers> {
  const { config, clock, log, redactor, sink, store } = needs;
  const [{ Observers }, { DEFAULT_PRIVACY }] = await Promise.all([
    import('../engines/browser/capture/capture.ts'),
    import('../engines/browser/capture/privacy.ts'),
  ]);
  return new Observers({
    clock,
    log,
    sink,
    putBody: async (content) =>
      (await store.get()).putBody(
        await (typeof content === 'string' ? redactor.longText(content) : redactor.bytes(content)),
      ),
    privacy: privacyOf(config, DEFAULT_PRIVACY),
    ...(config.testIdAttribute === undefined ? {} : { testIdAttributes: [config.testIdAttribute] }),
  });
}
