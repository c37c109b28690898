import { setTimeout as pause } from 'node:timers/promises';
import type { ActionData } from '../../../contract/action-data.ts';
import { currentCall } from '../../../kernel/current-call.ts';
import type { StepEnd } from '../observer.ts';
import type { Step } from '../page/tab.ts';
import type { Payload } from './devtools.ts';
import type { Place } from './frame-book.ts';
import type { PageAction } from './in-page/capture.page.ts';
import type { Departure } from './navigation-capture.ts';
import type { Scene } from './scene.ts';

type Dialog = Pick<Payload<'Page.javascriptDialogOpening'>, 'message' | 'defaultPrompt'> & { type: string };
type Download = Pick<Payload<'Page.downloadWillBegin'>, 'url' | 'suggestedFilename'>;

/** A pause in typing that ends one input and begins the next. */
const TYPING_MS = 1_000;
/** Two clocks, of the page and ours, agree to about this. */
const SLACK_MICROS = 10_000;
/** How long an event of a step may take to reach us after the step has ended. */
const ARRIVAL_MS = 100;

interface Typing {
  readonly key: string;
  readonly timer: NodeJS.Timeout;
  time: number;
  data: ActionData;
}

interface OpenStep {
  readonly step: Step;
  /** The number of the call that it is a part of. */
  readonly call: number | undefined;
  readonly from: number;
  to: number;
  events: number;
}

/** What is done in a page, by whom. Keystrokes in one field become one item; a step becomes what it did. */
export class ActionCapture {
  readonly #scene: Scene;
  isPopup = false;
  #steps: OpenStep[] = [];
  #typing: Typing | undefined;

  constructor(scene: Scene) {
    this.#scene = scene;
  }

  seen(place: Place, action: PageAction): void {
    const time = this.#scene.time.wall(action.at);
    const open = this.#stepAt(time);
    // A script may dispatch what it likes; only clicks of its own are worth telling.
    if (!action.trusted && !open && action.data.type !== 'click') return;
    if (open?.step.isTrial) return;
    if (open) open.events++;
    const data: ActionData = {
      ...place,
      ...action.data,
      source: open ? 'ai' : action.trusted ? 'human' : 'page',
      ...(open && { step: open.step.action, ...callOf(open) }),
      ...(open?.step.target !== undefined && { target: open.step.target }),
    };
    if (data.type === 'input') this.#typed(place, time, data);
    else {
      this.flush();
      this.#scene.emit('action', time, data);
    }
  }

  /** An agent begins to do something; to be called with how it ended. */
  stepStarted(step: Step): (end: StepEnd) => void {
    if (step.isReading && !step.isTrial) return () => {};
    const open: OpenStep = {
      step,
      call: currentCall(),
      from: this.#scene.time.now(),
      to: Number.POSITIVE_INFINITY,
      events: 0,
    };
    this.#steps.push(open);
    const url = this.#scene.frames.mainUrl;
    return (end) => {
      open.to = this.#scene.time.now();
      this.flush();
      if (step.isTrial) return;
      // The page's word of an event may be behind ours of the step's end.
      this.#scene.later(this.#stepEnded(open, url, end));
    };
  }

