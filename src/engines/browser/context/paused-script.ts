import type { BrowserContext } from 'playwright-core';
import { fault } from '../../../kernel/fault.ts';

/** Where a script that drives this browser, too, was told to wait: by `page.pause()`, or by a step of ours. */
export interface PausedScript {
  /** What it is about to do. */
  readonly title: string;
  readonly file: string;
  readonly line?: number | undefined;
}

export function pausedScript(context: BrowserContext): PausedScript | undefined {
  const details = context.debugger.pausedDetails();
  if (!details) return undefined;
  const { file, line } = details.location;
  return { title: details.title, file, line };
}

/** On to its next pause, by one step, or to a line of a file. */
export type Resumption = 'on' | 'step' | { readonly file: string; readonly line?: number };

/** Lets the script go on, and comes when it waits again, or when its context closes. */
export async function resumeScript(
  context: BrowserContext,
  how: Resumption,
  signal: AbortSignal,
): Promise<PausedScript | undefined> {
  if (!pausedScript(context)) throw fault('NOT_PAUSED');
  const { promise: again, resolve, reject } = Promise.withResolvers<void>();
  const onState = () => {
    if (pausedScript(context)) resolve();
  };
  const onClose = () => resolve();
  const onAbort = () => reject(signal.reason);
  context.debugger.on('pausedstatechanged', onState);
  context.on('close', onClose);
  signal.addEventListener('abort', onAbort);
  try {
    const going = goOn(context.debugger, how);
    await Promise.all([going, again]);
  } finally {
    context.debugger.off('pausedstatechanged', onState);
    context.off('close', onClose);
    signal.removeEventListener('abort', onAbort);
  }
  return pausedScript(context);
}

function goOn(script: BrowserContext['debugger'], how: Resumption): Promise<void> {
  if (how === 'on') return script.resume();
  return how === 'step' ? script.next() : script.runTo(how);
}
