import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import {
  type ExplainAnswer,
  LANE_OF,
  type LinkedRow,
  type Row,
  type StoryAnswer,
} from '../../src/contract/app.ts';
import { api } from '../api.ts';
import { chosen, story as shared } from '../state.ts';
import { clock, WORDS } from '../words.ts';

/** What led to it, and what came of it: as the record linked them, and how sure that is. */
export function Story({ row }: { readonly row: Row }) {
  const story = useSignal<StoryAnswer | undefined>(undefined);
  useEffect(() => {
    void api.story(row.seq).then(
      (answer) => {
        story.value = answer;
        if (chosen.value === row.seq) shared.value = { ...answer, seq: row.seq, row };
      },
      () => {},
    );
  }, [row.seq]);
  const words = useSignal<ExplainAnswer | undefined>(undefined);
  useEffect(() => {
    void api.explain(row.seq).then(
      (answer) => {
        words.value = answer;
      },
      () => {}, // of such items there is none
    );
  }, [row.seq]);
  const { causes, effects } = story.value ?? NO_LINKS;
  const hasLinks = causes.length + effects.length > 0;
  if (!hasLinks && !words.value) return null;
  return (
    <section class="part">
      <h3>{WORDS.story.title}</h3>
      {words.value && <InWords {...words.value} />}
      {hasLinks && <Links causes={causes} effects={effects} />}
    </section>
  );
}

const NO_LINKS: StoryAnswer = { causes: [], effects: [] };

/** As an agent is told it. */
const InWords = ({ first, told }: ExplainAnswer) => (
  <div class="in-words">
    <p>{first}</p>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keys */}
    <pre class="text" tabIndex={0}>
      {told}
    </pre>
  </div>
);

function Links({ causes, effects }: StoryAnswer) {
  return (
    <ol class="story">
      {causes.map((one) => (
        <Step key={one.row.seq} linked={one} words={WORDS.story.links[one.kind] ?? one.kind} />
      ))}
      <li class="here">
        <span class="dot" />
        {WORDS.story.here}
      </li>
      {effects.map((one) => (
        <Step key={one.row.seq} linked={one} words={WORDS.story.links[one.kind] ?? one.kind} isEffect />
      ))}
    </ol>
  );
}

interface StepProps {
  readonly linked: LinkedRow;
  readonly words: string;
  readonly isEffect?: boolean;
}

function Step({ linked: { row, confidence }, words, isEffect }: StepProps) {
  return (
    <li class={isEffect ? 'effect' : 'cause'}>
      <button
        type="button"
        class={`near ${row.tone}`}
        data-lane={LANE_OF[row.stream]}
        title={clock(row.time)}
        onClick={() => {
          chosen.value = row.seq;
        }}
      >
        <span class="dot" />
        <span class="kind">{row.kind}</span>
        <span class="what">{row.text}</span>
        <span class="mark">{row.mark}</span>
        <span class="why quiet">
          {words}
          {confidence === 'certain' ? '' : `, ${WORDS.story.sure[confidence]}`}
        </span>
      </button>
    </li>
  );
}
