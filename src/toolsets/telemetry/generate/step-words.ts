import type { RecordedAction } from '../recording/recording.ts';

/** What was done, in a line; `at` says how addresses are told. */
export function wordsOf(
  action: RecordedAction,
  onto: RecordedAction | undefined,
  at: (url: string) => string,
): string {
  const { type, value = '', key = '', modifiers = [] } = action;
  const it = elementWords(action);
  switch (type) {
    case 'navigate':
      return `Navigate to: ${at(action.toUrl ?? action.url)}`;
    case 'new_tab':
      return `Open new tab: ${at(action.toUrl ?? action.url)}`;
    case 'back':
    case 'forward':
      return `Navigate ${type}`;
    case 'refresh':
      return 'Refresh page';
    case 'input':
      return `Type ${JSON.stringify(action.isRedacted ? '[user-provided]' : value)} into: ${it}`;
    case 'select':
      return `Select ${JSON.stringify(action.selectedTexts?.join(', ') ?? value)} from: ${it}`;
    case 'check':
      return `${action.checked === false ? 'Uncheck' : 'Check'}: ${it}`;
    case 'keypress':
      return `Press: ${[...modifiers, key].join('+')}`;
    case 'scroll':
      return action.selectors ? `Scroll to element: ${it}` : `Scroll to: y=${action.scrollY ?? 0}`;
    case 'upload':
      return `Upload ${(action.fileNames ?? []).join(', ')} into: ${it}`;
    case 'drag':
      return `Drag: ${it} onto: ${onto ? elementWords(onto) : 'nothing'}`;
    case 'dblclick':
      return `Double click: ${it}`;
    case 'contextmenu':
      return `Right click: ${it}`;
    case 'hover':
      return `Hover: ${it}`;
    default:
      return `Click: ${it}`;
  }
}

function elementWords({ selectors, target }: RecordedAction): string {
  const name = selectors?.role?.name || selectors?.label || selectors?.text || selectors?.placeholder;
  const role = selectors?.role?.role ?? selectors?.tag ?? '';
  return name ? `${JSON.stringify(name.slice(0, 100))} ${role}` : (selectors?.css ?? target ?? 'the page');
}
