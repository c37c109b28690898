/** Marks of libraries in one script. The patterns may take very long on a text that is made for it: hence the thread. */
import vendored from './libraries.vendored.json' with { type: 'json' };
import { type KnownLibrary, type Library, libraryMarks, matchLibraries } from './match-libraries.ts';
import { serveThread } from './serve-thread.ts';

export interface Script {
  readonly url: string;
  readonly text: string;
}

export interface Found {
  /** Of the data: what became known later is not known here. */
  readonly date: string;
  readonly libraries: readonly Library[];
}

const marks = libraryMarks(vendored.libraries as unknown as Readonly<Record<string, KnownLibrary>>);

serveThread(
  ({ url, text }: Script): Found => ({ date: vendored.date, libraries: matchLibraries(url, text, marks) }),
);
