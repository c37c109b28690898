import { access } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { fault } from '../../../kernel/fault.ts';

type InitPage = (page: Page) => Promise<void>;

/** The functions of the files of --init-page, for each new page. The scripts only have to be there. */
export async function loadInitPages(files: readonly string[], scripts: readonly string[]) {
  for (const given of [...files, ...scripts]) {
    await access(given).catch((cause: NodeJS.ErrnoException) => {
      throw fault('FILE_NOT_READABLE', { path: given, why: cause.code ?? cause.message }, cause);
    });
  }
  const load = createRequire(import.meta.url);
  return files.map((given): InitPage => {
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
