/** The last things that were seen, in a few words: what a person looks at to see that it works. */

/** So many are shown. */
const MOST = 8;
const MOST_WORDS = 90;
const EVERY_MS = 500;

export interface Recent {
  readonly at: number;
  readonly words: string;
}

type Word = Readonly<Record<string, unknown>>;

export class RecentWords {
  #last: readonly Recent[] = [];
  #isTimed = false;

  heard(words: readonly unknown[]): void {
    const told = words.flatMap((word) => {
      const said = wordsOf(word as Word);
      return said ? [{ at: Number((word as Word).at) || Date.now(), words: said }] : [];
    });
    if (told.length === 0) return;
    this.#last = [...told.toReversed(), ...this.#last].slice(0, MOST);
    if (this.#isTimed) return;
    this.#isTimed = true;
    setTimeout(() => {
      this.#isTimed = false;
      void chrome.storage.session.set({ recent: this.#last }).catch(() => {}); // there is no room
    }, EVERY_MS);
  }
}

function wordsOf(word: Word): string | undefined {
  const text = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
  const said = (): string | undefined => {
    switch (word.say) {
      case 'console':
        return `${text(word.api)}: ${(word.args as unknown[]).map(text).join(' ')}`;
      case 'exception':
        return `error: ${text(word.text || word.value).split('\n')[0]}`;
      case 'request':
        return `${text(word.method)} ${pathOf(text(word.url))} ${text(word.status ?? word.failure ?? '')}`;
      case 'socket':
        return word.event === 'created' ? `socket ${pathOf(text(word.url))}` : undefined;
      case 'document':
        return word.kind === 'begun' ? 'page opened' : undefined;
      case 'storage':
        return `${text(word.area)}Storage: ${text(word.key ?? '')} ${text(word.change)}`;
      case 'action':
        return `you: ${text(word.type)}`;
      default:
        return undefined;
    }
  };
  return said()?.slice(0, MOST_WORDS);
}

const pathOf = (url: string) => URL.parse(url)?.pathname ?? '';
