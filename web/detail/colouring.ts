/** What kind of thing, as the style sheet colours it, and its text. */
export type Piece = [kind: string, text: string];

export interface ColouringAsked {
  readonly id: number;
  readonly text: string;
  readonly language: string;
}

export interface ColouringTold {
  readonly id: number;
  readonly pieces: Piece[];
}

const LANGUAGES = { json: /json/, javascript: /javascript|ecmascript/, css: /css/, xml: /html|xml/ } as const;

/** The language of a body, where it is one that is coloured. */
export const languageOf = (mimeType: string) =>
  (Object.keys(LANGUAGES) as (keyof typeof LANGUAGES)[]).find((name) => LANGUAGES[name].test(mimeType));

const asked = new Map<number, (pieces: Piece[]) => void>();
let worker: Worker | undefined;
let last = 0;

/** Resolves when the worker has found what is what. The page may be left before. */
export function coloured(text: string, language: string): Promise<Piece[]> {
  worker ??= start();
  const id = ++last;
  const { promise, resolve } = Promise.withResolvers<Piece[]>();
  asked.set(id, resolve);
  worker.postMessage({ id, text, language } satisfies ColouringAsked);
  return promise;
}

function start(): Worker {
  const address = document.querySelector<HTMLMetaElement>('meta[name=colouring]')?.content ?? '';
  const made = new Worker(trusted(address), { type: 'module' });
  made.onmessage = ({ data: { id, pieces } }: MessageEvent<ColouringTold>) => {
    asked.get(id)?.(pieces);
    asked.delete(id);
  };
  return made;
}

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(address: string): string },
  ): { createScriptURL(address: string): string };
}

/** The policy of the page lets no other text become the address of a script. */
function trusted(address: string): string {
  const { trustedTypes: types } = window as { trustedTypes?: TrustedTypes };
  if (!types) return address;
  const own = types.createPolicy('worker', {
    createScriptURL(given) {
      if (!/^colouring-[\w-]+\.js$/.test(given)) throw new TypeError('This is no worker of ours.');
      return given;
    },
  });
  return own.createScriptURL(address);
}
