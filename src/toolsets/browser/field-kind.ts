import type { FormField } from '../../engines/browser/actions/form.ts';
import { resolveTarget } from '../../engines/browser/actions/target.ts';
import type { Tab } from '../../engines/browser/page/tab.ts';

interface Field {
  readonly tagName: string;
  readonly type?: string;
  getAttribute(name: string): string | null;
}

/** What kind of field an element is, when the caller did not say. */
export async function fieldKind(tab: Tab, target: string, signal: AbortSignal): Promise<FormField['type']> {
  const { value } = await tab.perform({ action: 'look', target, isReading: true, signal }, async () =>
    (await resolveTarget(tab, target)).evaluate(kindOf),
  );
  if (value === undefined) tab.modals.assertFree();
  return value ?? 'textbox';
}

/** By its role, else by its tag. Runs in the page, so it may use nothing from outside of itself. */
function kindOf(element: Field): FormField['type'] {
  const role = element.getAttribute('role');
  if (role === 'checkbox' || role === 'switch') return 'checkbox';
  if (role === 'radio' || role === 'slider' || role === 'combobox') return role;
  if (element.tagName === 'SELECT') return 'combobox';
  if (element.type === 'checkbox' || element.type === 'radio') return element.type;
  return element.type === 'range' ? 'slider' : 'textbox';
}
