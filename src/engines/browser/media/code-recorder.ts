import { fault } from '../../../kernel/fault.ts';
import type { OpenContext } from '../context/open-context.ts';

/** What Playwright's recorder offers; it is not among its documented API, so it is looked for before use. */
interface Recorder {
  /** Languages as Playwright names them: `playwright-test`, `javascript`, `python`, `java`, `csharp`. */
  _startRecording(options: { language: string }, heard: RecorderEvents): Promise<void>;
  _stopRecording(): Promise<void>;
}

interface RecorderEvents {
  actionAdded(page: unknown, action: unknown, code: string): void;
  /** The last action went on, as when one types another letter. */
  actionUpdated(page: unknown, action: unknown, code: string): void;
  /** The last action led to something: a popup, a dialog, a download. */
  signalAdded(page: unknown, signal: unknown, code: string): void;
}

/** Takes down what a person does in the pages of a context, as code of a test. */
export class CodeRecorder {
  readonly #running = new WeakMap<OpenContext, string[]>();

  isOn(context: OpenContext): boolean {
    return this.#running.has(context);
  }

  async start(context: OpenContext, language: string): Promise<void> {
    if (this.#running.has(context)) throw fault('RECORDING_ALREADY', { what: 'recording' });
    const recorder = recorderOf(context);
    const actions: string[] = [];
    const renew = (code: string) => {
      if (code) actions.splice(-1, 1, code);
    };
    this.#running.set(context, actions);
    try {
      await recorder._startRecording(
        { language },
        {
          actionAdded: (_page, _action, code) => void actions.push(code),
          actionUpdated: (_page, _action, code) => renew(code),
          signalAdded: (_page, _signal, code) => renew(code),
        },
      );
    } catch (error) {
      this.#running.delete(context);
      throw error;
    }
  }

  /** Ends the recording and gives one piece of code for each action. */
  async stop(context: OpenContext): Promise<readonly string[]> {
    const actions = this.#running.get(context);
    if (!actions) throw fault('NOT_RECORDING', { what: 'recording' });
    this.#running.delete(context);
    await recorderOf(context)._stopRecording();
    return actions.filter((code) => code.trim() !== '').map(withoutIndent);
  }
}

function recorderOf({ context }: OpenContext): Recorder {
  const isThere = '_startRecording' in context && typeof context._startRecording === 'function';
  if (!isThere)
    throw fault('ACTION_FAILED', { action: 'Recording', why: 'this version of Playwright has no recorder' });
  return context as unknown as Recorder;
}

/** The recorder writes code as it stands inside of a test. */
function withoutIndent(code: string): string {
  const lines = code.replace(/^\n+|\s+$/g, '').split('\n');
  const indents = lines.filter((line) => line.trim()).map((line) => line.length - line.trimStart().length);
  const least = Math.min(...indents);
  return lines.map((line) => line.slice(least)).join('\n');
}
