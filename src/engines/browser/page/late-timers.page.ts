/**
 * Runs in the page's own world while something is done to it: notes the timers that handlers of the action start, so
 * that what comes of them half a second later is not missed, and nothing is waited for where there are none. Asked by
 * an event that only we know the name of; to take it back is to say that one is due.
 */
export function noteTimers(name: string): void {
  const world = window as unknown as Record<'setTimeout' | 'clearTimeout', (...args: unknown[]) => unknown>;
  const EVENTS = [
    'pointerdown',
    'pointerup',
    'click',
    'keydown',
    'keyup',
    'input',
    'change',
    'submit',
    'drop',
  ];
  const LEAST = 20;
  const MOST = 700;
  /** A handler that waits for a promise is still the same handler. */
  const HANDLING = 100;
  const { setTimeout, clearTimeout, performance } = window;
  const due = new Map<unknown, number>();
  let handled = Number.NEGATIVE_INFINITY;
  const onEvent = ({ isTrusted }: Event) => {
    if (isTrusted) handled = performance.now();
  };
  const noting = new Proxy(setTimeout, {
    apply(target, self, args: unknown[]) {
      const id: unknown = Reflect.apply(target, self, args);
      const ms = Number(args[1]);
      const now = performance.now();
      if (ms >= LEAST && ms <= MOST && now - handled < HANDLING) due.set(id, now + ms);
      return id;
    },
  });
  const forgetting = new Proxy(clearTimeout, {
    apply(target, self, args: unknown[]) {
      due.delete(args[0]);
      return Reflect.apply(target, self, args);
    },
  });
  const onAsked = (event: Event) => {
    // What it sets off comes a moment after it.
    const now = performance.now() - 10;
    if ([...due.values()].some((time) => time > now)) event.preventDefault();
  };
  const end = () => {
    for (const type of EVENTS) window.removeEventListener(type, onEvent, true);
    document.removeEventListener(name, onAsked);
    document.removeEventListener(`${name} end`, end);
    if (world.setTimeout === noting) world.setTimeout = setTimeout as never;
    if (world.clearTimeout === forgetting) world.clearTimeout = clearTimeout as never;
  };
  document.dispatchEvent(new CustomEvent(`${name} end`)); // what a step that was cut short has left
  world.setTimeout = noting as never;
  world.clearTimeout = forgetting as never;
  for (const type of EVENTS) window.addEventListener(type, onEvent, true);
  document.addEventListener(name, onAsked);
  document.addEventListener(`${name} end`, end);
}