  /** The main frame went somewhere; by itself this is only an action when a person used the browser's own controls. */
  departed(fromUrl: string, toUrl: string, departure: Departure | undefined): void {
    if (!departure || departure.isOfPage || this.#stepAt(this.#scene.time.now())) return;
    // Nobody sees a page that has no name: the browser's driver uses it, to fill a storage for instance.
    if (this.#scene.where?.page === undefined) return;
    if (this.isPopup && /^(about:blank)?$/.test(fromUrl)) return; // its opener sent it there
    const type =
      departure.reason === 'reload' ? 'refresh' : departure.reason === 'back_forward' ? 'back' : 'navigate';
    this.flush();
    const url = fromUrl || toUrl;
    this.#scene.emit('action', this.#scene.time.now(), { url, type, source: 'human', fromUrl, toUrl });
  }

  dialog(place: Place, { type, message, defaultPrompt }: Dialog): void {
    const detail = { type, ...(defaultPrompt && { defaultPrompt }) };
    this.#ofPage(place, { type: 'dialog', message, detail });
  }

  download(place: Place, { url, suggestedFilename }: Download): void {
    const toUrl = this.#scene.host.privacy.url(url);
    this.#ofPage(place, { type: 'download', toUrl, fileName: suggestedFilename });
  }

  popup(toUrl: string): void {
    this.#ofPage(this.#scene.frames.place(undefined), { type: 'popup', ...(toUrl && { toUrl }) });
  }

  /** Typing that has not come to a pause yet is told as it stands. */
  flush(): void {
    const typing = this.#typing;
    if (!typing) return;
    this.#typing = undefined;
    clearTimeout(typing.timer);
    this.#scene.emit('action', typing.time, typing.data);
  }

  #ofPage(place: Place, data: Omit<ActionData, 'url' | 'source'>): void {
    this.flush();
    this.#scene.emit('action', this.#scene.time.now(), { ...place, ...data, source: 'page' });
  }

  #typed(place: Place, time: number, data: ActionData): void {
    const key = `${place.frame ?? ''} ${data.selectors?.css} ${data.source}`;
    const before = this.#typing?.key === key ? this.#typing : undefined;
    if (!before) this.flush();
    else clearTimeout(before.timer);
    const timer = setTimeout(() => this.flush(), TYPING_MS);
    timer.unref();
    const keystrokes = (before?.data.keystrokes ?? 0) + 1;
    this.#typing = { key, timer, time, data: { ...data, keystrokes } };
  }

  #stepAt(time: number): OpenStep | undefined {
    const now = this.#scene.time.now();
    this.#steps = this.#steps.filter(({ to }) => to + 5_000_000 > now);
    return this.#steps.findLast(({ from, to }) => time >= from - SLACK_MICROS && time <= to);
  }

  async #stepEnded(open: OpenStep, url: string, end: StepEnd): Promise<void> {
    const { step, from } = open;
    if (open.events === 0 && end.error === undefined && SEEN_IN_PAGE.has(step.action)) {
      await pause(ARRIVAL_MS);
    }
    // What the page itself told of the step says more than the step does.
    if (open.events > 0 && end.error === undefined) return;
    const { detail } = step;
    this.#scene.emit('action', from, {
      url,
      type: TYPES[step.action] ?? 'other',
      source: 'ai',
      step: step.action,
      ...callOf(open),
      ...(step.target !== undefined && { target: step.target }),
      ...(step.url && URL.canParse(step.url) && { toUrl: this.#scene.host.privacy.url(step.url) }),
      ...(detail && Object.keys(detail).length > 0 && { detail: { ...detail } }),
      ms: end.ms,
      ...(end.settledBy && { settledBy: end.settledBy }),
      ...(end.error && { error: end.error }),
    });
  }
}

const callOf = ({ call }: OpenStep) => (call === undefined ? undefined : { call });

/** Steps that go through the page's own events. */
const SEEN_IN_PAGE = new Set(
  'click,double click,type,press key,select option,fill form,drag,drop,upload'.split(','),
);

const TYPES: Readonly<Record<string, ActionData['type']>> = {
  click: 'click',
  'double click': 'dblclick',
  type: 'input',
  'fill form': 'input',
  'press key': 'keypress',
  'select option': 'select',
  'upload files': 'upload',
  upload: 'upload',
  drag: 'drag',
  drop: 'drop',
  hover: 'hover',
  'scroll into view': 'scroll',
  navigate: 'navigate',
  'go back': 'back',
  'go forward': 'forward',
  reload: 'refresh',
  resize: 'resize',
  evaluate: 'evaluate',
};
