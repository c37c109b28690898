import type { DrawnMark, DrawWord, MarkBox, MarkKind, MarkPoint } from '../../../contract/marks.ts';
import type { makeSelectors } from '../capture/in-page/selectors.page.ts';
import type { makeSurface, ShownAnswer, Surface } from './surface.page.ts';
import type { makeUnderMark, UnderMark } from './under-mark.page.ts';

export interface OverlayStart {
  readonly question: string;
  readonly waiting: readonly string[];
  readonly answers: readonly ShownAnswer[];
  /** Those that were drawn on this page before it was left or loaded again. */
  readonly marks: readonly Pick<DrawnMark, 'number' | 'kind' | 'box' | 'points' | 'text' | 'scroll'>[];
  readonly nextNumber: number;
  readonly most: number;
  readonly least: number;
}

export type View = 'all' | 'marks' | 'nothing';

/** What the overlay leaves for the calls that follow. */
interface Overlay {
  next(): Promise<DrawWord>;
  look(view: View): void;
  wait(waiting: readonly string[]): void;
  /** Away so that the page can be used, or there again. */
  toggle(): void;
  end(): void;
}
type World = { sensoriumOverlay?: Overlay | undefined };

/**
 * Puts the paper over the page: in a frame inside a closed shadow root, so that neither what is typed nor what is
 * drawn passes through anything of the page's; made by script in a world of our own and styled by properties and
 * adopted sheets, which no content security policy forbids.
 */
