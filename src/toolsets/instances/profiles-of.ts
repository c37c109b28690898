import {
  listProfiles,
  type ProfileBrand,
  profileFolderOf,
  type StoredProfile,
} from '../../engines/browser/launch/profile-store.ts';

/** The profiles of each browser that is known here, from its own list. */
export async function profilesOf(
  env: Readonly<Record<string, string | undefined>>,
  brands: readonly ProfileBrand[] = ['chrome', 'edge', 'chromium'],
): Promise<readonly (StoredProfile & { readonly browser: ProfileBrand })[]> {
  const lists = brands.map(async (browser) => {
    const folder = profileFolderOf(browser, env);
    const profiles = folder === undefined ? [] : await listProfiles(folder);
    return profiles.map((profile) => ({ browser, ...profile }));
  });
  return (await Promise.all(lists)).flat();
}
