/** Actions of the record as steps of a test: those that a person or an agent did, with what the page did in answer. */
import { type CodeStep, type Literal, options, quoted, withOptions } from '../../../report/code/code-step.ts';
import { parseChain } from '../../../report/code/locator-chain.ts';
import { printStep } from '../../../report/code/print-code.ts';
import type { RecordedAction } from '../recording/recording.ts';
import { rebased, type Walk } from './walk.ts';

/** One action and what came of it. */
export interface Step {
  readonly action: RecordedAction;
  /** Dialogs, downloads and popups that it led to. */
  readonly led: readonly RecordedAction[];
  /** Of a drag: what was dropped on. */
  readonly onto?: RecordedAction | undefined;
}

const LED = new Set(['dialog', 'download', 'popup']);
/** They follow from others, or cannot be done again. */
const LEFT = new Set(['submit', 'evaluate', 'other', 'focus', 'paste', 'drop']);
const SAME_FIELD_MS = 60_000;

/** The actions that count, each once. */
export function stepsOf(actions: readonly RecordedAction[]): readonly Step[] {
  const steps: (Step & { led: RecordedAction[] })[] = [];
  for (const [index, action] of actions.entries()) {
    if (LED.has(action.type) && action.source === 'page') {
      steps.at(-1)?.led.push(action);
      continue;
    }
    if (action.source === 'page' || action.error !== undefined || LEFT.has(action.type)) continue;
    const before = steps.at(-1);
    if (isEcho(action, before?.action)) continue;
    const later = actions.slice(index + 1);
    if (isPartOf(action, later)) continue;
    if (before && replaces(action, before.action)) steps.pop();
    const onto = action.type === 'drag' ? later.find(({ type }) => type === 'drop') : undefined;
    if (action.type === 'drag' && !onto) continue;
    steps.push({ action, led: [], onto });
  }
  return steps;
}

/** A key makes a click of its own: Enter in a form presses its button. */
const isEcho = (action: RecordedAction, before: RecordedAction | undefined) =>
  action.type === 'click' &&
  before?.type === 'keypress' &&
  (before.key === 'Enter' || before.key === ' ') &&
  action.x === 0 &&
  action.y === 0 &&
  action.at - before.at < 1000;

/** A click before a double click, or into a field that is then filled, says nothing of its own. */
function isPartOf(action: RecordedAction, later: readonly RecordedAction[]): boolean {
  if (action.type !== 'click') return false;
  const next = later.find(({ source }) => source !== 'page');
  const same = next !== undefined && isSame(action, next);
  if (same && next.type === 'input') return true;
  const double = later.slice(0, 2).find(({ type }) => type === 'dblclick');
  return double !== undefined && isSame(action, double) && double.at - action.at < 1000;
}

/** Typing goes on in the same field: only its last value counts. */
const replaces = (action: RecordedAction, before: RecordedAction) =>
  action.type === 'input' &&
  before.type === 'input' &&
  isSame(action, before) &&
  action.at - before.at < SAME_FIELD_MS;

const isSame = (a: RecordedAction, b: RecordedAction) =>
  a.selectors !== undefined &&
  a.selectors.css === b.selectors?.css &&
  a.page === b.page &&
  a.frame === b.frame;

/** How the element is found: as it was written down then, else by the best that is known of it. */
function locatorOf({ selectors, target }: RecordedAction): string | undefined {
  if (selectors?.locator !== undefined && isChain(selectors.locator)) return selectors.locator;
  if (!selectors) {
    if (target === undefined || /^(?:\w+:)?e\d+$/.test(target)) return undefined;
    const code = target.trim().replace(/;$/, '');
    return isChain(code) ? code : `locator(${quoted(target)})`;
  }
  const { testId, testIdAttribute = 'data-testid', role, label, placeholder, text, css } = selectors;
  if (testId !== undefined)
    return testIdAttribute === 'data-testid'
      ? `getByTestId(${quoted(testId)})`
      : `locator(${quoted(`[${testIdAttribute}=${JSON.stringify(testId)}]`)})`;
  if (role?.name) return `getByRole(${quoted(role.role)}, { name: ${quoted(role.name)}, exact: true })`;
  if (label !== undefined) return `getByLabel(${quoted(label)}, { exact: true })`;
  if (placeholder !== undefined) return `getByPlaceholder(${quoted(placeholder)}, { exact: true })`;
  if (text !== undefined) return `getByText(${quoted(text)}, { exact: true })`;
  return `locator(${quoted(css.replaceAll(' >>> ', ' '))})`;
}

