import type { Dialog, FileChooser } from 'playwright-core';
import { fault } from '../../kernel/fault.ts';

/** Something of the page that waits for an answer and blocks everything else until it has one. */
export type ModalState = DialogState | ChooserState;

export interface DialogState {
  readonly kind: 'dialog';
  readonly type: string;
  readonly message: string;
  readonly defaultValue: string;
  readonly description: string;
  /** The tool that answers it. */
  readonly tool: 'browser_handle_dialog';
}

export interface ChooserState {
  readonly kind: 'file chooser';
  readonly multiple: boolean;
  readonly description: string;
  readonly tool: 'browser_file_upload';
}

/** The dialogs and file choosers that are open in one page. */
export class Modals {
  readonly #dialogs = new Map<Dialog, DialogState>();
  readonly #choosers = new Map<FileChooser, ChooserState>();
  readonly #waiting = new Set<() => void>();

  get open(): readonly ModalState[] {
    return [...this.#dialogs.values(), ...this.#choosers.values()];
  }

  /** A dialog stops the page's scripts: whatever would ask the page then has to wait. */
  get isBlocked(): boolean {
    return this.#dialogs.size > 0;
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
    this.#dialogs.set(dialog, state);
    this.#tell();
    return state;
  }

  dialogClosed(dialog: Dialog): void {
    this.#dialogs.delete(dialog);
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

  takeDialog(): Dialog {
    const first = this.#dialogs.keys().next().value;
    if (!first) throw fault('NO_MODAL_STATE', { wanted: 'dialog' });
    this.#dialogs.delete(first);
    return first;
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
      open: inTheWay.map((state) => state.description),
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
    const timer = setTimeout(resolve, ms);
    const stopListening = this.onNext(resolve);
    await promise;
    clearTimeout(timer);
    stopListening();
  }

  #tell(): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const listener of waiting) listener();
  }
}
