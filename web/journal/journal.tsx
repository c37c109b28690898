import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Cost, CostsAnswer } from '../../src/contract/app-calls.ts';
import { DetailPane } from '../detail-pane.tsx';
import { ClearFilter, Note } from '../note.tsx';
import { Overview } from '../timeline/chart.tsx';
import { clock, took, WORDS } from '../words.ts';
import { Bars } from './bars.tsx';
import { Calls } from './calls.tsx';
import { type By, type Measure, tokens } from './cost.ts';
import { CostTable } from './cost-table.tsx';
import { costs, problem, startLoading } from './loading.ts';

/** What agents called, and what it cost. */
export function View() {
  useEffect(startLoading, []);
  const by = useSignal<By>('tools');
  const measure = useSignal<Measure>('characters');
  const told = costs.value;
  return (
    <main class="work">
      <h1 class="unseen">{WORDS.journal.title}</h1>
      <section class="chart thin" aria-label={WORDS.timeline}>
        <Overview />
      </section>
      <div class="split">
        <div class="journal">
          {problem.value !== '' && <p class="part problem">{problem.value}</p>}
          {told && told.tools.length === 0 && (
            <Note {...WORDS.journal.empty}>
              <ClearFilter />
            </Note>
          )}
          {told && told.tools.length > 0 && (
            <>
              <Totals costs={told} />
              <div class="row-of-buttons choices">
                <Choice
                  label={WORDS.journal.by}
                  of={WORDS.journal.kinds}
                  chosen={by.value}
                  choose={(one) => {
                    by.value = one;
                  }}
                />
                <Choice
                  label={WORDS.journal.measures}
                  of={{ characters: WORDS.journal.tokens, calls: WORDS.journal.calls }}
                  chosen={measure.value}
                  choose={(one) => {
                    measure.value = one;
                  }}
                />
              </div>
              <Bars costs={told} by={by.value} measure={measure.value} />
              {told.since !== undefined && <p class="quiet">{WORDS.journal.since(clock(told.since))}</p>}
              <CostTable of={told[by.value]} by={by.value} measure={measure.value} />
              <Calls />
            </>
          )}
        </div>
        <DetailPane />
      </div>
    </main>
  );
}

function Totals({ costs: { tools } }: { readonly costs: CostsAnswer }) {
  const sum = (of: (cost: Cost) => number) => tools.reduce((all, one) => all + of(one), 0);
  const characters = sum((one) => one.characters);
  const facts = {
    [WORDS.journal.calls]: sum((one) => one.calls).toLocaleString('en'),
    [WORDS.journal.failed]: sum((one) => one.failed).toLocaleString('en'),
    [WORDS.journal.characters]: characters.toLocaleString('en'),
    [WORDS.journal.tokens]: tokens(characters).toLocaleString('en'),
    [WORDS.journal.time]: took(sum((one) => one.ms)),
  };
  return (
    <dl class="totals" aria-label={WORDS.journal.totals}>
      {Object.entries(facts).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface ChoiceProps<Name extends string> {
  readonly label: string;
  readonly of: Readonly<Record<Name, string>>;
  readonly chosen: Name;
  choose(name: Name): void;
}

function Choice<Name extends string>({ label, of, chosen, choose }: ChoiceProps<Name>) {
  return (
    <fieldset class="choice">
      <legend class="quiet">{label}</legend>
      {(Object.entries(of) as [Name, string][]).map(([name, words]) => (
        <button
          key={name}
          type="button"
          class="chip"
          aria-pressed={name === chosen}
          onClick={() => choose(name)}
        >
          {words}
        </button>
      ))}
    </fieldset>
  );
}
