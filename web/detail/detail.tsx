import type { ComponentType } from 'preact';
import { type ItemAnswer, LANE_OF } from '../../src/contract/app.ts';
import type { Stream } from '../../src/contract/streams.ts';
import { clock, day, LANE_WORDS, took, WORDS } from '../words.ts';
import { Around } from './around.tsx';
import { ChatView } from './chat.tsx';
import { CallView, ExchangeView, FlowView, ShotView, SpokenView, VitalsView } from './kinds.tsx';
import { RequestView } from './request.tsx';
import { Story } from './story.tsx';
import { Tree } from './tree.tsx';

/** How a person wants to see it; what is not here is shown as its data. */
const VIEWS: Partial<Record<Stream, ComponentType<{ readonly item: ItemAnswer }>>> = {
  request: RequestView,
  console: SpokenView,
  exception: SpokenView,
  service_log: SpokenView,
  websocket: ChatView,
  shot: ShotView,
  call: CallView,
  vitals: VitalsView,
  exchange: ExchangeView,
  flow: FlowView,
};

/** One item in full. */
export function Detail({ item }: { readonly item: ItemAnswer }) {
  const { row, where, tests, problem } = item;
  const lane = LANE_OF[row.stream];
  const View = problem === undefined ? VIEWS[row.stream] : undefined;
  const facts: readonly (readonly [string, string | undefined])[] = [
    [WORDS.detail.when, `${day(row.time)} ${clock(row.time)}`],
    [WORDS.detail.took, row.ms === undefined ? undefined : took(row.ms)],
    [WORDS.detail.tab, where.page],
    [WORDS.detail.tests, tests.length > 0 ? tests.join(', ') : undefined],
    [WORDS.detail.session, where.session],
    [WORDS.detail.number, String(row.seq)],
  ];
  return (
    <article class="item" data-lane={lane} data-seq={row.seq}>
      <header class={`item-head ${row.tone}`}>
        <p class="item-kind">
          <span class="dot" />
          {LANE_WORDS[lane]} · {row.stream === 'call' ? WORDS.call.one : row.kind}
          {row.mark !== undefined && <span class="badge">{row.mark}</span>}
        </p>
        <h2>{row.stream === 'call' ? row.kind : row.text}</h2>
        <Facts of={facts} />
      </header>
      {problem !== undefined && <p class="problem">{problem}</p>}
      {View && <View item={item} />}
      <Story row={row} />
      <section class="part">
        <h3>{WORDS.around}</h3>
        <Around row={row} />
      </section>
      <details class="part">
        <summary>
          <h3>{WORDS.detail.data}</h3>
        </summary>
        <div class="tree">
          <Tree value={item.data} />
        </div>
      </details>
    </article>
  );
}

function Facts({ of }: { readonly of: readonly (readonly [string, string | undefined])[] }) {
  return (
    <dl class="facts">
      {of.map(([name, value]) =>
        value === undefined ? null : (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}