export function startOverlay(
  start: OverlayStart,
  surfaceFor: typeof makeSurface,
  underFor: typeof makeUnderMark,
  selectorsFor: typeof makeSelectors,
): void {
  const world = globalThis as World;
  world.sensoriumOverlay?.end();
  const LOOK_EVERY_MS = 500;
  const MOST_MOUNTS = 20;
  const life = new AbortController();
  const { signal } = life;
  const focused = document.activeElement;

  interface Placed {
    readonly number: number;
    readonly kind: MarkKind;
    readonly box: MarkBox;
    readonly points: readonly MarkPoint[];
    readonly scroll: MarkPoint;
    /** It stays with what it marks. */
    readonly anchor: Element | undefined;
    readonly from: MarkPoint;
    text: string;
    isWritten: boolean;
  }
  const placeOf = (element: Element | undefined): MarkPoint => {
    const { x, y } = element?.getBoundingClientRect() ?? { x: -scrollX, y: -scrollY };
    return { x, y };
  };
  let marks: Placed[] = start.marks.map((mark) => {
    const from = { x: -mark.scroll.x, y: -mark.scroll.y };
    return { ...mark, anchor: undefined, from, isWritten: true };
  });
  let number = start.nextNumber;
  let { waiting } = start;

  // What is said waits until it is asked for.
  const words: DrawWord[] = [];
  let asking: ((word: DrawWord) => void) | undefined;
  const say = (word: DrawWord) => {
    if (asking) asking(word);
    else words.push(word);
    asking = undefined;
  };

  let host: HTMLElement;
  let frame: HTMLIFrameElement;
  let pill: HTMLElement;
  let surface: Surface;
  let under: UnderMark;
  let isHidden = false;
  let mounts = 0;
  let hostLook = '';

  const important = (look: string) => look.replaceAll(';', ' !important;');
  const HOST =
    'all:initial; display:block; position:fixed; inset:0; width:100vw; height:100vh; z-index:2147483647; margin:0; ' +
    'padding:0; border:0; background:transparent; overflow:hidden; color-scheme:normal; ';

  const dress = (view: View) => {
    // Not away: who draws on meanwhile neither hits the page nor loses the words that they write.
    const seen = view === 'nothing' ? 'opacity:0;' : '';
    hostLook = important(HOST + (isHidden ? 'pointer-events:none; ' : '') + seen);
    host.style.cssText = hostLook;
    hostLook = host.style.cssText;
    frame.style.display = isHidden ? 'none' : 'block';
    pill.style.display = isHidden && view === 'all' ? 'block' : 'none';
    surface.still(view === 'marks');
  };

  /** What a page shows as modal makes all else deaf, so the paper goes in there. */
  const container = () => [...document.querySelectorAll(':modal')].at(-1) ?? document.documentElement;

  const mount = () => {
    host?.remove();
    host = document.createElement('div');
    host.setAttribute('aria-hidden', 'true');
    host.setAttribute('popover', 'manual');
    const root = host.attachShadow({ mode: 'closed' });
    frame = document.createElement('iframe');
    frame.style.cssText = 'border:0; width:100%; height:100%; background:transparent; color-scheme:normal;';
    frame.title = 'Marks';
    pill = document.createElement('button');
    pill.style.cssText =
      'position:absolute; right:16px; bottom:16px; padding:8px 14px; border:0; border-radius:999px; cursor:pointer; ' +
      'background:#18181bf5; color:#f5f5f7; font:600 13px/1.4 system-ui, sans-serif; pointer-events:auto; ' +
      'box-shadow:0 0 0 1px #ffffff40, 0 4px 14px #0006;';
    pill.textContent = 'Go on marking (Alt+Shift+D)';
    pill.addEventListener('click', ({ isTrusted }) => isTrusted && hide(false), { signal });
    root.append(frame, pill);
    container().append(host);
    try {
      host.showPopover();
    } catch {
      // an old browser: the z-index has to do
    }
    const inside = frame.contentDocument!;
    // Whoever listens to every new document is not meant to hear this one.
    inside.open();
    inside.close();
    under = underFor(selectorsFor, host);
    surface = surfaceFor(inside, { ...start, waiting, ...hands }, signal);
    dress('all');
    show();
  };

  const shown = ({ anchor, from, box, points, scroll, ...rest }: Placed) => {
    const at = placeOf(anchor?.isConnected ? anchor : undefined);
    const then = anchor && !anchor.isConnected ? { x: -scroll.x, y: -scroll.y } : from;
    const [dx, dy] = [at.x - then.x, at.y - then.y];
    return {
      ...rest,
      box: { ...box, x: box.x + dx, y: box.y + dy },
      points: points.map(({ x, y }) => ({ x: x + dx, y: y + dy })),
    };
  };
  const show = () => surface.show(marks.map(shown));

  const through = <T>(work: () => T): T => {
    host.style.setProperty('pointer-events', 'none', 'important');
    frame.style.pointerEvents = 'none';
    try {
      return work();
    } finally {
      frame.style.pointerEvents = '';
      host.style.cssText = hostLook;
    }
  };

  const told = (mark: Placed): DrawnMark => {
    const { box, points } = shown(mark);
    return {
      number: mark.number,
      kind: mark.kind,
      box,
      points,
      text: mark.text,
      url: location.href,
      viewport: { width: innerWidth, height: innerHeight },
      scroll: { x: scrollX, y: scrollY },
      elements: [...through(() => under.look(mark.kind, box, points)).elements],
    };
  };

  const hands = {
    drawn(kind: MarkKind, points: readonly MarkPoint[]) {
      const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
      const [left, top] = [Math.min(...xs), Math.min(...ys)];
      const box = { x: left, y: top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
      const isSlip =
        kind === 'box'
          ? Math.min(box.width, box.height) < start.least
          : Math.max(box.width, box.height) < start.least;
      if (isSlip || marks.length >= start.most) return;
      const { anchor } = through(() => under.look(kind, box, points));
      const from = placeOf(anchor);
      const scroll = { x: scrollX, y: scrollY };
      marks.push({ number: number++, kind, box, points, scroll, anchor, from, text: '', isWritten: false });
      show();
      surface.ask(box);
    },
    written(text: string) {
      const mark = marks.find(({ isWritten }) => !isWritten);
      if (!mark) return;
      mark.text = text;
      mark.isWritten = true;
      show();
      say({ say: 'mark', mark: told(mark) });
    },
    undo() {
      const gone = marks.at(-1);
      if (!gone) return;
      marks = marks.slice(0, -1);
      number = gone.number;
      show();
      if (gone.isWritten) say({ say: 'removed', number: gone.number });
    },
    done: () => say({ say: 'done' }),
    declined: () => say({ say: 'declined' }),
    hide: () => hide(!isHidden),
    scroll({ clientX, clientY, deltaX, deltaY, deltaMode }: WheelEvent) {
      const unit = deltaMode === 1 ? 40 : deltaMode === 2 ? innerHeight : 1;
      const scroller = through(() => under.scrollerAt(clientX, clientY));
      scroller.scrollBy({ left: deltaX * unit, top: deltaY * unit, behavior: 'instant' });
    },
  };

  const hide = (isNow: boolean) => {
    if (surface.isAsking) surface.finishEntry();
    isHidden = isNow;
    dress('all');
    if (!isHidden) show();
  };

  mount();
  const early = { capture: true, signal } as const;
  addEventListener('scroll', () => !isHidden && show(), { ...early, passive: true });
  addEventListener('resize', () => !isHidden && show(), { signal });
  // Nothing but its own two keys is taken from the page, and Escape only while the paper lies over it.
  addEventListener(
    'keydown',
    (event) => {
      if (!event.isTrusted) return;
      const isToggle = event.altKey && event.shiftKey && event.code === 'KeyD';
      const isEnd = event.key === 'Escape' && !isHidden;
      if (!isToggle && !isEnd) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (isToggle) hide(!isHidden);
      else say({ say: 'done' });
    },
    early,
  );
  // What is written is kept already.
  addEventListener('beforeunload', (event) => surface.isAsking && event.preventDefault(), { signal });
  // A page may take away what it did not put there.
  const watch = setInterval(() => {
    const isThere = host.isConnected && host.parentNode === container() && host.style.cssText === hostLook;
    if (isThere) return;
    if (++mounts <= MOST_MOUNTS) mount();
    else say({ say: 'broken', why: 'the page takes the paper away again and again' });
  }, LOOK_EVERY_MS);

  world.sensoriumOverlay = {
    next() {
      const word = words.shift();
      if (word) return Promise.resolve(word);
      const { promise, resolve } = Promise.withResolvers<DrawWord>();
      asking = resolve;
      return promise;
    },
    look: dress,
    wait(now) {
      waiting = now;
      surface.wait(now);
    },
    toggle: () => hide(!isHidden),
    end() {
      life.abort();
      clearInterval(watch);
      host.remove();
      world.sensoriumOverlay = undefined;
      if (focused instanceof HTMLElement && focused.isConnected) focused.focus({ preventScroll: true });
    },
  };
}

export function nextWord(): Promise<DrawWord> | undefined {
  return (globalThis as World).sensoriumOverlay?.next();
}

export function lookOnly(view: View): void {
  (globalThis as World).sensoriumOverlay?.look(view);
}

export function tellWaiting(waiting: readonly string[]): void {
  (globalThis as World).sensoriumOverlay?.wait(waiting);
}

/** Whether there was one. */
export function toggleOverlay(): boolean {
  const { sensoriumOverlay } = globalThis as World;
  sensoriumOverlay?.toggle();
  return sensoriumOverlay !== undefined;
}

export function endOverlay(): void {
  (globalThis as World).sensoriumOverlay?.end();
}
