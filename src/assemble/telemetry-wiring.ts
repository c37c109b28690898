import type { Observer } from '../engines/browser/observer.ts';
import type { TelemetryDeps } from '../toolsets/telemetry/deps.ts';
import type { Assembly } from './assembly.ts';
import { privacyOf } from './record-settings.ts';

/** What the telemetry tools work on: the record, the browser and everything that passes between them. */
export async function makeTelemetryDeps(assembly: Assembly): Promise<TelemetryDeps> {
  const { config, clock, log, redactor } = assembly.options;
  const { makeTelemetry } = await import('../toolsets/telemetry/make-telemetry.ts');
  // The record first: the browser tells of its pages from the first on.
  const store = await assembly.store.get();
  const { engine, turns, lifetime } = await assembly.browser.get();
  return makeTelemetry({
    ...{ store, engine, clock, log, turns, flow: assembly.hub },
    output: assembly.files,
    journal: assembly.journal,
    during: (work) => lifetime.during(work),
    settled: async () => assembly.observer?.settled(),
    logLines: () => assembly.logRing.lines(),
    redactions: () => redactor.counts(),
    isPilotLocked: !config.pilot,
    isUnrestricted: config.allowUnrestrictedFileAccess,
  });
}

/** Watches the pages of the browser closely, where a record is kept; elsewhere nobody would read it. */
export async function makeObserver(assembly: Assembly, instance: string): Promise<Observer | undefined> {
  if (!assembly.keepsRecord) return undefined;
  const { config, clock, log, secrets } = assembly.options;
  const [{ Capture }, { DEFAULT_PRIVACY }] = await Promise.all([
    import('../engines/browser/capture/capture.ts'),
    import('../engines/browser/capture/privacy.ts'),
  ]);
  return new Capture({
    ...{ instance, clock, log, sink: assembly.sink },
    putBody: async (content) =>
      (await assembly.store.get()).putBody(
        typeof content === 'string' ? secrets.hide(content) : secrets.hideBytes(content),
      ),
    privacy: privacyOf(config, DEFAULT_PRIVACY),
    ...(config.testIdAttribute === undefined ? {} : { testIdAttributes: [config.testIdAttribute] }),
  });
}
