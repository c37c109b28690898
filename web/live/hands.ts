import type { PersonAct } from '../../src/contract/app-live.ts';
import { say } from '../socket.ts';

/** Pointers move oftener than anybody can see. */
const MOVE_MS = 32;
const AGAIN_MS = 450;
const AGAIN_PX = 6;
const BUTTONS = ['left', 'middle', 'right'] as const;
const MOST_CLICKS = 3;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Passes on what a person does with the picture of a page, in places of the page. Gives what ends it. */
export function passOn(
  picture: HTMLElement,
  page: string,
  size: () => Size | null,
  lock: () => void,
): () => void {
  const ended = new AbortController();
  const act = (done: PersonAct) => say({ act: done, page });
  const on = <Name extends keyof HTMLElementEventMap>(
    name: Name,
    deed: (event: HTMLElementEventMap[Name]) => void,
  ) => picture.addEventListener(name, deed, { signal: ended.signal });
  const placeOf = (event: MouseEvent) => {
    const { left, top, width, height } = picture.getBoundingClientRect();
    const whole = size() ?? { width, height };
    const x = ((event.clientX - left) / width) * whole.width;
    const y = ((event.clientY - top) / height) * whole.height;
    return { x: Math.round(x * 10) / 10, y: Math.round(y * 10) / 10 };
  };
  const pressed = new Set<string>();
  let moved = 0;
  let last = { x: 0, y: 0, at: 0, clicks: 0 };

  on('pointermove', (event) => {
    if (event.timeStamp - moved < MOVE_MS) return;
    moved = event.timeStamp;
    act({ kind: 'move', ...placeOf(event) });
  });
  on('pointerdown', (event) => {
    picture.setPointerCapture(event.pointerId);
    picture.focus();
    const { x, y } = placeOf(event);
    const isAgain = event.timeStamp - last.at < AGAIN_MS && Math.hypot(x - last.x, y - last.y) < AGAIN_PX;
    last = { x, y, at: event.timeStamp, clicks: isAgain ? Math.min(last.clicks + 1, MOST_CLICKS) : 1 };
    act({ kind: 'down', x, y, button: BUTTONS[event.button] ?? 'left', clicks: last.clicks });
    event.preventDefault();
  });
  on('pointerup', (event) =>
    act({ kind: 'up', ...placeOf(event), button: BUTTONS[event.button] ?? 'left', clicks: last.clicks }),
  );
  on('contextmenu', (event) => event.preventDefault());
  on('wheel', (event) => {
    event.preventDefault();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 40 : 1;
    act({ kind: 'wheel', ...placeOf(event), dx: event.deltaX * lines, dy: event.deltaY * lines });
  });
  on('keydown', (event) => {
    event.stopPropagation();
    const isLock = event.code === 'KeyL' && event.ctrlKey && event.altKey;
    if (isLock) lock();
    // The app's own clipboard is pasted, not that of the page's machine.
    else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'v') return;
    else if (event.key.length <= 40) {
      pressed.add(event.key);
      act({ kind: 'keydown', key: event.key });
    }
    event.preventDefault();
  });
  on('keyup', (event) => {
    event.stopPropagation();
    if (pressed.delete(event.key)) act({ kind: 'keyup', key: event.key });
  });
  on('paste', (event) => {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (text !== '') act({ kind: 'text', text: text.slice(0, 100_000) });
    event.preventDefault();
  });
  // What was held down must not stay so in the page.
  const letGo = () => {
    for (const key of pressed) act({ kind: 'keyup', key });
    pressed.clear();
  };
  on('blur', letGo);
  return () => {
    letGo();
    ended.abort();
  };
}
