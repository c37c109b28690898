import { z } from 'zod';
import type { Tab } from '../../../engines/browser/page/tab.ts';
import { fault } from '../../../kernel/fault.ts';
import { defineLook } from './define-look.ts';
import { type FormFacts, type FormField, readForms } from './forms.page.ts';
import { everyLook, part } from './look-arguments.ts';

const input = z.object({ ...everyLook, selector: part.selector.optional() });

/** What a page function finds by a selector that may be no selector at all. */
export async function readBy<T>(
  tab: Tab,
  { action, selector, signal }: { action: string; selector: string | undefined; signal: AbortSignal },
  look: () => Promise<readonly T[]>,
): Promise<readonly T[]> {
  const outcome = await tab.perform({ action, isReading: true, signal, target: selector }, () =>
    look().catch((error: unknown) => {
      if (!/is not a valid selector/.test(String(error))) throw error;
      const problems = [`"selector" is no CSS selector: ${selector}`];
      throw fault('INVALID_ARGUMENTS', { tool: 'analyze', problems, param: 'selector' }, error);
    }),
  );
  if (!outcome.value) tab.modals.assertFree();
  const found = outcome.value ?? [];
  if (found.length === 0 && selector !== undefined)
    throw fault('ELEMENT_NOT_FOUND', { target: `"${selector}"` });
  return found;
}

const plural = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`;

export const forms = defineLook({
  summary: 'Fields, labels, rules, problems.',
  input,
  async run({ tab, args: { selector }, signal, action }) {
    const found = await readBy(tab, { action, selector, signal }, () => tab.cdp.run(readForms, selector));
    const problems = found.reduce((sum, form) => sum + form.problems.length, 0);
    return {
      summary: `${plural(found.length, 'form')}, ${plural(problems, 'problem')}`,
      url: tab.url,
      forms: found.map((form) => ({ ...form, fields: form.fields.map(described) })),
    };
  },
});

/** Of validity another mode tells. */
const described = ({ broken: _, message: __, ...field }: FormField) => field;

export const formValidation = defineLook({
  summary: 'Which fields are wrong now, and what says so.',
  input,
  async run({ tab, args: { selector }, signal, action }) {
    const found = await readBy(tab, { action, selector, signal }, () => tab.cdp.run(readForms, selector));
    const told = found.map(validityOf);
    const wrong = told.reduce((sum, { invalid }) => sum + invalid.length, 0);
    return {
      summary: `${plural(found.length, 'form')}, ${plural(wrong, 'invalid field')}`,
      url: tab.url,
      forms: told,
    };
  },
});

/** As the browser sees it: nothing is sent, and no event is set off in the page. */
function validityOf({ selector, name, novalidate, fields }: FormFacts) {
  const invalid = fields.filter(({ broken, marked_invalid: marked }) => broken.length > 0 || marked);
  return {
    selector,
    name,
    valid: invalid.length === 0,
    on_submit: novalidate
      ? 'The browser checks nothing (novalidate): only scripts and the server do.'
      : invalid.some(({ broken }) => broken.length > 0)
        ? 'The browser refuses to send it.'
        : 'The browser sends it.',
    invalid: invalid.map(
      ({ name: field, label, selector: at, broken, message, marked_invalid: marked, described: said }) => ({
        field: field || label,
        label,
        selector: at,
        broken,
        message,
        marked_invalid: marked ?? false,
        shown_message: said,
      }),
    ),
    fields: fields.length,
  };
}
