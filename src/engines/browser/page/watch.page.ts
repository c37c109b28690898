/** What an action did to a document beside what an outline tells. */
export interface Seen {
  /** How often the document was changed, as the browser counts it. */
  readonly changes: number;
  /** Elements that were scrolled, and how far they are now. */
  readonly scrolled: readonly string[];
  /** The element that has the focus now and had it not before. */
  readonly focus?: string;
  readonly selection?: string;
  /** Attributes that move or restyle an element: `g#n1 transform: translate(1,2) → translate(3,2)`. */
  readonly altered: readonly string[];
}

export interface Rest {
  readonly isQuiet: boolean;
  readonly seen: Seen;
}

interface Patience {
  /** Nothing may change for so long. */
  readonly quiet: number;
  /** The same where the document shows that it is not done: nothing to read, a spinner, a skeleton. */
  readonly patience: number;
  /** It is not waited for longer than that, and not longer than `longest` while it is not done. */
  readonly most: number;
  readonly longest: number;
}

interface Watch {
  readonly began: number;
  readonly isNew: boolean;
  readonly wasThin: boolean;
  last: number;
  /** When the browser had last drawn twice. */
  drawn: number;
  isDrawing: boolean;
  changes: number;
  readonly touched: Set<Element>;
  readonly scrolled: Set<Element | Document>;
  readonly before: Map<Element, Map<string, string>>;
  readonly focus: Element | null;
  readonly selection: string;
  end(): void;
}

/**
 * Watches the document while something is done to it. `begin` comes before the action, `rest` waits after it until
 * the document has come to rest and tells what was seen, `end` lets go. It stands alone: its text is what is sent.
 */
