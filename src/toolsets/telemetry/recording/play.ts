import { focus } from '../../../engines/browser/actions/element.ts';
import { check, selectOption } from '../../../engines/browser/actions/form.ts';
import { pressKey, type } from '../../../engines/browser/actions/keyboard.ts';
import { clickAt } from '../../../engines/browser/actions/mouse.ts';
import { goInHistory, navigate, reload, resize } from '../../../engines/browser/actions/navigate.ts';
import { click, hover, scrollIntoView, scrollTo } from '../../../engines/browser/actions/pointer.ts';
import type { BrowserEngine } from '../../../engines/browser/browser-engine.ts';
import type { Outcome } from '../../../engines/browser/page/outcome.ts';
import type { Tab } from '../../../engines/browser/page/tab.ts';
import { asFault, fault } from '../../../kernel/fault.ts';
import { type Healed, heal } from './heal.ts';
import type { RecordedAction, Recording, StepResult } from './recording.ts';

interface Playing {
  readonly engine: BrowserEngine;
  readonly signal: AbortSignal;
  /** Tabs of the recording and those that stand for them now. */
  readonly tabs: Map<string, Tab>;
  readonly opened: string[];
}

type Played = Omit<StepResult, 'index' | 'type' | 'ms'>;

/** Consequences of other actions, or things that only a person can do again. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  submit: 'the click or key before it submits the form',
  popup: 'the click before it opens the page',
  download: 'the click before it starts the download',
  dialog: 'dialogs are answered as they come',
  upload: 'the files of the recording are not kept',
  evaluate: 'scripts are not played again',
  other: 'it has no action of its own',
};

/** Does all actions of a recording again in the browser, one after the other. */
export async function playRecording(
  engine: BrowserEngine,
  recording: Recording,
  tab: Tab,
  signal: AbortSignal,
  progress: (done: number, total: number) => void,
): Promise<readonly StepResult[]> {
  const tabs = new Map(recording.tab_id === undefined ? [] : [[recording.tab_id, tab]]);
  const playing: Playing = { engine, signal, tabs, opened: [] };
  if (recording.viewport) await resize(tab, recording.viewport.width, recording.viewport.height);
  if (/^https?:/.test(recording.start_url)) await navigate(tab, recording.start_url, { signal });
  const results: StepResult[] = [];
  for (const [index, action] of recording.actions.entries()) {
    if (signal.aborted) throw signal.reason;
    const start = performance.now();
    const played = await step(playing, action, tab).catch((thrown): Played => {
      if (signal.aborted) throw signal.reason;
      return { status: 'failed', error: asFault(thrown).message };
    });
    results.push({ index, type: action.type, ms: Math.round(performance.now() - start), ...played });
    progress(index + 1, recording.actions.length);
  }
  return results;
}

async function step(playing: Playing, action: RecordedAction, first: Tab): Promise<Played> {
  const skipped = (error: string): Played => ({ status: 'skipped', error });
  if (action.error !== undefined) return skipped(`it failed when it was recorded (${action.error})`);
  if (action.source === 'page') return skipped('the page did it by itself');
  const left = LEFT_OUT[action.type];
  if (left !== undefined) return skipped(left);
  if (action.isRedacted) return skipped('its value is secret and was not recorded');
  const tab = await tabOf(playing, action, first);
  if (isOfPage(action)) return pageStep(playing, tab, action);
  const found = await heal(tab, action, playing.signal);
  if (!found) return atPosition(playing, tab, action);
  const outcome = await act(tab, found, action, playing.signal);
  playing.opened.push(...outcome.opened);
  const { strategy, selector, isHealed } = found;
  return { status: isHealed ? 'healed' : 'ok', strategy, selector };
}

