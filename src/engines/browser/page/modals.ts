import type { Dialog, FileChooser } from 'playwright-core';
import { fault } from '../../../kernel/fault.ts';
import { quotePageText } from '../../../kernel/page-fence.ts';
import { within } from '../../../kernel/within.ts';

/** Something of the page that waits for an answer and blocks everything else until it has one. */
export type ModalState = DialogState | ChooserState;

export interface DialogState {
  readonly kind: 'dialog';
  readonly type: string;
  readonly message: string;
  readonly defaultValue: string;
  readonly description: string;
  /** Where it is open, when that is another page of the same process. */
  readonly tab?: string;
  readonly tool: 'browser_handle_dialog';
}

export interface ChooserState {
  readonly kind: 'file chooser';
  readonly multiple: boolean;
  readonly description: string;
  readonly tool: 'browser_file_upload';
}

/** What pages have open that opened one another: they share a process, and a dialog stops the scripts of them all. */
interface Family {
  readonly dialogs: Map<Dialog, { readonly owner: Modals; readonly state: DialogState }>;
  readonly members: Set<Modals>;
}

/** The dialogs and file choosers that keep one page from being used. */
export class Modals {
  readonly #tab: string;
  #family: Family = { dialogs: new Map(), members: new Set([this]) };
  readonly #choosers = new Map<FileChooser, ChooserState>();
  readonly #waiting = new Set<() => void>();

  /** The id of the page's tab. */
  constructor(tab: string) {
    this.#tab = tab;
  }

  get open(): readonly ModalState[] {
    return [
      ...this.#dialogs().map(({ owner, state }) => (owner === this ? state : elsewhere(state, owner.#tab))),
      ...this.#choosers.values(),
    ];
  }

  /** A dialog stops the page's scripts: whatever would ask the page then has to wait. */
  get isBlocked(): boolean {
    return this.#family.dialogs.size > 0;
  }

  /** The page was opened by that other one. */
  join(opener: Modals): void {
    const { dialogs, members } = this.#family;
    if (opener.#family.members === members) return;
    for (const [dialog, known] of dialogs) opener.#family.dialogs.set(dialog, known);
    for (const member of members) {
      opener.#family.members.add(member);
      member.#family = opener.#family;
    }
    if (dialogs.size > 0) this.#tellAll();
  }

  /** The page is gone, and its dialogs with it. */
  leave(): void {
    for (const [dialog, { owner }] of this.#family.dialogs)
      if (owner === this) this.#family.dialogs.delete(dialog);
    this.#family.members.delete(this);
    this.#family = { dialogs: new Map(), members: new Set([this]) };
  }

  dialogOpened(dialog: Dialog): DialogState {
    const state: DialogState = {
      kind: 'dialog',
      type: dialog.type(),
      message: dialog.message(),
      defaultValue: dialog.defaultValue(),
      description: `"${dialog.type()}" dialog with message "${dialog.message()}"`,
      tool: 'browser_handle_dialog',
    };
    this.#family.dialogs.set(dialog, { owner: this, state });
    this.#tellAll();
    return state;
  }

  dialogClosed(dialog: Dialog): void {
    this.#family.dialogs.delete(dialog);
  }

  chooserOpened(chooser: FileChooser): ChooserState {
    const state: ChooserState = {
      kind: 'file chooser',
      multiple: chooser.isMultiple(),
      description: 'File chooser',
      tool: 'browser_file_upload',
    };
    this.#choosers.clear(); // a page shows one at a time
    this.#choosers.set(chooser, state);
    this.#tell();
    return state;
  }

  /** A new document has no open chooser. */
  documentStarted(): void {
    this.#choosers.clear();
  }

  /** The page's own one, else one of another page that stops this one. */
  takeDialog(): Dialog {
    const first = this.#dialogs()[0];
    if (!first) throw fault('NO_MODAL_STATE', { wanted: 'dialog' });
    this.#family.dialogs.delete(first.dialog);
    return first.dialog;
  }

  async dismissOwn(): Promise<void> {
    for (let next = this.#own(); next; next = this.#own()) {
      this.#family.dialogs.delete(next);
      await next.dismiss().catch(() => {}); // it was answered meanwhile
    }
  }

  takeChooser(): FileChooser | undefined {
    const first = this.#choosers.keys().next().value;
    if (first) this.#choosers.delete(first);
    return first;
  }

  /** Raises MODAL_STATE unless nothing is open, or what is open is what the caller answers. */
  assertFree(handles?: ModalState['kind']): void {
    const inTheWay = this.open.filter((state) => state.kind !== handles);
    if (inTheWay.length === 0 || (handles && inTheWay.length < this.open.length)) return;
    throw fault('MODAL_STATE', {
      open: inTheWay.map(inOneLine),
      tools: [...new Set(inTheWay.map((state) => state.tool))],
    });
  }

  /** Calls back once, when the next one opens. Gives the function that stops listening. */
  onNext(listener: () => void): () => void {
    this.#waiting.add(listener);
    return () => this.#waiting.delete(listener);
  }

  /** Comes when the next one opens, or after that time. */
  async next(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const stopListening = this.onNext(resolve);
    await within(promise, ms);
    stopListening();
  }

  #own(): Dialog | undefined {
    return this.#dialogs().find(({ owner }) => owner === this)?.dialog;
  }

  /** The page's own first. */
  #dialogs(): { readonly dialog: Dialog; readonly owner: Modals; readonly state: DialogState }[] {
    const all = [...this.#family.dialogs].map(([dialog, known]) => ({ dialog, ...known }));
    return all.sort((a, b) => Number(b.owner === this) - Number(a.owner === this));
  }

  #tellAll(): void {
    for (const member of this.#family.members) member.#tell();
  }

  #tell(): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const listener of waiting) listener();
  }
}

/** The description, its message as words of the page. */
const inOneLine = (state: ModalState) =>
  state.kind === 'dialog'
    ? state.description.replace(`"${state.message}"`, () => quotePageText(state.message))
    : state.description;

const elsewhere = (state: DialogState, tab: string): DialogState => ({
  ...state,
  tab,
  description: `${state.description} in tab ${tab}`,
});
