import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { act, isBusy } from './traffic.ts';
import { CONTROL_WORDS } from './words.ts';

interface ClearProps {
  readonly streams: readonly string[];
  readonly done: () => unknown;
}

/** What was seen goes for good, once that is confirmed. */
export function Clear({ streams, done }: ClearProps) {
  const words = CONTROL_WORDS;
  const id = useId();
  const stream = useSignal('');
  const isAsking = useSignal(false);
  const clear = async () => {
    isAsking.value = false;
    await act({ kind: 'clear', ...(stream.value !== '' && { stream: stream.value }) });
    done();
  };
  const what = stream.value === '' ? words.clearAll : `of ${stream.value}`;
  return (
    <div class="fields">
      <div class="entry">
        <label for={id}>{words.clearWhat}</label>
        <select
          id={id}
          value={stream.value}
          onChange={({ currentTarget }) => {
            stream.value = currentTarget.value;
            isAsking.value = false;
          }}
        >
          <option value="">{words.clearAll}</option>
          {streams.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </div>
      {isAsking.value ? (
        <fieldset class="row-of-buttons ask">
          <legend class="quiet">{words.askClear(what)}</legend>
          <button type="button" class="chip" disabled={isBusy.value} onClick={() => void clear()}>
            {words.clearNow}
          </button>
          <button
            type="button"
            class="chip"
            onClick={() => {
              isAsking.value = false;
            }}
          >
            {words.cancel}
          </button>
        </fieldset>
      ) : (
        <button
          type="button"
          class="chip"
          onClick={() => {
            isAsking.value = true;
          }}
        >
          {words.clear}
        </button>
      )}
    </div>
  );
}
