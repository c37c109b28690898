import { EXTENSION_PORTS } from '../contract/extension.ts';
import { asFault } from '../kernel/fault.ts';
import type { CallerName } from '../kernel/owner.ts';
import { namesOfPerson } from '../kernel/owner.ts';
import type { Profile } from '../profiles/profile.ts';
import { makeFolder } from '../session/output-folder.ts';
import { BrowserBook } from '../transport/extension/browser-book.ts';
import { keptKey } from '../transport/local/app-key.ts';
import type { Needs } from './parts.ts';
import type { Front, ServedHttp } from './serve-http.ts';

/** An extension that is paired comes within its longest pause. */
const COMING_MS = 35_000;

/** When a door for browsers of people's own is opened, and how long one may still be on its way to it. */
export class OwnDoor {
  readonly #book: BrowserBook;
  readonly #wanted = Promise.withResolvers<void>();
  #opened: number | undefined;

  constructor(state: string) {
    this.#book = new BrowserBook(state);
  }

  /** Fulfilled once somebody means a browser of their own, or a call is made where one is paired. */
  get wanted(): Promise<void> {
    return this.#wanted.promise;
  }

  /** A call was made. */
  async called(): Promise<void> {
    if ((await this.#book.list()).length > 0) this.#wanted.resolve();
  }

  opened(): void {
    this.#opened = performance.now();
  }

  /** For how many milliseconds a browser of that person is worth waiting for. */
  async comesWithin(owner: CallerName): Promise<number> {
    this.#wanted.resolve();
    const names = namesOfPerson(owner);
    const isPaired = (await this.#book.list()).some((one) => !one.owner || names.includes(one.owner));
    const since = this.#opened === undefined ? 0 : performance.now() - this.#opened;
    return isPaired ? Math.max(0, COMING_MS - since) : 0;
  }
}

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
