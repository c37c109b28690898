import { api } from '../api.ts';
import { picture } from '../state.ts';
import * as sheet from './sheet.ts';

/** Opens the picture that the address names. Says why it cannot, if so. */
export async function openPicture(id: string): Promise<string | undefined> {
  try {
    const answer = await api.picture(id);
    if (picture.value === id) sheet.show(answer);
    return undefined;
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown);
  }
}

export function close(): void {
  sheet.leave();
  picture.value = undefined;
}
