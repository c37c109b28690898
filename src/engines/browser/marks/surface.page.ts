import type { MarkBox, MarkKind, MarkPoint } from '../../../contract/marks.ts';

/** A mark as it is shown now. */
export interface ShownMark {
  readonly number: number;
  readonly kind: MarkKind;
  readonly box: MarkBox;
  readonly points: readonly MarkPoint[];
  readonly text: string;
}

/** What was answered to an earlier mark. */
export interface ShownAnswer {
  readonly number: number;
  readonly text: string;
  readonly reply: string;
  readonly isDone: boolean;
}

export interface SurfaceHands {
  readonly question: string;
  /** The requests that wait behind this one. */
  readonly waiting: readonly string[];
  readonly answers: readonly ShownAnswer[];
  drawn(kind: MarkKind, points: readonly MarkPoint[]): void;
  written(text: string): void;
  /** The last mark, or the one that is being written at. */
  undo(): void;
  done(): void;
  declined(): void;
  hide(): void;
  scroll(event: WheelEvent): void;
}

export type Surface = ReturnType<typeof makeSurface>;

/** Paper, ink and tools, in a document of their own that the page can neither reach nor hear. */
export function makeSurface(inside: Document, hands: SurfaceHands, signal: AbortSignal) {
  const LOOK = `
    * { box-sizing: border-box; margin: 0; }
    html, body { height: 100%; background: transparent; overflow: hidden; user-select: none; }
    body { font: 14px/1.4 system-ui, -apple-system, 'Segoe UI', sans-serif; color: #f5f5f7; cursor: crosshair; }
    svg.ink { position: fixed; inset: 0; width: 100%; height: 100%; touch-action: none; }
    .halo { stroke: rgba(255,255,255,.9); stroke-width: 6; }
    .line { stroke: #e11d48; stroke-width: 3; }
    .halo, .line { fill: none; stroke-linecap: round; stroke-linejoin: round; }
    .box .line { fill: rgba(225,29,72,.07); }
    .badge circle { fill: #e11d48; stroke: #fff; stroke-width: 2; }
    .badge text { fill: #fff; font: 700 12px system-ui, sans-serif; text-anchor: middle; dominant-baseline: central; }
    .note, .entry { position: fixed; max-width: min(300px, calc(100vw - 16px)); border-radius: 8px;
      background: #18181bf2; box-shadow: 0 0 0 1px #ffffff40, 0 4px 14px #0006; }
    .note { padding: 4px 10px; pointer-events: none; overflow-wrap: anywhere;
      display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 4; overflow: hidden; }
    .entry { width: 300px; padding: 4px; cursor: default; }
    .entry input { width: 100%; padding: 7px 9px; border: 2px solid #fb7185; border-radius: 6px; outline: none;
      background: #fff; color: #18181b; font: inherit; user-select: text; }
    .entry small { display: block; padding: 3px 6px 1px; color: #a1a1aa; font-size: 11px; }
    .card { position: fixed; left: 50%; bottom: 16px; transform: translateX(-50%); width: max-content;
      max-width: calc(100vw - 16px); padding: 10px; border-radius: 14px; cursor: default;
      background: #18181b; box-shadow: 0 0 0 1px #ffffff30, 0 8px 30px #0008; }
    .card.up { bottom: auto; top: 16px; }
    .ask { padding: 2px 6px 8px; max-width: 720px; max-height: 30vh; overflow: auto; overflow-wrap: anywhere; }
    .ask b { color: #fda4af; font-weight: 600; }
    .ask ol { margin: 6px 0 0; padding-left: 20px; color: #a1a1aa; font-size: 12px; }
    .ask .answer { margin-top: 6px; font-size: 12px; color: #d4d4d8; }
    .ask .answer i { color: #86efac; font-style: normal; }
    .tools { display: flex; flex-wrap: wrap; gap: 6px; align-items: center; justify-content: center; }
    button { display: inline-flex; gap: 6px; align-items: center; min-height: 34px; padding: 5px 11px; border: 0;
      border-radius: 9px; background: #3f3f46; color: #f5f5f7; font: inherit; cursor: pointer; white-space: nowrap; }
    button:hover { background: #52525b; }
    button:focus-visible { outline: 2px solid #fda4af; outline-offset: 2px; }
    button[aria-pressed=true] { background: #e11d48; }
    button.go { background: #15803d; font-weight: 600; }
    button.go:hover { background: #166534; }
    button svg { width: 16px; height: 16px; fill: none; stroke: currentColor; stroke-width: 2; }
    kbd { font: 600 11px ui-monospace, monospace; opacity: .65; }
    .gap { width: 1px; height: 22px; background: #ffffff30; }
    .still .card, .still .entry { opacity: 0; animation: none; }
    @media (max-width: 620px) { kbd, .word { display: none; } button { padding: 5px 9px; } .entry { width: 240px; } }
    @media (prefers-reduced-motion: no-preference) { .card { animation: rise .18s ease-out; } }
    @keyframes rise { from { opacity: 0; transform: translate(-50%, 8px); } }`;
  const view = inside.defaultView as Window & typeof globalThis;
  const sheet = new view.CSSStyleSheet();
  sheet.replaceSync(LOOK);
  inside.adoptedStyleSheets = [sheet];
  inside.documentElement.lang = 'en';

  const make = (tag: string, className = '', text = '') => {
    const element = inside.createElement(tag);
    element.className = className;
    element.textContent = text;
    return element;
  };
  const draw = (tag: string, attributes: Readonly<Record<string, string | number>>, ...parts: Element[]) => {
    const element = inside.createElementNS('http://www.w3.org/2000/svg', tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
    element.append(...parts);
    return element;
  };
  /** Only what a person does counts: scripts can make events, too. */
  const on = <E extends Event>(target: EventTarget, type: string, work: (event: E) => void) =>
    target.addEventListener(type, (event) => event.isTrusted && work(event as E), { signal, passive: false });

  const ink = draw('svg', { class: 'ink' });
  const notes = make('div');
  const body = inside.body;
  body.append(ink, notes);

  const path = (kind: MarkKind, points: readonly MarkPoint[]) => {
    const [first, ...rest] = points;
    if (!first) return '';
    const last = rest.at(-1) ?? first;
    const at = ({ x, y }: MarkPoint) => `${x.toFixed(1)} ${y.toFixed(1)}`;
    if (kind === 'box')
      return `M${at(first)}H${last.x.toFixed(1)}V${last.y.toFixed(1)}H${first.x.toFixed(1)}Z`;
    if (kind === 'line') return `M${[first, ...rest].map(at).join('L')}`;
    const angle = Math.atan2(last.y - first.y, last.x - first.x);
    const barb = (turn: number) =>
      at({ x: last.x - 16 * Math.cos(angle + turn), y: last.y - 16 * Math.sin(angle + turn) });
    return `M${at(first)}L${at(last)}M${barb(0.45)}L${at(last)}L${barb(-0.45)}`;
  };
  const shape = (kind: MarkKind, points: readonly MarkPoint[]) => {
    const d = path(kind, points);
    return draw('g', { class: kind }, draw('path', { class: 'halo', d }), draw('path', { class: 'line', d }));
  };

  /** Within the window, and beside what it belongs to rather than on it. */
  const place = (element: HTMLElement, { x, y, height }: MarkBox) => {
    const own = element.getBoundingClientRect();
    const [most, low] = [view.innerWidth - own.width - 8, view.innerHeight - own.height - 8];
    const below = y + height + 8;
    const top = below <= low ? below : y - own.height - 16 >= 8 ? y - own.height - 16 : low;
    element.style.left = `${Math.max(8, Math.min(x, most))}px`;
    element.style.top = `${Math.max(8, Math.min(top, low))}px`;
  };

  const show = (marks: readonly ShownMark[]) => {
    ink.replaceChildren();
    notes.replaceChildren();
    for (const { number, kind, points, box, text } of marks) {
      const start = kind === 'box' ? box : points[0]!;
      const [x, y] = [Math.max(14, start.x), Math.max(14, start.y)];
      const count = draw('text', { x, y });
      count.textContent = String(number);
      const badge = draw('g', { class: 'badge' }, draw('circle', { cx: x, cy: y, r: 12 }), count);
      ink.append(shape(kind, points), badge);
      if (!text) continue;
      const note = make('div', 'note', text);
      notes.append(note);
      // An arrow's words stand where it comes from.
      place(note, kind === 'box' ? box : { x: x - 12, y: y - 12, width: 24, height: 24 });
    }
  };

  // Drawing.
  let kind: MarkKind = 'box';
  let drawing: { readonly id: number; points: MarkPoint[]; preview: Element } | undefined;
  const here = ({ clientX, clientY }: PointerEvent): MarkPoint => ({ x: clientX, y: clientY });
  on<PointerEvent>(ink, 'pointerdown', (event) => {
    if (event.button !== 0 || drawing) return;
    if (entry) finishEntry();
    ink.setPointerCapture(event.pointerId);
    const preview = shape(kind, [here(event)]);
    ink.append(preview);
    drawing = { id: event.pointerId, points: [here(event)], preview };
  });
  on<PointerEvent>(ink, 'pointermove', (event) => {
    if (drawing?.id !== event.pointerId) return;
    const { points } = drawing;
    drawing.points = kind === 'line' ? [...points, here(event)].slice(0, 2000) : [points[0]!, here(event)];
    const next = shape(kind, drawing.points);
    drawing.preview.replaceWith(next);
    drawing.preview = next;
  });
  const end = (event: PointerEvent, isDrawn: boolean) => {
    if (drawing?.id !== event.pointerId) return;
    const { points, preview } = drawing;
    drawing = undefined;
    preview.remove();
    if (isDrawn) hands.drawn(kind, points);
  };
  on<PointerEvent>(ink, 'pointerup', (event) => end(event, true));
  on<PointerEvent>(ink, 'pointercancel', (event) => end(event, false));
  on<WheelEvent>(ink, 'wheel', (event) => {
    event.preventDefault();
    hands.scroll(event);
  });

  // Words of a mark.
  let entry: { readonly around: HTMLElement; readonly field: HTMLInputElement } | undefined;
  const finishEntry = (isKept = true) => {
    const open = entry;
    if (!open) return;
    entry = undefined;
    open.around.remove();
    if (isKept) hands.written(open.field.value.trim());
    else hands.undo();
  };
  const ask = (box: MarkBox, text = '') => {
    const around = make('div', 'entry');
    const field = make('input') as HTMLInputElement;
    field.maxLength = 2000;
    field.placeholder = 'What about it?';
    field.setAttribute('aria-label', 'What about it?');
    field.value = text;
    around.append(field, make('small', '', 'Enter keeps it, Esc takes it away'));
    body.append(around);
    place(around, box);
    entry = { around, field };
    field.focus();
    on(field, 'blur', () => entry?.field === field && finishEntry());
  };

  // Tools.
  const card = make('div', 'card');
  const said = make('div', 'ask');
  const tools = make('div', 'tools');
  tools.setAttribute('role', 'toolbar');
  tools.setAttribute('aria-label', 'Marks');
  const SIGNS: Readonly<Record<string, string>> = {
    box: 'M3 4h10v8H3z',
    arrow: 'M3 13L13 3M6 3h7v7',
    line: 'M2 11c3-8 5 4 8-3 1-2 3-2 4 0',
    undo: 'M6 3L2.500 6.500 6 10M3 6.500h6a4 4 0 0 1 0 7H7',
    hide: 'M2 2l12 12M6.500 4.200A7 7 0 0 1 8 4c4 0 6 4 6 4a11 11 0 0 1-1.700 2.200M4 5.500A11 11 0 0 0 2 8s2 4 6 4',
  };
  const button = (sign: string, word: string, key: string, title: string, press: () => void) => {
    const element = make('button') as HTMLButtonElement;
    element.type = 'button';
    element.title = title;
    element.setAttribute('aria-label', title);
    if (SIGNS[sign]) element.append(draw('svg', { viewBox: '0 0 16 16' }, draw('path', { d: SIGNS[sign] })));
    element.append(make('span', SIGNS[sign] ? 'word' : '', word));
    if (key) element.append(make('kbd', '', key));
    on(element, 'click', press);
    return element;
  };
  const kinds = (['box', 'arrow', 'line'] as const).map((one) => {
    const word = { box: 'Box', arrow: 'Arrow', line: 'Line' }[one];
    return { one, element: button(one, word, word[0]!, `${word} (${word[0]})`, () => choose(one)) };
  });
  const choose = (one: MarkKind) => {
    kind = one;
    for (const other of kinds) other.element.setAttribute('aria-pressed', String(other.one === one));
  };
  choose('box');
  const done = button('', 'Done', 'Esc', 'Send the marks (Esc)', () => hands.done());
  done.classList.add('go');
  tools.append(
    ...kinds.map(({ element }) => element),
    make('span', 'gap'),
    button('undo', 'Undo', 'Ctrl+Z', 'Take the last mark away (Ctrl+Z)', () => hands.undo()),
    button('hide', 'Pause', 'Alt+Shift+D', 'Use the page meanwhile (Alt+Shift+D)', () => hands.hide()),
    make('span', 'gap'),
    button('', 'Decline', '', 'Answer without marks', () => hands.declined()),
    done,
  );
  const head = make('div');
  head.append(make('b', '', hands.question ? 'An agent asks: ' : 'Mark what you mean. '));
  head.append(hands.question || 'Draw on the page and write what it is about.');
  said.append(head);
  for (const { number, text, reply, isDone } of hands.answers) {
    const answer = make('div', 'answer');
    answer.append(make('i', '', isDone ? '✓ done ' : '↩ answered '), `${number} “${text.slice(0, 80)}”`);
    if (reply) answer.append(`: ${reply.slice(0, 200)}`);
    said.append(answer);
  }
  const line = make('ol');
  line.setAttribute('start', '2');
  said.append(line);
  /** The requests that wait behind this one. */
  const wait = (waiting: readonly string[]) => {
    const shown = waiting.slice(0, 5).map((one) => make('li', '', one.slice(0, 120) || 'Mark the page'));
    const more = waiting.length - shown.length;
    line.replaceChildren(...shown, ...(more > 0 ? [make('li', '', `and ${more} more`)] : []));
  };
  wait(hands.waiting);
  card.append(said, tools);
  body.append(card);
  /** It makes way for what is to be marked. */
  on<PointerEvent>(ink, 'pointermove', ({ clientY, clientX }) => {
    if (!drawing) return;
    const { left, right, top, bottom } = card.getBoundingClientRect();
    const isIn = clientX > left - 20 && clientX < right + 20 && clientY > top - 20 && clientY < bottom + 20;
    if (isIn) card.classList.toggle('up');
  });

  /** What a key means here; any other is left to the browser. */
  const meaning = (event: KeyboardEvent): (() => void) | undefined => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, code } = event;
    if (event.isComposing) return undefined;
    if (altKey && shiftKey && code === 'KeyD') return hands.hide;
    if (entry && key === 'Enter') return () => finishEntry();
    if (key === 'Escape') return entry ? () => finishEntry(false) : hands.done;
    if (entry) return undefined;
    if ((ctrlKey || metaKey) && key.toLowerCase() === 'z') return hands.undo;
    if (ctrlKey || metaKey || altKey || key.length !== 1) return undefined;
    const chosen = kinds.find(({ one }) => one.startsWith(key.toLowerCase()));
    return chosen && (() => choose(chosen.one));
  };
  on<KeyboardEvent>(view, 'keydown', (event) => {
    const work = meaning(event);
    if (!work) return;
    event.preventDefault();
    work();
  });

  return {
    show,
    ask,
    wait,
    /** Whether it waits for words; its end may be wanted from outside. */
    get isAsking() {
      return entry !== undefined;
    },
    finishEntry,
    /** Only the marks are to be seen. */
    still(isStill: boolean) {
      body.classList.toggle('still', isStill);
    },
  };
}
