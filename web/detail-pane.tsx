import { useSignal, useSignalEffect } from '@preact/signals';
import type { ComponentType } from 'preact';
import type { ItemAnswer } from '../src/contract/app.ts';
import { api } from './api.ts';
import { Icon } from './icon.tsx';
import { Note } from './note.tsx';
import { chosen } from './state.ts';
import { WORDS } from './words.ts';

type DetailView = ComponentType<{ readonly item: ItemAnswer }>;

/** The chosen item. What shows it is loaded with the first one. */
export function DetailPane() {
  const item = useSignal<ItemAnswer | undefined>(undefined);
  const problem = useSignal('');
  const view = useSignal<{ readonly Detail: DetailView } | undefined>(undefined);
  useSignalEffect(() => {
    const { value: seq } = chosen;
    problem.value = '';
    if (seq === undefined) {
      item.value = undefined;
      return;
    }
    let isOld = false;
    const load = async () => {
      try {
        const asked = api.item(seq);
        const { Detail } = await import('./detail/detail.tsx');
        const found = await asked;
        if (isOld) return;
        view.value = { Detail };
        item.value = found;
      } catch (thrown) {
        if (!isOld) problem.value = thrown instanceof Error ? thrown.message : String(thrown);
      }
    };
    void load();
    return () => {
      isOld = true;
    };
  });
  const Detail = view.value?.Detail;
  return (
    <section class="detail" tabIndex={-1} aria-label={WORDS.detail.title}>
      {chosen.value !== undefined && (
        <button
          type="button"
          class="round back"
          aria-label={WORDS.back}
          onClick={() => {
            chosen.value = undefined;
          }}
        >
          <Icon name="close" />
        </button>
      )}
      {problem.value !== '' && <Note title={problem.value} text="" />}
      {problem.value === '' && item.value && Detail && <Detail key={item.value.row.seq} item={item.value} />}
      {chosen.value === undefined && <Note {...WORDS.choose} />}
    </section>
  );
}
