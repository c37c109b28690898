import { computed, useSignalEffect } from '@preact/signals';
import { useRef } from 'preact/hooks';
import * as state from './state.ts';
import { WORDS } from './words.ts';

/** Answers that agents wait for, and pages that they want to be drawn on. */
const asks = computed(() => [
  ...state.requests.value,
  ...state.drawings.value
    .filter(({ isOwn }) => !isOwn)
    .map(({ id, agent, ask }) => ({ id, agent, ask: ask || WORDS.asked.draw })),
]);

/** What agents ask for, told on whichever page of the app one is. */
export function Asked() {
  const known = useRef<ReadonlySet<string>>(new Set());
  useSignalEffect(() => {
    const all = asks.value;
    document.title = all.length > 0 ? `(${all.length}) ${WORDS.name}` : WORDS.name;
    const fresh = all.filter(({ id }) => !known.current.has(id));
    known.current = new Set(all.map(({ id }) => id));
    if (!document.hidden || !('Notification' in window) || Notification.permission !== 'granted') return;
    for (const { agent, ask } of fresh)
      new Notification(WORDS.asked.one(agent ?? WORDS.asked.somebody), { body: ask });
  });
  const [first, ...more] = asks.value;
  return (
    <div role="status">
      {first && state.view.value !== 'live' && (
        <p class="asked">
          <strong>{WORDS.asked.one(first.agent ?? WORDS.asked.somebody)}</strong>
          <span class="asked-what">{first.ask}</span>
          {more.length > 0 && <span class="quiet">{WORDS.asked.more(more.length)}</span>}
          <button
            type="button"
            class="primary"
            onClick={() => {
              state.page.value = undefined;
              state.drawing.value = undefined;
              state.view.value = 'live';
            }}
          >
            {WORDS.asked.open}
          </button>
        </p>
      )}
    </div>
  );
}
