import { findSecrets } from './redaction/find-secrets.ts';

/** So much behind the place is looked at for the rest of a secret. */
const BEHIND = 2000;

/** Words of others are shown only so far: they come in any length. */
export const cut = (words: string, most: number): string =>
  words.length > most ? `${begin(words, most)}…` : words;

/** At most so many characters, and none of a secret that ends behind them: half of one is not known for what it is. */
export function begin(words: string, most: number): string {
  if (words.length <= most) return words;
  const halved = findSecrets(words.slice(0, most + BEHIND)).find(({ from, to }) => from < most && to > most);
  return words.slice(0, halved ? halved.from : most);
}

/** Stands where something is that nobody may know, not even how long it is. */
export const CONCEALED = '•••';

/** Names of tools, arguments and clients; real ones are shorter. */
export const MOST_NAME = 128;
