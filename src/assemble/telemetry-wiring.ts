import type { Observer } from '../engines/browser/observer.ts';
import type { TelemetryDeps } from '../toolsets/telemetry/deps.ts';
import { INSTANCE } from './engine-settings.ts';
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
  | 'observer'
>;

/** What the telemetry tools work on: the record, the browser and everything that passes between them. */
export async function makeTelemetryDeps(needs: TelemetryNeeds): Promise<TelemetryDeps> {
  const { config, clock, log, redactor, files, journal, hub, logRing, observer } = needs;
  const { makeTelemetry } = await import('../toolsets/telemetry/make-telemetry.ts');
  // The record first: the browser tells of its pages from the first on.
  const store = await needs.store.get();
  const { engine, lifetime } = await needs.browser.get();
  return makeTelemetry({
    store,
    engine,
    clock,
    log,
    flow: hub,
    output: files,
    journal,
    during: (work) => lifetime.during(work),
    settled: async () => observer.value?.settled(),
    logLines: () => logRing.lines(),
    redactions: () => redactor.counts(),
    isPilotLocked: !config.pilot,
    isUnrestricted: config.allowUnrestrictedFileAccess,
  });
}

type ObserverNeeds = Needs<'config' | 'clock' | 'log' | 'secrets' | 'sink' | 'store'>;

/** Watches the pages of the browser closely, for the record. */
export async function makeObserver(needs: ObserverNeeds): Promise<Observer> {
  const { config, clock, log, secrets, sink, store } = needs;
  const [{ Capture }, { DEFAULT_PRIVACY }] = await Promise.all([
    import('../engines/browser/capture/capture.ts'),
    import('../engines/browser/capture/privacy.ts'),
  ]);
  return new Capture({
    instance: INSTANCE,
    clock,
    log,
    sink,
    putBody: async (content) =>
      (await store.get()).putBody(
        typeof content === 'string' ? secrets.hide(content) : secrets.hideBytes(content),
      ),
    privacy: privacyOf(config, DEFAULT_PRIVACY),
    ...(config.testIdAttribute === undefined ? {} : { testIdAttributes: [config.testIdAttribute] }),
  });
}
