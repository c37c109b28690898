import type { Tab } from '../../../engines/browser/page/tab.ts';
import type { FieldState, SavedState } from '../saved-states.ts';

type Kept = Pick<SavedState, 'local_storage' | 'session_storage' | 'forms' | 'scroll'>;

/**
 * Storage, fields and scroll of the main document. Passwords, cards, hidden and file fields are never read. Fields
 * are named by a path that is the same in the next load of the page.
 */
const READ = `() => {
  const storage = (name) => { try { return { ...window[name] }; } catch { return {}; } };
  const path = (element) => {
    if (element.id) return '#' + CSS.escape(element.id);
    const steps = [];
    for (let at = element; at && at !== document.body && at.parentElement; at = at.parentElement) {
      const same = [...at.parentElement.children].filter((other) => other.tagName === at.tagName);
      const place = same.length > 1 ? ':nth-of-type(' + (same.indexOf(at) + 1) + ')' : '';
      steps.unshift(at.id ? '#' + CSS.escape(at.id) : at.tagName.toLowerCase() + place);
      if (at.id) return steps.join(' > ');
    }
    return ['body', ...steps].join(' > ');
  };
  const SECRET = /pass(word|wd)?|secret|token|otp|cvv|cvc|card|ssn|iban/i;
  const isSecret = (field) =>
    ['password', 'hidden', 'file', 'submit', 'button', 'image', 'reset'].includes(field.type) ||
    /^(cc-|current-password|new-password|one-time-code)/.test(field.autocomplete || '') ||
    SECRET.test(field.name || '') || SECRET.test(field.id || '');
  const fields = [...document.querySelectorAll('input, textarea, select')].filter((field) => !isSecret(field));
  return {
    local_storage: storage('localStorage'),
    session_storage: storage('sessionStorage'),
    forms: fields.slice(0, 1000).map((field) => {
      if (field.type === 'checkbox' || field.type === 'radio') return { css: path(field), checked: field.checked };
      if (field.multiple && field.options)
        return { css: path(field), selected: [...field.selectedOptions].map((option) => option.value) };
      return { css: path(field), value: field.value };
    }),
    scroll: { x: scrollX, y: scrollY },
  };
}`;

export const readPageState = (tab: Tab) => tab.cdp.run<Kept>(READ);

const WRITE_STORAGE = `(local, session) => {
  const fill = (storage, values) => {
    storage.clear();
    for (const [name, value] of Object.entries(values)) storage.setItem(name, value);
  };
  fill(localStorage, local);
  fill(sessionStorage, session);
}`;

export async function writeStorage(tab: Tab, state: SavedState): Promise<void> {
  await tab.cdp.run(WRITE_STORAGE, state.local_storage, state.session_storage);
}

/** Sets fields as a person would have left them: frameworks hear of it by the usual events. */
const WRITE_FORMS = `(fields) => {
  let filled = 0;
  for (const { css, value, checked, selected } of fields) {
    const field = document.querySelector(css);
    if (!field) continue;
    const kind = Object.getPrototypeOf(field);
    const set = (name, to) => Object.getOwnPropertyDescriptor(kind, name)?.set?.call(field, to);
    if (checked !== undefined) { if (field.checked === checked) continue; set('checked', checked); }
    else if (selected) for (const option of field.options ?? []) option.selected = selected.includes(option.value);
    else { if (field.value === value) continue; set('value', value); }
    field.dispatchEvent(new Event('input', { bubbles: true }));
    field.dispatchEvent(new Event('change', { bubbles: true }));
    filled++;
  }
  return filled;
}`;

export const writeForms = (tab: Tab, fields: readonly FieldState[]) =>
  tab.cdp.run<number>(WRITE_FORMS, fields);

export const writeScroll = (tab: Tab, { x, y }: SavedState['scroll']) =>
  tab.cdp.run('(x, y) => scrollTo({ left: x, top: y, behavior: "instant" })', x, y);
