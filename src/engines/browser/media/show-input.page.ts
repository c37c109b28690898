/*
 * Draws what hands do: a ring where the pointer goes down, and the keys that are pressed. In a world of our own, in
 * each document of the tab, styled by properties, which no content security policy forbids.
 */

/** Begins it in this document; a second call does nothing. */
export function showInput(): void {
  const world = globalThis as unknown as { sensoriumHands?: AbortController | undefined };
  if (world.sensoriumHands && !world.sensoriumHands.signal.aborted) return;
  const life = new AbortController();
  world.sensoriumHands = life;
  const STAY_MS = 1500;
  const MOST_KEYS = 24;
  const early = { capture: true, passive: true, signal: life.signal } as const;

  const draw = (look: string, inside = ''): HTMLElement => {
    const host = document.createElement('div');
    host.setAttribute('aria-hidden', 'true');
    const base = 'all:initial; position:fixed; z-index:2147483647; pointer-events:none; ';
    host.style.cssText = (base + look).replaceAll(';', ' !important;');
    host.attachShadow({ mode: 'closed' }).append(inside);
    document.documentElement.append(host);
    life.signal.addEventListener('abort', () => host.remove());
    return host;
  };

  addEventListener(
    'pointerdown',
    ({ isTrusted, clientX, clientY }) => {
      if (!isTrusted) return;
      const ring = draw(
        `left:${clientX - 18}px; top:${clientY - 18}px; width:36px; height:36px; box-sizing:border-box; ` +
          'border:3px solid #ff3b30; border-radius:50%; background:rgba(255,59,48,0.25);',
      );
      const fade = ring.animate([{ opacity: 1 }, { transform: 'scale(1.6)', opacity: 0 }], 700);
      fade.onfinish = () => ring.remove();
    },
    early,
  );

  /** What is typed into such a field is nobody else's business. */
  const isSecret = (target: EventTarget | null) =>
    target instanceof Element &&
    (target.matches(
      'input[type=password], [autocomplete*=password], [autocomplete*=cc-], [autocomplete*=one-time-code]',
    ) ||
      getComputedStyle(target).getPropertyValue('-webkit-text-security') !== 'none');

  const NAMES: Readonly<Record<string, string>> = {
    ' ': '␣',
    ArrowUp: '↑',
    ArrowDown: '↓',
    ArrowLeft: '←',
    ArrowRight: '→',
  };
  let keys: string[] = [];
  let bar: HTMLElement | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  addEventListener(
    'keydown',
    (event) => {
      const { isTrusted, key, ctrlKey, metaKey, altKey, shiftKey } = event;
      if (!isTrusted || /^(Control|Shift|Alt|Meta|Dead|Unidentified)$/.test(key)) return;
      const isLetter = key.length === 1;
      const held = [ctrlKey && 'Ctrl', metaKey && 'Meta', altKey && 'Alt', shiftKey && !isLetter && 'Shift'];
      const names = held.filter((name) => name !== false);
      const target = event.composedPath()[0] ?? null;
      const shown = isLetter && names.length === 0 && isSecret(target) ? '•' : (NAMES[key] ?? key);
      const word = [...names, shown].join('+');
      keys = [...keys, word].slice(-MOST_KEYS);
      bar?.remove();
      bar = draw(
        'left:50%; bottom:16px; transform:translateX(-50%); max-width:90vw; padding:6px 14px; border-radius:8px; ' +
          'background:rgba(20,20,24,0.86); color:#fff; font:600 16px/1.4 ui-monospace, monospace; white-space:pre;',
        keys.map((one, at) => (one.length > 1 && at > 0 ? ` ${one}` : one)).join(''),
      );
      clearTimeout(timer);
      timer = setTimeout(() => {
        bar?.remove();
        keys = [];
      }, STAY_MS);
    },
    early,
  );
}

export function hideInput(): void {
  (globalThis as unknown as { sensoriumHands?: AbortController }).sensoriumHands?.abort();
}
