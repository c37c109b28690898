import { fault } from '../../../kernel/fault.ts';
import type { Log } from '../../../kernel/log.ts';

/** Where the system keeps secrets for its user. */
export interface Keychain {
  /** A keychain that is locked or missing is as good as one without the key. */
  get(account: string): Promise<string | undefined>;
  /** An empty secret is taken out. */
  put(account: string, secret: string): Promise<void>;
}

/** The service under which keys lie in the system's keychain. */
const SERVICE = 'fotos';

export function systemKeychain(log: Log): Keychain {
  const entry = async (account: string) => {
    const { AsyncEntry } = await import('@napi-rs/keyring');
    return new AsyncEntry(SERVICE, account);
  };
  return {
    async get(account) {
      try {
        return (await (await entry(account)).getPassword()) ?? undefined;
      } catch (cause) {
        log.debug('the keychain was not asked', { cause: (cause as Error).message });
        return undefined;
      }
    },
    async put(account, secret) {
      try {
        const found = await entry(account);
        if (secret === '') await found.deletePassword();
        else await found.setPassword(secret);
      } catch (cause) {
        throw fault('KEYCHAIN_REFUSED', { account, why: (cause as Error).message }, cause);
      }
    },
  };
}
