import type { Log } from '../../../kernel/log.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The service under which keys lie in the system's keychain. */
const SERVICE = 'fotos';

export interface KeySources {
  readonly env: Environment;
  /** Keys of the settings, by provider. */
  readonly stored: Readonly<Record<string, string>>;
  readonly log: Log;
}

export interface WantedKey {
  /** Name in the settings. */
  readonly name: string;
  readonly variables: readonly string[];
  /** Name in the keychain. */
  readonly account: string;
}

/** The environment first, then the settings, then the system's keychain. */
export async function findKey(
  wanted: WantedKey,
  { env, stored, log }: KeySources,
): Promise<string | undefined> {
  const given = wanted.variables.map((name) => env[name]).find(Boolean);
  return given ?? (stored[wanted.name] || (await fromKeychain(wanted.account, log)));
}

/** A keychain that is locked or missing is as good as one without the key. */
async function fromKeychain(account: string, log: Log): Promise<string | undefined> {
  try {
    const { AsyncEntry } = await import('@napi-rs/keyring');
    return (await new AsyncEntry(SERVICE, account).getPassword()) ?? undefined;
  } catch (cause) {
    log.debug('the keychain was not asked', { cause: (cause as Error).message });
    return undefined;
  }
}
