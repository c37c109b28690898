/** Functions that run in the page, on one element. They are sent as they stand, so they use nothing from outside. */

/** As much of an element as they touch. */
export interface PageElement {
  readonly tagName: string;
  readonly type?: string;
  readonly value?: string;
  readonly innerText?: string;
  readonly isContentEditable?: boolean;
  readonly form?: { requestSubmit(): void } | null;
  focus(): void;
  setSelectionRange?(start: number, end: number): void;
  setAttribute(name: string, value: string): void;
  scrollIntoView(options: { block: string; behavior: string }): void;
  dispatchEvent(event: unknown): boolean;
}

interface PageGlobals {
  getSelection(): { selectAllChildren(element: unknown): void; collapseToEnd(): void };
  DataTransfer: new () => { setData(type: string, words: string): void };
  ClipboardEvent: new (type: string, options: Record<string, unknown>) => unknown;
}

/** What a field holds, as a person sees it. Secret fields tell nothing, as nowhere else. */
export const shownValue = (element: PageElement): string | null =>
  element.type === 'password' ? '[redacted]' : (element.value ?? element.innerText ?? null);

export const fieldValue = (element: PageElement): string | undefined =>
  element.type === 'password' ? '[redacted]' : element.value;

export function caretToEnd(element: PageElement): void {
  element.focus();
  if (element.value !== undefined) {
    try {
      element.setSelectionRange?.(element.value.length, element.value.length);
    } catch {
      // number and date fields have no caret
    }
  } else if (element.isContentEditable) {
    const selection = (globalThis as unknown as PageGlobals).getSelection();
    selection.selectAllChildren(element);
    selection.collapseToEnd();
  }
}

/** Tells the page of a paste; says whether the page has taken the text itself. */
export function tellPaste(element: PageElement, words: string): boolean {
  const page = globalThis as unknown as PageGlobals;
  element.focus();
  const clipboardData = new page.DataTransfer();
  clipboardData.setData('text/plain', words);
  const options = { clipboardData, bubbles: true, cancelable: true, composed: true };
  return !element.dispatchEvent(new page.ClipboardEvent('paste', options));
}

export const toMiddle = (element: PageElement): void =>
  element.scrollIntoView({ block: 'center', behavior: 'instant' });

export const writeAttribute = (element: PageElement, [name, value]: readonly [string, string]): void =>
  element.setAttribute(name, value);

export const tagOf = (element: PageElement): string => element.tagName.toLowerCase();

export const submitForm = (element: PageElement): void => element.form?.requestSubmit();
