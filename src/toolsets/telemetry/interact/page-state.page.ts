/** A field of a form and what it held. */
interface FieldState {
  /** A path that is the same in the next load of the page. */
  readonly css: string;
  readonly value?: string;
  readonly checked?: boolean;
  readonly selected?: readonly string[];
}

export interface PageState {
  readonly local_storage: Readonly<Record<string, string>>;
  readonly session_storage: Readonly<Record<string, string>>;
  readonly forms: readonly FieldState[];
  readonly scroll: { readonly x: number; readonly y: number };
}

/** Storage, fields and scroll of the main document. Passwords, cards, hidden and file fields are never read. */
export function readPageState(): PageState {
  type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
  const storage = (name: 'localStorage' | 'sessionStorage'): Record<string, string> => {
    try {
      return { ...window[name] };
    } catch {
      return {};
    }
  };
  const path = (element: Element) => {
    const steps: string[] = [];
    let at: Element | null = element;
    for (; at && at !== document.body && (at.id || at.parentElement); at = at.parentElement) {
      const { id, tagName } = at;
      if (id) return [`#${CSS.escape(id)}`, ...steps].join(' > ');
      const same = [...(at.parentElement?.children ?? [])].filter((other) => other.tagName === tagName);
      const place = same.length > 1 ? `:nth-of-type(${same.indexOf(at) + 1})` : '';
      steps.unshift(tagName.toLowerCase() + place);
    }
    return ['body', ...steps].join(' > ');
  };
  const SECRET = /pass(word|wd)?|secret|token|otp|cvv|cvc|card|ssn|iban/i;
  const isSecret = ({ type, autocomplete, name, id }: Field) =>
    ['password', 'hidden', 'file', 'submit', 'button', 'image', 'reset'].includes(type) ||
    /^(cc-|current-password|new-password|one-time-code)/.test(autocomplete || '') ||
    SECRET.test(name || '') ||
    SECRET.test(id || '');
  const fields = [...document.querySelectorAll<Field>('input, textarea, select')];
  return {
    local_storage: storage('localStorage'),
    session_storage: storage('sessionStorage'),
    forms: fields
      .filter((field) => !isSecret(field))
      .slice(0, 1000)
      .map((field) => {
        const css = path(field);
        if ('checked' in field && /^(checkbox|radio)$/.test(field.type))
          return { css, checked: field.checked };
        if ('options' in field && field.multiple)
          return { css, selected: [...field.selectedOptions].map((option) => option.value) };
        return { css, value: field.value };
      }),
    scroll: { x: scrollX, y: scrollY },
  };
}

export function writePageStorage(
  local: Readonly<Record<string, string>>,
  session: Readonly<Record<string, string>>,
): void {
  const fill = (storage: Storage, values: Readonly<Record<string, string>>) => {
    storage.clear();
    for (const [name, value] of Object.entries(values)) storage.setItem(name, value);
  };
  fill(localStorage, local);
  fill(sessionStorage, session);
}

/** Sets fields as a person would have left them: frameworks hear of it by the usual events. Gives how many. */
export function writeFields(fields: readonly FieldState[]): number {
  let filled = 0;
  for (const { css, value, checked, selected } of fields) {
    const field = document.querySelector<HTMLInputElement>(css);
    if (!field) continue;
    const kind = Object.getPrototypeOf(field);
    const set = (name: string, to: unknown) =>
      Object.getOwnPropertyDescriptor(kind, name)?.set?.call(field, to);
    if (checked !== undefined) {
      if (field.checked === checked) continue;
      set('checked', checked);
    } else if (selected) {
      const { options } = field as unknown as HTMLSelectElement;
      for (const option of options ?? []) option.selected = selected.includes(option.value);
    } else {
      if (field.value === value) continue;
      set('value', value);
    }
    field.dispatchEvent(new Event('input', { bubbles: true }));
    field.dispatchEvent(new Event('change', { bubbles: true }));
    filled++;
  }
  return filled;
}

export function scrollAtOnce(x: number, y: number): void {
  scrollTo({ left: x, top: y, behavior: 'instant' });
}
