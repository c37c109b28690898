import type { EngineOptions } from '../engines/browser/browser-engine.ts';
import { loadInitPages } from '../engines/browser/context/init-pages.ts';
import { contextSettings } from './browser-settings.ts';
import type { Needs } from './parts.ts';
import { styleOf } from './styles.ts';

/** How the record calls the one browser of tools that name no instance. */
export const INSTANCE = 'browser';

export type EngineNeeds = Needs<'config' | 'clock' | 'log' | 'secrets' | 'files'>;

/** All that an engine is told besides where its browser comes from. */
export async function engineSettings(needs: EngineNeeds): Promise<Omit<EngineOptions, 'driver'>> {
  const { config, clock, log, secrets, files } = needs;
  return {
    clock,
    log,
    instance: INSTANCE,
    outputDir: await files.folder({ cwd: process.cwd() }),
    timeouts: {
      action: config.timeoutAction,
      navigation: config.timeoutNavigation,
      settle: config.timeoutSettle,
    },
    context: contextSettings(config),
    initPages: await loadInitPages(config.initPage, config.initScript),
    refs: styleOf(config).refs,
    testIdAttribute: config.testIdAttribute,
    secrets,
  };
}
