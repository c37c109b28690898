import type { KeepPicture } from '../kernel/keep-picture.ts';
import type { Profile } from '../profiles/profile.ts';
import type { BrowserDeps } from '../toolsets/browser/deps.ts';
import { chosenToolsets } from './catalog.ts';
import type { Needs } from './parts.ts';

/** Where browser tools put their pictures, so that screen tools work on them; undefined where there are none. */
export function pictureShelf(
  profile: Profile,
  { config, log, screen }: Needs<'config' | 'log' | 'screen'>,
): KeepPicture | undefined {
  if (!chosenToolsets(profile, config).includes('screen')) return undefined;
  return async ({ bytes, ...origin }) => {
    try {
      const { screenshots } = (await screen.get()).deps;
      const { info } = await screenshots.addFile(bytes, { mode: 'browser', ...origin });
      return info.id;
    } catch (cause) {
      // The picture itself is good: whoever asked for it gets it, only without an id.
      log.warning('a picture of a page could not be kept', { cause });
      return undefined;
    }
  };
}

/** The same browser, and the other ones that calls may name, with that shelf. */
export function withShelf(deps: BrowserDeps, keepPicture: KeepPicture | undefined): BrowserDeps {
  if (!keepPicture) return deps;
  return {
    ...deps,
    keepPicture,
    async elsewhere(id, caller) {
      const there = await deps.elsewhere(id, caller);
      return there && { ...there, deps: { ...there.deps, keepPicture } };
    },
  };
}
