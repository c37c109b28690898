import { useSignal } from '@preact/signals';
import type { HumanRequest } from '../../src/contract/app-live.ts';
import { say } from '../socket.ts';
import * as state from '../state.ts';
import { clock, WORDS } from '../words.ts';
import { REQUEST_WORDS } from './words.ts';

const WORD = REQUEST_WORDS;

/** What agents ask for, each with its own answer. */
export function Requests() {
  const requests = state.requests.value;
  if (requests.length === 0) return null;
  return (
    <section class="requests" aria-label={WORD.title}>
      {requests.map((request) => (
        <Request key={request.id} request={request} />
      ))}
      <Notify />
    </section>
  );
}

function Request({ request }: { readonly request: HumanRequest }) {
  const text = useSignal('');
  const { id, ask, page, time } = request;
  const reply = (isRefused: boolean) => say({ reply: id, text: text.value, isRefused });
  return (
    <form
      class="request"
      onSubmit={(event) => {
        event.preventDefault();
        reply(false);
      }}
    >
      <h2>
        {WORDS.asked.one(request.agent ?? WORDS.asked.somebody)}{' '}
        <time class="quiet">{clock(time * 1000).slice(0, 8)}</time>
      </h2>
      <p class="request-what">{ask}</p>
      <p class="quiet">{WORD.secrets}</p>
      <div class="row-of-buttons">
        <input
          aria-label={WORD.reply}
          placeholder={WORD.reply}
          maxLength={4000}
          value={text.value}
          onInput={({ currentTarget }) => {
            text.value = currentTarget.value;
          }}
        />
        <button type="submit" class="primary">
          {text.value.trim() === '' ? WORD.done : WORD.send}
        </button>
        <button type="button" class="chip" onClick={() => reply(true)}>
          {WORD.decline}
        </button>
        {page !== undefined && state.page.value !== page && (
          <button
            type="button"
            class="chip"
            onClick={() => {
              state.page.value = page;
            }}
          >
            {WORD.toPage}
          </button>
        )}
      </div>
    </form>
  );
}

/** Once it is allowed, or refused for good, there is nothing to ask for. */
function Notify() {
  const permission = useSignal('Notification' in window ? Notification.permission : 'denied');
  if (permission.value !== 'default') return null;
  return (
    <button
      type="button"
      class="chip"
      title={WORD.notifyHint}
      onClick={() =>
        void Notification.requestPermission().then((now) => {
          permission.value = now;
        })
      }
    >
      {WORD.notify}
    </button>
  );
}
