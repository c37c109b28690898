/** Words of others are shown only so far: they come in any length. */
export const cut = (words: string, most: number): string =>
  words.length > most ? `${words.slice(0, most)}…` : words;

/** Names of tools, arguments and clients; real ones are shorter. */
export const MOST_NAME = 128;
