import type { Cost } from '../../src/contract/app-calls.ts';
import { took, WORDS } from '../words.ts';
import { type By, type Measure, only, tokens } from './cost.ts';

interface CostTableProps {
  readonly of: readonly Cost[];
  readonly by: By;
  readonly measure: Measure;
}

/** Who or what is dear. */
export function CostTable({ of, by, measure }: CostTableProps) {
  const words = WORDS.journal;
  const sorted = of.toSorted((a, b) => b[measure] - a[measure]);
  const all = Math.max(
    1,
    of.reduce((sum, { characters }) => sum + characters, 0),
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keys
    <section class="scrolls" tabIndex={0} aria-label={`${words.by} ${words.kinds[by]}`}>
      <table class="costs">
        <thead>
          <tr>
            <th scope="col">{words.kinds[by]}</th>
            <th scope="col">{words.calls}</th>
            <th scope="col">{words.failed}</th>
            <th scope="col">{words.characters}</th>
            <th scope="col">{words.tokens}</th>
            <th scope="col">{words.mean}</th>
            <th scope="col">{words.p95}</th>
            <th scope="col">{words.share}</th>
          </tr>
        </thead>
        <tbody>
          {sorted.map((cost) => (
            <tr key={cost.name}>
              <th scope="row">
                {cost.name === '' ? (
                  words.unnamed
                ) : (
                  <button
                    type="button"
                    class="link"
                    title={words.only(cost.name)}
                    onClick={() => only(by, cost.name)}
                  >
                    {cost.name}
                  </button>
                )}
              </th>
              <td>{cost.calls.toLocaleString('en')}</td>
              <td class={cost.failed > 0 ? 'trouble' : ''}>{cost.failed.toLocaleString('en')}</td>
              <td>{cost.characters.toLocaleString('en')}</td>
              <td>{tokens(cost.characters).toLocaleString('en')}</td>
              <td>{took(cost.ms / cost.calls)}</td>
              <td>{took(cost.p95)}</td>
              <td>
                <meter min={0} max={1} value={cost.characters / all} aria-label={words.share} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
