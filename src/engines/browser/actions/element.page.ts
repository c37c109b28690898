/** As much of a field as is common to inputs, areas, selects and what only behaves like one. */
type Field = (HTMLElement | SVGElement) & { readonly type?: string; readonly value?: string };

/** What a field holds, as a person sees it. Secret fields tell nothing, as nowhere else. */
export function shownValue(element: Field): string | null {
  if (element.type === 'password') return '[redacted]';
  return element.value ?? (element as HTMLElement).innerText ?? null;
}

/** What stands in a field; undefined where nothing can. */
export function fieldValue(element: Field): string | undefined {
  return element.type === 'password' ? '[redacted]' : element.value;
}

export function caretToEnd(element: Field): void {
  element.focus();
  if (element.value !== undefined) {
    try {
      (element as HTMLInputElement).setSelectionRange?.(element.value.length, element.value.length);
    } catch {
      // number and date fields have no caret
    }
  } else if ((element as HTMLElement).isContentEditable) {
    const selection = getSelection();
    selection?.selectAllChildren(element);
    selection?.collapseToEnd();
  }
}

/** Tells the page of a paste; says whether the page has taken the text itself. */
export function tellPaste(element: Field, words: string): boolean {
  element.focus();
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', words);
  const options = { clipboardData, bubbles: true, cancelable: true, composed: true };
  return !element.dispatchEvent(new ClipboardEvent('paste', options));
}

export function toMiddle(element: Element): void {
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
}

export function scrollPage([left, top]: readonly [number, number]): void {
  scrollTo(left, top);
}

export function writeAttribute(element: Element, [name, value]: readonly [string, string]): void {
  element.setAttribute(name, value);
}

/** The words of what lies over the middle of an element, the whole of it that the element is no part of. */
export function wordsOver(element: Element): string {
  const { left, top, width, height } = element.getBoundingClientRect();
  let cover = document.elementFromPoint(left + width / 2, top + height / 2);
  if (!cover || cover.contains(element) || element.contains(cover)) return '';
  while (cover.parentElement && !cover.parentElement.contains(element)) cover = cover.parentElement;
  const parts = cover.shadowRoot ? [...cover.shadowRoot.children] : [cover];
  return parts.map((part) => (part.matches('style,script') ? '' : (part as HTMLElement).innerText)).join(' ');
}

export function tagOf(element: Element): string {
  return element.tagName.toLowerCase();
}

export function markupOf(element: Element): string {
  return element.outerHTML;
}

export function submitForm(element: Element): void {
  (element as HTMLInputElement).form?.requestSubmit();
}

/** What kind of field an element is: by its role, else by its tag. */
export function kindOf(element: Field): 'textbox' | 'checkbox' | 'radio' | 'combobox' | 'slider' {
  const role = element.getAttribute('role');
  if (role === 'checkbox' || role === 'switch') return 'checkbox';
  if (role === 'radio' || role === 'slider' || role === 'combobox') return role;
  if (element.tagName === 'SELECT') return 'combobox';
  if (element.type === 'checkbox' || element.type === 'radio') return element.type;
  return element.type === 'range' ? 'slider' : 'textbox';
}

/** A box that can be seen, or that says by its role what it is: Playwright knows how to check it. */
export function isPlainBox(element: Element): boolean {
  const control = element instanceof HTMLLabelElement ? element.control : element;
  if (control instanceof HTMLInputElement) return control.checkVisibility() && control.offsetWidth > 1;
  return /^(checkbox|radio|switch|menuitemcheckbox|menuitemradio|option|treeitem)$/.test(
    control?.getAttribute('role') ?? '',
  );
}

/** Whether a box is checked, as far as it or what it is made of says so. */
export function boxState(element: Element): boolean | null {
  const control = element instanceof HTMLLabelElement ? element.control : element;
  const inside = 'input[type=checkbox], input[type=radio], [role=checkbox], [role=radio], [role=switch]';
  for (const one of [control, control?.shadowRoot?.querySelector(inside), control?.querySelector(inside)]) {
    const aria = one?.getAttribute('aria-checked');
    if (aria) return aria === 'true';
    const own = (one as { checked?: unknown } | null | undefined)?.checked;
    if (typeof own === 'boolean') return own;
  }
  return null;
}

/** What a person would click in place of an input that nobody sees. */
export function labelOf(element: Element): Element | null {
  if (!(element instanceof HTMLInputElement)) return null;
  return [...(element.labels ?? []), element.parentElement].find((one) => one?.checkVisibility()) ?? null;
}

/** A role alone does not make it so: a list to choose from may be called a combobox and take no letter. */
export function takesText(element: Element): boolean {
  return element.matches('input,textarea') || (element as HTMLElement).isContentEditable;
}

/** Of a field that text is typed into. */
export function fieldText(element: Element): string | null {
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element.value : null;
}

/** It holds what it held, and the focus is elsewhere. */
export function isBereft(element: Element, was: string): boolean {
  const { activeElement } = element.getRootNode() as Document | ShadowRoot;
  return (element as HTMLInputElement).value === was && activeElement !== element;
}

export function isNoneOf(element: Element, others: readonly unknown[]): boolean {
  return !others.includes(element);
}

/** A list of the page's own comes with it; what a browser offers by itself does not count. */
export function hasOwnList(element: Element): boolean {
  if (element.hasAttribute('list')) return false;
  return ['aria-haspopup', 'aria-controls', 'aria-owns', 'aria-autocomplete', 'aria-expanded'].some((name) =>
    element.hasAttribute(name),
  );
}

/** Whether what lies over a control is drawn by its own widget: who presses there means the control. */
export function isUnderOwnDrawing(control: Element): boolean {
  const CONTROLS = 'input:not([type=hidden]),select,textarea,button,a[href],[tabindex],[contenteditable]';
  if (!control.matches('input,select')) return false;
  const { left, top, width, height } = control.getBoundingClientRect();
  const over = (control.getRootNode() as Document).elementFromPoint(left + width / 2, top + height / 2);
  if (!over || over === control || over.contains(control)) return false;
  if (control.closest('label')?.contains(over)) return true;
  let around = over.parentElement;
  while (around && !around.contains(control)) around = around.parentElement;
  if (!around || around === document.body || around.getBoundingClientRect().height > 100) return false;
  return [...around.querySelectorAll(CONTROLS)].every((one) => one === control || one.contains(control));
}

/** Under something that floats above the page, such as the calendar of another field. */
export function isUnderneath(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  const hit = document.elementFromPoint(left + width / 2, top + height / 2);
  for (let over = hit; over && !over.contains(element) && !element.contains(over); over = over.parentElement)
    if (/absolute|fixed/.test(getComputedStyle(over).position)) return !over.closest('label');
  return false;
}
