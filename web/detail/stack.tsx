import type { Location } from '../../src/contract/place-data.ts';
import { WORDS } from '../words.ts';

/** Calls, the innermost first; by their source where a map tells it. */
export function Stack({ of }: { readonly of: readonly Location[] }) {
  return (
    <ol class="stack">
      {of.map((place, at) => {
        const { url, line, column } = place.original ?? place;
        const name = place.original?.name ?? place.function;
        return (
          <li key={at}>
            <span class="function">{name || WORDS.error.anonymous}</span>
            <span class="place" title={url}>
              {shortened(url)}:{line}:{column}
            </span>
            {place.original && <span class="badge">{WORDS.error.mapped}</span>}
          </li>
        );
      })}
    </ol>
  );
}

export const shortened = (url: string) => url.replace(/^[a-z-]+:\/\/[^/]+/i, '').replace(/\?.*$/, '') || url;