/** A tab that the recording opened is the one that playing opened in its place. */
async function tabOf(playing: Playing, { page, type }: RecordedAction, first: Tab): Promise<Tab> {
  if (page === undefined) return first;
  const known = playing.tabs.get(page);
  if (known && !known.page.isClosed()) return known;
  if (playing.tabs.size === 0) {
    playing.tabs.set(page, first);
    return first;
  }
  const id = playing.opened.shift();
  const context = await playing.engine.context(first.host.context);
  // A tab that an agent opened begins with its first address.
  if (id === undefined && type !== 'navigate') {
    throw fault('NO_SUCH_TAB', { tab: `${page} of the recording`, tabs: [...playing.tabs.keys()] });
  }
  const tab = id === undefined ? await context.newTab() : context.find(id);
  playing.tabs.set(page, tab);
  return tab;
}

const PAGE_STEPS = ['navigate', 'back', 'forward', 'refresh', 'new_tab', 'resize', 'scroll'];
const isOfPage = ({ type, selectors }: RecordedAction) =>
  PAGE_STEPS.includes(type) && (type !== 'scroll' || !selectors);

async function pageStep(
  { engine, signal, opened }: Playing,
  tab: Tab,
  action: RecordedAction,
): Promise<Played> {
  const url = action.toUrl ?? action.url;
  switch (action.type) {
    case 'back':
    case 'forward':
      await goInHistory(tab, action.type, { signal });
      break;
    case 'refresh':
      await reload(tab, { signal });
      break;
    case 'new_tab': {
      const created = await (await engine.context(tab.host.context)).newTab();
      opened.push(created.id);
      if (/^https?:/.test(url)) await navigate(created, url, { signal });
      break;
    }
    case 'scroll':
      await scrollTo(tab, action.scrollX ?? 0, action.scrollY ?? 0, { signal });
      break;
    case 'resize':
      return { status: 'skipped', error: 'the size is set at the start' };
    default:
      // A link that was clicked before has led there already.
      if (tab.url === url) return { status: 'ok' };
      await navigate(tab, url, { signal });
  }
  return { status: 'ok' };
}

function act(
  tab: Tab,
  { found }: Healed,
  action: RecordedAction,
  signal: AbortSignal,
): Promise<Outcome<unknown>> {
  const { type: kind, button, modifiers = [] } = action;
  switch (kind) {
    case 'click':
      return click(tab, found, { button, modifiers, signal });
    case 'dblclick':
      return click(tab, found, { double: true, signal });
    case 'contextmenu':
      return click(tab, found, { button: 'right', signal });
    case 'input':
    case 'paste':
      return type(tab, found, action.value ?? '', { signal });
    case 'keypress':
      return pressKey(tab, [...modifiers, action.key ?? 'Enter'].join('+'), { target: found, signal });
    case 'select':
      return selectOption(tab, found, action.selectedValues ?? [action.value ?? ''], { signal });
    case 'check':
      return check(tab, found, action.checked ?? true, { signal });
    case 'hover':
      return hover(tab, found, { signal });
    case 'focus':
      return focus(tab, found, { signal });
    case 'scroll':
      return scrollIntoView(tab, found, { signal });
    default:
      throw fault('ACTION_FAILED', { action: kind, why: `it cannot be played in ${tab.url}` });
  }
}

/** The last way: where it was. Only for the pointer; typing into whatever lies there would do harm. */
async function atPosition({ signal, opened }: Playing, tab: Tab, action: RecordedAction): Promise<Played> {
  const { x, y, frame } = action;
  const isPointer = ['click', 'dblclick', 'contextmenu'].includes(action.type);
  if (!isPointer || x === undefined || y === undefined || frame !== undefined) {
    throw fault('ELEMENT_NOT_FOUND', {
      target: `The element of this step (${action.selectors?.css ?? 'unknown'})`,
    });
  }
  const button = action.type === 'contextmenu' ? 'right' : (action.button ?? 'left');
  const clickCount = action.type === 'dblclick' ? 2 : 1;
  const outcome = await clickAt(tab, { x, y }, { button, clickCount, signal });
  opened.push(...outcome.opened);
  return { status: 'healed', strategy: 'position', selector: `${x},${y}` };
}
