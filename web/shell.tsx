import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { api } from './api.ts';
import { Asked } from './asked.tsx';
import { DetailPane } from './detail-pane.tsx';
import { FilterBar } from './filter-bar.tsx';
import { Help } from './help.tsx';
import { Icon } from './icon.tsx';
import { onKey, toggleFollowing } from './keys.ts';
import { ClearFilter, Note } from './note.tsx';
import { Rows } from './rows.tsx';
import * as state from './state.ts';
import { Chart } from './timeline/chart.tsx';
import { WORDS } from './words.ts';

/** The frame around everything. */
export function Shell() {
  useEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  const isEmpty = state.about.value !== undefined && state.about.value.extent === undefined;
  const hasRecord = isOfRecord(state.view.value);
  return (
    <div class={hasRecord && state.chosen.value !== undefined ? 'shell with-detail' : 'shell'}>
      <Top />
      {!state.isOnline.value && (
        <p class="offline" role="status">
          {WORDS.offline}
        </p>
      )}
      <Asked />
      {isEmpty && hasRecord && state.rows.value.length === 0 ? (
        <main class="blank">
          <h1 class="unseen">{WORDS.viewNames[state.view.value]}</h1>
          <Note {...WORDS.empty} />
        </main>
      ) : state.view.value === 'timeline' ? (
        <main class="work">
          <h1 class="unseen">{WORDS.timeline}</h1>
          <Chart />
          <div class="split">
            <List />
            <DetailPane />
          </div>
        </main>
      ) : (
        <LaterView key={state.view.value} name={state.view.value} />
      )}
      <Help />
    </div>
  );
}

/** Where the record is shown, there is something to filter and to follow. */
const isOfRecord = (name: state.ViewName) => name === 'timeline' || name === 'journal';

/** Pages other than the timeline are loaded when they are opened. */
const LATER = {
  journal: () => import('./journal/journal.tsx'),
  live: () => import('./live/live.tsx'),
  pictures: () => import('./marks/pictures.tsx'),
  control: () => import('./control/control.tsx'),
} as const;

function LaterView({ name }: { readonly name: keyof typeof LATER }) {
  const page = useSignal<{ readonly View: ComponentType } | undefined>(undefined);
  useEffect(() => {
    void LATER[name]().then((loaded) => {
      page.value = loaded;
    });
  }, []);
  const View = page.value?.View;
  return View ? <View /> : <p class="quiet centred">{WORDS.loading}</p>;
}

function Pages() {
  return (
    <nav class="pages" aria-label={WORDS.views}>
      {state.VIEWS.map((name) => (
        <button
          key={name}
          type="button"
          class="page-name"
          {...(state.view.value === name && { 'aria-current': 'page' })}
          onClick={() => {
            state.view.value = name;
          }}
        >
          {WORDS.viewNames[name]}
        </button>
      ))}
    </nav>
  );
}

function Top() {
  const hasRecord = isOfRecord(state.view.value);
  const isLive = state.isFollowing.value && state.to.value === undefined;
  return (
    <header class="top">
      <span class="brand">
        <Mark />
        {WORDS.name}
      </span>
      <Pages />
      {hasRecord && <FilterBar />}
      <div class="tools">
        {hasRecord && (
          <button
            type="button"
            class={isLive ? 'chip live' : 'chip'}
            aria-pressed={isLive}
            title={isLive ? WORDS.pauseLive : WORDS.resumeLive}
            onClick={() =>
              state.to.value === undefined ? toggleFollowing() : state.look(undefined, undefined)
            }
          >
            <span class="dot" />
            {isLive ? WORDS.live : WORDS.paused}
          </button>
        )}
        {hasRecord && (
          <a
            class="round"
            href={api.reportUrl({
              filter: state.filter.value,
              from: state.from.value,
              to: state.to.value,
            })}
            download
            aria-label={WORDS.takeAlong}
            title={WORDS.takeAlong}
          >
            <Icon name="take" />
          </a>
        )}
        <button
          type="button"
          class="round"
          aria-label={WORDS.theme}
          title={WORDS.theme}
          onClick={state.switchTheme}
        >
          <Icon name={state.theme.value === 'dark' ? 'sun' : 'moon'} />
        </button>
        <button
          type="button"
          class="round"
          aria-label={WORDS.help}
          title={WORDS.help}
          onClick={() => {
            state.isHelp.value = true;
          }}
        >
          <Icon name="help" />
        </button>
        <button
          type="button"
          class="round"
          aria-label={WORDS.logout}
          title={WORDS.logout}
          onClick={() => void leave()}
        >
          <Icon name="out" />
        </button>
      </div>
    </header>
  );
}

async function leave(): Promise<void> {
  await api.logout().catch(() => {});
  state.entryProblem.value = '';
  state.entry.value = 'out';
}

function List() {
  const problem = state.listProblem.value;
  if (problem)
    return (
      <section class="list" aria-live="polite">
        <Note title={problem.message} text={problem.hint} />
      </section>
    );
  const isNothing = state.rows.value.length === 0 && !state.isLoading.value && state.next.value === undefined;
  return (
    <section class="list">
      {isNothing ? (
        <Note title={WORDS.nothing.title} text={WORDS.nothing.text}>
          <ClearFilter />
          {(state.from.value ?? state.to.value) !== undefined && (
            <button type="button" class="primary" onClick={() => state.look(undefined, undefined)}>
              {WORDS.nothing.widen}
            </button>
          )}
        </Note>
      ) : (
        <Rows />
      )}
    </section>
  );
}

function Mark() {
  return (
    <svg class="brand-mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <path
        class="eye"
        d="M3 16c4-7.500 8.300-11 13-11s9 3.500 13 11c-4 7.500-8.300 11-13 11S7 23.500 3 16Z"
      />
      <path class="pulse" d="M9.500 16h3l2-4.500 3 9 2-4.500h3" />
    </svg>
  );
}
