import { z } from 'zod';
import { cut } from '../../../kernel/cut.ts';
import type { ItemOf } from '../../../store/item-row.ts';
import { isAmong, paging, scope, source } from '../arguments.ts';
import { defineMode } from '../deps.ts';
import { entriesOf, listReply, readList } from '../read-list.ts';
import { type ActionData, entryHead } from '../seen.ts';

export const actions = defineMode({
  summary: 'What people, agents and the page did.',
  input: z.object({ ...paging, ...scope, ...source }),
  async run(call) {
    const { source: wanted } = call.args;
    const list = await readList(
      call,
      { streams: ['action'] },
      wanted === undefined ? undefined : ({ data }) => isAmong(wanted, (one) => one === data.source),
    );
    return listReply(call, 'actions', list, entriesOf(list, actionEntry));
  },
});

/** What was done, as lists show it. */
export function actionEntry(item: ItemOf<'action'>) {
  const { data } = item;
  const { selectors } = data;
  return {
    ...entryHead(item),
    type: data.type,
    source: data.source,
    url: data.url,
    frame: data.frame,
    selectors: selectors && {
      test_id: selectors.testId,
      role: selectors.role,
      label: selectors.label,
      placeholder: selectors.placeholder,
      text: selectors.text && cut(selectors.text, 100),
      id: selectors.id,
      css: selectors.css,
    },
    value: data.value,
    input_type: data.inputType,
    checked: data.checked,
    key: data.key,
    modifiers: data.modifiers,
    selected_values: data.selectedValues,
    selected_texts: data.selectedTexts,
    file_names: data.fileNames,
    scroll_y: data.scrollY,
    from_url: data.fromUrl,
    to_url: data.toUrl,
    message: data.message,
    step: data.step,
    target: data.target,
    detail: data.detail,
    duration_ms: data.ms && Math.round(data.ms),
    error: data.error,
  };
}

/** `click "Save" button`, `input "Ada" into Name`. */
export function actionWords(data: ActionData): string {
  const { selectors } = data;
  const named =
    selectors?.role?.name ?? selectors?.label ?? selectors?.text ?? selectors?.testId ?? selectors?.css;
  const role = selectors?.role?.role ?? selectors?.tag;
  const thing = named
    ? ` ${JSON.stringify(cut(named, 60))}${role ? ` ${role}` : ''}`
    : data.target
      ? ` ${data.target}`
      : '';
  const value = data.value ?? data.selectedTexts?.join(', ') ?? data.key ?? data.toUrl ?? data.message;
  const words = `${data.type === 'other' ? (data.step ?? 'other') : data.type}${thing}`;
  return `${words}${value === undefined ? '' : ` ${JSON.stringify(cut(value, 80))}`}${data.error ? ` (${data.error})` : ''}`;
}
