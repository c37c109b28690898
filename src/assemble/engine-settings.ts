import { access } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import type { Config } from '../config/options.ts';
import type { EngineOptions } from '../engines/browser/browser-engine.ts';
import { fault } from '../kernel/fault.ts';
import type { Assembly } from './assembly.ts';
import { contextSettings } from './browser-settings.ts';

type InitPage = NonNullable<EngineOptions['initPages']>[number];

/** All that an engine is told besides where its browser comes from. */
export async function engineSettings(assembly: Assembly): Promise<Omit<EngineOptions, 'driver'>> {
  const { config, clock, log, secrets } = assembly.options;
  return {
    clock,
    log,
    sink: assembly.sink,
    instance: 'browser',
    outputDir: await assembly.files.folder({ cwd: process.cwd() }),
    timeouts: {
      action: config.timeoutAction,
      navigation: config.timeoutNavigation,
      settle: config.timeoutSettle,
    },
    context: contextSettings(config),
    initPages: await initPages(config),
    refs: config.answers === 'playwright' ? 'playwright' : 'short',
    testIdAttribute: config.testIdAttribute,
    secrets,
  };
}

async function initPages(config: Config): Promise<readonly InitPage[]> {
  for (const given of [...config.initPage, ...config.initScript]) {
    await access(given).catch((cause: NodeJS.ErrnoException) => {
      throw fault('FILE_NOT_READABLE', { path: given, why: cause.code ?? cause.message }, cause);
    });
  }
  const load = createRequire(import.meta.url);
  return config.initPage.map((given) => {
    const made: unknown = load(resolve(given));
    const init: unknown =
      made !== null && typeof made === 'object' && 'default' in made ? made.default : made;
    if (typeof init !== 'function')
      throw fault('FILE_NOT_READABLE', { path: given, why: 'its default export is no function' });
    return async (page) => {
      try {
        await Reflect.apply(init, undefined, [{ page }]);
      } catch (cause) {
        const why = cause instanceof Error ? cause.message : String(cause);
        throw fault('ACTION_FAILED', { action: `The function of --init-page ${given}`, why }, cause);
      }
    };
  });
}
