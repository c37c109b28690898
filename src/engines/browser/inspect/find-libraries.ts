import type { Found, Script } from '../threads/find-libraries.thread.ts';
import type { Library } from '../threads/match-libraries.ts';
import { Thread, ThreadTimeout } from '../threads/thread.ts';

const LIMIT_MS = 5_000;

export interface LibrariesFound {
  /** Of what is known of weaknesses; absent when nothing was looked at. */
  readonly date?: string;
  readonly libraries: readonly (Library & { readonly url: string })[];
  /** Scripts that could not be searched in time. */
  readonly tooHard: readonly string[];
}

/** Which libraries these scripts are, and what is known against them. One that cannot be searched takes no other along. */
export async function findLibraries(
  scripts: AsyncIterable<Script>,
  signal: AbortSignal,
): Promise<LibrariesFound> {
  const thread = new Thread<Script, Found>('find-libraries');
  const libraries: (Library & { url: string })[] = [];
  const tooHard: string[] = [];
  let date: string | undefined;
  try {
    for await (const script of scripts) {
      try {
        const found = await thread.ask(script, { limitMs: LIMIT_MS, signal });
        date = found.date;
        libraries.push(...found.libraries.map((one) => ({ ...one, url: script.url })));
      } catch (error) {
        if (!(error instanceof ThreadTimeout)) throw error;
        tooHard.push(script.url);
      }
    }
  } finally {
    await thread.end();
  }
  return { ...(date === undefined ? {} : { date }), libraries, tooHard };
}