function isChain(code: string): boolean {
  try {
    return /^(getBy|locator|frameLocator)/.test(code) && parseChain(code).length > 0;
  } catch {
    return false;
  }
}

/** `PASSWORD`, `CARD_NUMBER`: the variable of the environment that holds what was not recorded. */
export function secretName({ selectors }: RecordedAction): string {
  const words =
    selectors?.label ?? selectors?.role?.name ?? selectors?.placeholder ?? selectors?.id ?? 'secret';
  const name = words
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '');
  return /^[A-Z]/.test(name) ? name.slice(0, 40) : `SECRET_${name}`.slice(0, 40);
}

/** The call of Playwright that does it again; nothing where there is none. */
export function callOf({ action, onto }: Step, walk: Walk, base: string | undefined): CodeStep | undefined {
  const on = locatorOf(action);
  const { type, modifiers, key = '' } = action;
  const held = modifiers && modifiers.length > 0 ? modifiers : undefined;
  const typed: Literal = action.isRedacted ? { secret: secretName(action) } : (action.value ?? '');
  const on_ = (call: string, args: readonly (Literal | undefined)[] = []): CodeStep | undefined =>
    on === undefined ? undefined : { on, call, args: args.filter((one) => one !== undefined) };
  switch (type) {
    case 'click': {
      const button = action.button === 'left' ? undefined : action.button;
      return on_('click', withOptions([], options({ button, modifiers: held })));
    }
    case 'dblclick':
      return on_('dblclick');
    case 'contextmenu':
      return on_('click', [options({ button: 'right' })]);
    case 'input':
      return on_('fill', [typed]);
    case 'select':
      return on_('selectOption', [
        action.isRedacted ? typed : (action.selectedValues ?? [action.value ?? '']),
      ]);
    case 'check':
      return on_(action.checked === false ? 'uncheck' : 'check');
    case 'hover':
      return on_('hover');
    case 'upload':
      return on === undefined ? undefined : { call: 'setInputFiles', typescript: uploadLine(on, action) };
    case 'drag': {
      const target = onto && locatorOf(onto);
      return target === undefined ? undefined : on_('dragTo', [{ chain: parseChain(target) }]);
    }
    case 'keypress': {
      const keys = [...(held ?? []), key].join('+');
      return on === undefined ? { part: 'keyboard', call: 'press', args: [keys] } : on_('press', [keys]);
    }
    case 'scroll':
      return on === undefined
        ? {
            call: 'evaluate',
            typescript: `await page.evaluate(() => scrollTo(${action.scrollX ?? 0}, ${action.scrollY ?? 0}));`,
          }
        : on_('scrollIntoViewIfNeeded');
    case 'back':
      return { call: 'goBack' };
    case 'forward':
      return { call: 'goForward' };
    case 'refresh':
      return { call: 'reload' };
    case 'navigate':
    case 'new_tab':
      return { call: 'goto', args: [rebased(action.toUrl ?? action.url, walk, base)] };
    default:
      return undefined;
  }
}

/** The files themselves are not recorded: one of the same name stands for each. */
function uploadLine(on: string, { fileNames = [] }: RecordedAction): string {
  const files = fileNames.map(
    (name) =>
      `{ name: ${quoted(name)}, mimeType: 'application/octet-stream', buffer: Buffer.from('a file') }`,
  );
  return `await page.${on}.setInputFiles([${files.join(', ')}]);`;
}

/** The call as a line, on the page of that name. */
export function lineOf(step: CodeStep, page: string): string {
  const line = printStep(step, 'typescript') ?? '';
  return line
    .replace(/^await page\b/, `await ${page}`)
    .replaceAll(/process\.env\['(\w+)'\]/g, "process.env['$1'] ?? ''");
}
