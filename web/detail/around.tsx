import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { LANE_OF, type Row } from '../../src/contract/app.ts';
import { api } from '../api.ts';
import { chosen } from '../state.ts';
import { LANE_WORDS, WORDS } from '../words.ts';

const BESIDE = 3_000_000;
const MOST = 60;

/** Everything within three seconds of a moment, whatever the filter says. */
export function Around({ row }: { readonly row: Row }) {
  const rows = useSignal<readonly Row[] | undefined>(undefined);
  useEffect(() => {
    const start = row.time - (row.ms ?? 0) * 1000;
    void api.rows({ filter: '', from: Math.round(start - BESIDE), to: row.time + BESIDE }, MOST).then(
      (answer) => {
        rows.value = answer.rows.toReversed();
      },
      () => {
        rows.value = [];
      },
    );
  }, [row.seq]);
  if (!rows.value) return <p class="quiet">{WORDS.loading}</p>;
  return (
    <ol class="around">
      {rows.value.map((one) => (
        <li key={one.seq}>
          <button
            type="button"
            class={`near ${one.tone}`}
            data-lane={LANE_OF[one.stream]}
            aria-current={one.seq === row.seq}
            onClick={() => {
              chosen.value = one.seq;
            }}
          >
            <span class="offset">{offset(one.time - row.time)}</span>
            <span class="dot" title={LANE_WORDS[LANE_OF[one.stream]]} />
            <span class="kind">{one.kind}</span>
            <span class="what">{one.text}</span>
            <span class="mark">{one.mark}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}

function offset(micros: number): string {
  const ms = micros / 1000;
  const sign = ms < 0 ? '−' : '+';
  const length = Math.abs(ms);
  return length >= 1000 ? `${sign}${(length / 1000).toFixed(2)} s` : `${sign}${Math.round(length)} ms`;
}
