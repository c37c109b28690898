import { EXTENSION_PORTS } from '../contract/extension.ts';
import { asFault } from '../kernel/fault.ts';
import type { Profile } from '../profiles/profile.ts';
import { makeFolder } from '../session/output-folder.ts';
import { keptKey } from '../transport/local/app-key.ts';
import type { Needs } from './parts.ts';
import type { Front, ServedHttp } from './serve-http.ts';

type DoorNeeds = Needs<'log' | 'state'> & {
  readonly serve: (profile: Profile, front: Front) => Promise<ServedHttp>;
};

/**
 * What `--port` opens, on a port where extensions look, for a command that works alone. The last one first: the first
 * is the app's. With the key that the app would have, so that `sensorium pair` finds it.
 */
export async function openOwnDoor(
  profile: Profile,
  { log, state, serve }: DoorNeeds,
): Promise<ServedHttp | undefined> {
  await makeFolder(state);
  const key = await keptKey(state);
  for (const port of EXTENSION_PORTS.toReversed()) {
    try {
      return await serve(profile, { port, keptKey: key });
    } catch (thrown) {
      log.info('own browsers are not let in here', { port, why: asFault(thrown).message });
    }
  }
  return undefined;
}
