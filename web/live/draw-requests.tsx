import type { DrawRequest } from '../../src/contract/app-drawings.ts';
import * as state from '../state.ts';
import { clock, WORDS } from '../words.ts';
import { DRAW_WORDS } from './words.ts';

const WORD = DRAW_WORDS;

/** Pages that agents want to be drawn on, and those that the person has begun with; the oldest first. */
export function DrawRequests() {
  const drawings = state.drawings.value;
  if (drawings.length === 0) return null;
  return (
    <ul class="requests" aria-label={WORD.title}>
      {drawings.map((request) => (
        <li key={request.id} class="request">
          <Request request={request} />
        </li>
      ))}
    </ul>
  );
}

function Request({ request }: { readonly request: DrawRequest }) {
  const { id, agent, isOwn, ask, title, url, marks, isBehind, time } = request;
  return (
    <>
      <h2>
        {isOwn ? WORD.own : WORD.asks(agent ?? WORDS.asked.somebody)}{' '}
        <time class="quiet">{clock(time * 1000).slice(0, 8)}</time>
      </h2>
      {!isOwn && <p class="request-what">{ask || WORDS.asked.draw}</p>}
      <p class="quiet said">{[title, url].filter(Boolean).join(' · ')}</p>
      <div class="row-of-buttons">
        <button
          type="button"
          class="primary"
          disabled={isBehind}
          onClick={() => {
            state.drawing.value = id;
          }}
        >
          {WORD.open}
        </button>
        {isBehind && <span class="quiet">{WORD.behind}</span>}
        {marks > 0 && <span class="quiet">{WORDS.pictures.marks(marks)}</span>}
      </div>
    </>
  );
}
