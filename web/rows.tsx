import { useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { LANE_OF, type Row } from '../src/contract/app.ts';
import { follow, loadOlder, MOST_ROWS } from './feed.ts';
import * as state from './state.ts';
import { clock, day, LANE_WORDS, took, WORDS } from './words.ts';

const ROW = 30;
const BESIDE = 8;

/** The list. Only the lines that are seen are in the document, however many there are. */
export function Rows() {
  const box = useRef<HTMLDivElement>(null);
  const top = useSignal(0);
  const height = useSignal(600);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const watcher = new ResizeObserver(() => {
      height.value = element.clientHeight;
    });
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);
  const onScroll = () => {
    const element = box.current;
    if (!element) return;
    top.value = element.scrollTop;
    const isAtTop = element.scrollTop < ROW;
    if (isAtTop && !state.isFollowing.value && state.waiting.value.rows.length > 0) follow();
    else if (state.to.value === undefined) state.isFollowing.value = isAtTop;
    const isNearEnd = element.scrollTop + element.clientHeight > element.scrollHeight - 20 * ROW;
    if (isNearEnd && state.next.value !== undefined && !state.isLoading.value) void loadOlder();
  };
  const scrolled = useRef<number | undefined>(undefined);
  // The chosen line is always in sight.
  useSignalEffect(() => {
    const { value: chosen } = state.chosen;
    if (chosen === scrolled.current) return;
    scrolled.current = chosen;
    const at = state.rows.peek().findIndex(({ seq }) => seq === chosen);
    const element = box.current;
    if (at < 0 || !element) return;
    if (at * ROW < element.scrollTop) element.scrollTop = at * ROW;
    else if ((at + 1) * ROW > element.scrollTop + element.clientHeight)
      element.scrollTop = (at + 1) * ROW - element.clientHeight;
  });
  const all = state.rows.value;
  const first = Math.max(0, Math.floor(top.value / ROW) - BESIDE);
  const last = Math.min(all.length, Math.ceil((top.value + height.value) / ROW) + BESIDE);
  const active = all.some(({ seq }) => seq === state.chosen.value)
    ? { 'aria-activedescendant': `row-${state.chosen.value}` }
    : {};
  // A list of choices without one is none.
  const spoken = {
    tabIndex: 0,
    role: all.length > 0 ? 'listbox' : 'region',
    'aria-label': WORDS.rows,
  } as const;
  const { waiting } = state;
  return (
    <div class="rows-frame">
      <div class="row head" aria-hidden="true">
        <span>{WORDS.columns.time}</span>
        <span>{WORDS.columns.kind}</span>
        <span>{WORDS.columns.what}</span>
        <span class="mark">{WORDS.columns.mark}</span>
        <span class="took">{WORDS.columns.took}</span>
      </div>
      {waiting.value.rows.length > 0 && (
        <button
          type="button"
          class="news"
          onClick={() => {
            follow();
            box.current?.scrollTo({ top: 0 });
          }}
        >
          ↑ {WORDS.newRows(waiting.value.rows.length, waiting.value.isMore)}
        </button>
      )}
      <div class="rows" ref={box} onScroll={onScroll} {...spoken} {...active}>
        <div class="pad" role="presentation" style={{ height: `${all.length * ROW}px` }}>
          {all.slice(first, last).map((row, at) => (
            <Line key={row.seq} row={row} at={first + at} count={all.length} before={all[first + at - 1]} />
          ))}
        </div>
        <Foot count={all.length} />
      </div>
    </div>
  );
}

interface LineProps {
  readonly row: Row;
  readonly at: number;
  readonly count: number;
  readonly before: Row | undefined;
}

function Line({ row, at, count, before }: LineProps) {
  const lane = LANE_OF[row.stream];
  const isChosen = state.chosen.value === row.seq;
  const isNewDay = before !== undefined && day(before.time) !== day(row.time);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the keys, and names the line that is active
    <div
      id={`row-${row.seq}`}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      aria-posinset={at + 1}
      aria-setsize={count}
      class={`row ${row.tone}${isChosen ? ' chosen' : ''}`}
      data-lane={lane}
      style={{ transform: `translateY(${at * ROW}px)` }}
      onClick={() => {
        state.chosen.value = row.seq;
      }}
    >
      <span class="time" title={`${day(row.time)} ${clock(row.time)}`}>
        {isNewDay ? `${day(row.time).split(',')[0]} ` : ''}
        {clock(row.time).slice(0, 8)}
        <span class="millis">{clock(row.time).slice(8)}</span>
      </span>
      <span class="kind" title={LANE_WORDS[lane]}>
        <span class="dot" />
        <span class="word">{row.kind}</span>
      </span>
      <span class="what">{row.text}</span>
      <span class="mark">{row.mark}</span>
      <span class="took">{row.ms !== undefined && <Took ms={row.ms} />}</span>
    </div>
  );
}

/** How long, as a bar whose length grows with the number of digits. */
function Took({ ms }: { readonly ms: number }) {
  const part = Math.min(1, Math.log10(1 + ms) / 5);
  return (
    <>
      <span class="bar" style={{ width: `${Math.round(part * 48)}px` }} />
      {took(ms)}
    </>
  );
}

function Foot({ count }: { readonly count: number }) {
  if (count >= MOST_ROWS) return <p class="foot">{WORDS.tooMany}</p>;
  if (state.isLoading.value) {
    const back = state.next.value?.split('-')[0];
    return (
      <p class="foot" data-is-loading>
        {back && state.filter.value !== '' ? WORDS.searching(clock(Number(back)).slice(0, 8)) : WORDS.older}
      </p>
    );
  }
  return count > 0 && state.next.value === undefined ? <p class="foot">{WORDS.oldest}</p> : null;
}