export function watchDocument(
  ask: 'begin' | 'rest' | 'end',
  name: string,
  patience?: Patience,
): Promise<Rest> | null {
  const world = globalThis as { sensoriumRest?: Watch | undefined };
  const MOST = 200;
  const FRAMES_MS = 300;
  const HELD_BACK_MS = 600;
  const LITTLE = 600;
  const MOVES = new Set(
    'transform d points x y x1 y1 x2 y2 cx cy r width height viewBox style class src open'.split(' '),
  );
  const SHAPES = new Set(
    'opacity transform translate scale rotate height width maxHeight maxWidth top left right bottom visibility display clipPath inset margin marginTop marginLeft'.split(
      ' ',
    ),
  );
  const TELLING = 'a[href],button,input:not([type=hidden]),select,textarea,iframe,canvas,img,video,svg';
  const SIGNS =
    '[aria-busy="true"],progress:not([value]),[role="progressbar"]:not([aria-valuenow]),[class*="spinner" i],[class*="skeleton" i],[class*="loading" i],[class*="loader" i]';

  const isShown = (element: Element) => {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
    const box = element.getBoundingClientRect();
    return box.width > 0 && box.height > 0;
  };

  /** Next to nothing to read and nothing to use. Walks no further than to the first thing that tells something. */
  const isThin = (root: Node): boolean => {
    let characters = 0;
    let nodes = 0;
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (++nodes > 3_000) return false;
      if (node instanceof Element) {
        if (node.matches(TELLING) && isShown(node) && !node.closest(SIGNS)) return false;
        if (node.shadowRoot && !isThin(node.shadowRoot)) return false;
      } else {
        const text = node.textContent!.trim();
        const { parentElement: parent } = node;
        if (!text || !parent || /^(SCRIPT|STYLE|TEMPLATE|NOSCRIPT)$/.test(parent.tagName)) continue;
        if (isShown(parent)) characters += text.length;
        if (characters >= 40) return false;
      }
    }
    return true;
  };

  const focused = () => {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    return element === document.body ? null : element;
  };

  /** Not of a field for secrets, whatever a browser gives there. */
  const selected = () =>
    (focused() as HTMLInputElement | null)?.type === 'password'
      ? ''
      : String(document.getSelection() ?? '').slice(0, 200);

  const begin = (isNew: boolean): Watch => {
    const watch: Watch = {
      began: performance.now(),
      isNew,
      wasThin: !isNew && isThin(document.documentElement),
      last: 0,
      drawn: 0,
      isDrawing: false,
      changes: 0,
      touched: new Set(),
      scrolled: new Set(),
      before: new Map(),
      focus: focused(),
      selection: selected(),
      end() {
        observer.disconnect();
        document.removeEventListener('scroll', onScroll, true);
        world.sensoriumRest = undefined;
      },
    };
    const remember = (record: MutationRecord) => {
      if (record.type === 'childList') {
        for (const node of record.addedNodes)
          if (node instanceof Element && watch.touched.size < MOST) watch.touched.add(node);
      } else if (record.type === 'attributes' && record.target instanceof Element) {
        const name = record.attributeName!;
        if (watch.touched.size < MOST && (name === 'class' || name === 'aria-busy'))
          watch.touched.add(record.target);
        if (!MOVES.has(name)) return;
        const known = watch.before.get(record.target) ?? new Map<string, string>();
        if (watch.before.size < MOST) watch.before.set(record.target, known);
        if (!known.has(name)) known.set(name, record.oldValue ?? '');
      }
    };
    const draw = () => {
      if (watch.isDrawing) return;
      watch.isDrawing = true;
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          watch.isDrawing = false;
          watch.drawn = performance.now();
        }),
      );
    };
    const observer = new MutationObserver((records) => {
      watch.last = performance.now();
      draw();
      watch.changes += records.length;
      for (const record of records) remember(record);
    });
    const onScroll = ({ target }: Event) => {
      if (watch.scrolled.size < MOST) watch.scrolled.add(target as Element | Document);
    };
    document.addEventListener('scroll', onScroll, true);
    observer.observe(document, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeOldValue: true,
      characterData: true,
    });
    return watch;
  };

  /** Something that stands for what is still to come, and came with the action or the document. */
  const isBusy = (watch: Watch): boolean => {
    const isSign = (element: Element) =>
      (element.ariaBusy === 'true' ||
        /^progress/i.test(element.getAttribute('role') ?? element.tagName) ||
        (!/^(IMG|PICTURE|VIDEO|BODY|HTML)$/.test(element.tagName) &&
          element.textContent!.trim().length < 40 &&
          !element.querySelector('input,select,textarea,button,a[href]'))) &&
      isShown(element) &&
      element.getBoundingClientRect().top < innerHeight;
    if (watch.isNew)
      return (
        document.getElementsByTagName('*').length < 20_000 &&
        [...document.querySelectorAll(SIGNS)].some(isSign)
      );
    for (const element of watch.touched) {
      if (!element.isConnected) continue;
      if (element.matches(SIGNS) && isSign(element)) return true;
      if ([...element.querySelectorAll(SIGNS)].slice(0, MOST).some(isSign)) return true;
    }
    return false;
  };

  const isUnfinished = (watch: Watch) =>
    isBusy(watch) ||
    (!watch.wasThin && document.scripts.length > 0 && isThin(document.body ?? document.documentElement));

  /** Begun since, with an end, and of something that can be read or used: not a ripple, not a pulse. */
  const isMoving = (watch: Watch) =>
    document.visibilityState === 'visible' &&
    document.getAnimations().some((animation) => {
      const { effect, startTime } = animation;
      if (animation.playState !== 'running' || !(effect instanceof KeyframeEffect)) return false;
      if (startTime !== null && Number(startTime) < watch.began - 50) return false;
      const { target, pseudoElement } = effect;
      const left = Number(effect.getComputedTiming().endTime) - Number(animation.currentTime ?? 0);
      if (pseudoElement || !target || !(left < 2_000)) return false;
      if (!effect.getKeyframes().some((frame) => Object.keys(frame).some((name) => SHAPES.has(name))))
        return false;
      return (
        Boolean(target.textContent?.trim()) ||
        target.querySelector(TELLING) !== null ||
        target.shadowRoot !== null
      );
    });

  /** What is to move begins two frames after the change that makes it move, and frames may be rare. */
  const isUndrawn = (watch: Watch, now: number) =>
    watch.drawn < watch.last && now - watch.last < FRAMES_MS && document.visibilityState === 'visible';

  const isHollow = (element: Element) =>
    !element.shadowRoot &&
    !element.textContent!.trim() &&
    !element.matches(TELLING) &&
    !element.querySelector(TELLING);

  /** A box as broad as half of the window, between two others that show something, and little: a header, a footer. */
  const holdsHollow = (element: Element, depth: number): boolean => {
    const broad = [...element.children].filter(
      (child) => !/^(SCRIPT|STYLE|TEMPLATE)$/.test(child.tagName) && child.clientWidth >= innerWidth / 2,
    );
    const hollow = broad.map(isHollow);
    const isBetween = (place: number) =>
      hollow[place] && hollow[place - 1] === false && hollow[place + 1] === false;
    return (
      (element.textContent!.length < LITTLE && broad.some((_, place) => isBetween(place))) ||
      (depth > 0 && broad.some((child, place) => !hollow[place] && holdsHollow(child, depth - 1)))
    );
  };

  /** What is in the middle of the window, or what it would stand in, is empty. */
  const hasHollow = (): boolean => {
    const middle = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
    return middle !== null && (isHollow(middle) || holdsHollow(middle, 6));
  };

  /** A script that came after the document has brought what is to fill it: React draws that up to half a second later. */
  const isHeldBack = (now: number): boolean => {
    const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    const parsed = page?.domInteractive ?? 0;
    const isLate = ({ initiatorType, responseEnd, startTime }: PerformanceResourceTiming) =>
      initiatorType === 'script' && startTime > parsed && now - responseEnd < HELD_BACK_MS;
    return (
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).some(isLate) && hasHollow()
    );
  };

  const cut = (text: string) => {
    const line = text.trim().replace(/\s+/g, ' ');
    return line.length > 80 ? `${line.slice(0, 80)}…` : line;
  };

  const nameOf = (element: Element) => {
    const [first] = element.classList;
    const mark = element.id ? `#${element.id}` : first ? `.${first}` : '';
    const label = cut(element.getAttribute('aria-label') ?? element.textContent!.slice(0, 200));
    return `${element.tagName.toLowerCase()}${mark}${label && label.length < 40 ? ` ${JSON.stringify(label)}` : ''}`;
  };

  const alteration = (element: Element, name: string, was: string): string | undefined => {
    const now = element.getAttribute(name) ?? '';
    if (now === was || !element.isConnected) return undefined;
    if (name === 'style') {
      const [olds, news] = [was, now].map(
        (text) =>
          new Map(text.split(';').map((one) => [one.split(':')[0]!.trim(), one.split(':')[1]?.trim()])),
      );
      const changed = [...new Set([...olds!.keys(), ...news!.keys()])].filter(
        (key) => key && olds!.get(key) !== news!.get(key),
      );
      const told = changed.map((key) => `${key}: ${olds!.get(key) ?? 'none'} → ${news!.get(key) ?? 'none'}`);
      return told.length ? `${nameOf(element)} ${cut(told.join(', '))}` : undefined;
    }
    if (name !== 'class') return `${nameOf(element)} ${name}: ${cut(was) || 'none'} → ${cut(now) || 'none'}`;
    const [olds, news] = [was, now].map((list) => new Set(list.split(/\s+/).filter(Boolean)));
    const came = [...news!].filter((one) => !olds!.has(one)).map((one) => `+${one}`);
    const went = [...olds!].filter((one) => !news!.has(one)).map((one) => `-${one}`);
    return came.length + went.length
      ? `${nameOf(element)} class: ${cut([...came, ...went].join(' '))}`
      : undefined;
  };

  const tell = (watch: Watch): Seen => {
    const altered: string[] = [];
    for (const [element, names] of watch.before)
      for (const [name, was] of names) {
        const told = altered.length < 3 && alteration(element, name, was);
        if (told) altered.push(told);
      }
    const scrolled = [...watch.scrolled].slice(0, 3).map((target) => {
      const element =
        target instanceof Element ? target : (document.scrollingElement ?? document.documentElement);
      const name = target instanceof Element ? nameOf(target) : 'page';
      return `${name} to ${Math.round(element.scrollLeft)},${Math.round(element.scrollTop)}`;
    });
    const [focus, selection] = [focused(), selected()];
    return {
      changes: watch.changes,
      scrolled,
      altered,
      ...(focus && focus !== watch.focus && { focus: nameOf(focus) }),
      ...(selection && selection !== watch.selection && { selection }),
    };
  };

  /** See late-timers.page.ts. */
  const isDue = () => !document.dispatchEvent(new CustomEvent(name, { cancelable: true }));

  if (ask === 'end') {
    document.dispatchEvent(new CustomEvent(`${name} end`));
    world.sensoriumRest?.end();
    return null;
  }
  if (ask === 'begin') {
    world.sensoriumRest?.end();
    world.sensoriumRest = begin(false);
    return null;
  }
  const { quiet, patience: patient, most, longest } = patience!;
  world.sensoriumRest ??= begin(true);
  const watch = world.sensoriumRest;
  const asked = performance.now();
  return new Promise((resolve, reject) => {
    const step = () => {
      try {
        check();
      } catch (error) {
        reject(error);
      }
    };
    const check = () => {
      const now = performance.now();
      const calm = now - Math.max(watch.last, asked);
      const isCalm = calm >= quiet;
      const isWaiting =
        isCalm &&
        ((calm < patient && isUnfinished(watch)) ||
          isDue() ||
          isUndrawn(watch, now) ||
          isMoving(watch) ||
          isHeldBack(now));
      const isOver = now - asked >= (isWaiting ? longest : most);
      if (isOver || (isCalm && !isWaiting)) resolve({ isQuiet: !isOver, seen: tell(watch) });
      else setTimeout(step, Math.max(4, Math.min(isWaiting ? 30 : quiet - calm, quiet)));
    };
    setTimeout(step, quiet);
  });
}
