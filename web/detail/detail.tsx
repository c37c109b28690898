import { type ItemAnswer, LANE_OF } from '../../src/contract/app.ts';
import { clock, day, LANE_WORDS, took, WORDS } from '../words.ts';
import { Tree } from './tree.tsx';

/** One item in full. */
export function Detail({ item }: { readonly item: ItemAnswer }) {
  const { row, where, tests, problem } = item;
  const lane = LANE_OF[row.stream];
  const facts: readonly (readonly [string, string | undefined])[] = [
    [WORDS.detail.when, `${day(row.time)} ${clock(row.time)}`],
    [WORDS.detail.took, row.ms === undefined ? undefined : took(row.ms)],
    [WORDS.detail.tab, where.page],
    [WORDS.detail.tests, tests.length > 0 ? tests.join(', ') : undefined],
    [WORDS.detail.session, where.session],
    [WORDS.detail.number, String(row.seq)],
  ];
  return (
    <article class="item" data-lane={lane}>
      <header class={`item-head ${row.tone}`}>
        <p class="item-kind">
          <span class="dot" />
          {LANE_WORDS[lane]} · {row.kind}
          {row.mark !== undefined && <span class="badge">{row.mark}</span>}
        </p>
        <h2>{row.text}</h2>
        <Facts of={facts} />
      </header>
      {problem !== undefined && <p class="problem">{problem}</p>}
      <section class="part">
        <h3>{WORDS.detail.data}</h3>
        <div class="tree">
          <Tree value={item.data} />
        </div>
      </section>
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
