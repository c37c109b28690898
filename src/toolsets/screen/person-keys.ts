import type { ActAnswer, KeyAct, KeyRow } from '../../contract/app-control.ts';
import type { Vision } from '../../engines/screen/vision/vision.ts';

/** Keys of vision providers as a person keeps them: told is only whether there is one. */
export class PersonKeys {
  readonly #vision: () => Promise<Pick<Vision, 'keys' | 'keepKey'>>;

  constructor(vision: () => Promise<Pick<Vision, 'keys' | 'keepKey'>>) {
    this.#vision = vision;
  }

  async list(): Promise<readonly KeyRow[]> {
    const keys = await (await this.#vision()).keys();
    return keys.map(({ provider, title, source }) => ({ provider, title, ...(source && { source }) }));
  }

  async act({ provider, key }: KeyAct): Promise<ActAnswer> {
    await (await this.#vision()).keepKey(provider, key.trim());
    const said = key.trim() === '' ? 'taken out of' : 'now in';
    return { said: `The key of ${provider} is ${said} the system's keychain.`, isRefused: false };
  }
}
