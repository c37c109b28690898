import type { ActionData } from '../../../../contract/action-data.ts';
import type { isSecretName, looksLikeCard } from '../privacy-names.page.ts';
import type { Ground, PageScriptSettings } from './capture.page.ts';
import type { Field, Selectors } from './selectors.page.ts';

/** What a person or an agent does in the page: listened to before the page's own listeners can stop an event. */
export function watchActions(
  { say, guard, early }: Ground,
  { testIds, secretWords, inputValues }: PageScriptSettings,
  { attribute, tidy, textOf, labelOf, describe }: Selectors,
  isSecretWord: typeof isSecretName,
  isCard: typeof looksLikeCard,
  hasActed: (at: number) => void,
): void {
  const INTERACTIVE = [
    'a[href],button,input,select,textarea,summary,label,option,[onclick],[tabindex]',
    '[contenteditable=""],[contenteditable=true],[role]:not([role=presentation]):not([role=none])',
    ...testIds.map((name) => `[${name}]`),
  ].join(',');

  const elementOf = (event: Event): Field => {
    const node = (event.composedPath()[0] ?? event.target) as Node | null;
    return node instanceof Element ? node : (node?.parentElement ?? document.documentElement);
  };

  let last: { element: Element; selectors: ActionData['selectors']; time: number } | undefined;
  const acted = (type: ActionData['type'], event: Event, element: Field, more: Partial<ActionData>) => {
    const isSame = element === last?.element && event.timeStamp - last.time < 2000;
    const selectors = isSame ? last?.selectors : describe(element);
    last = { element, selectors, time: event.timeStamp };
    const at = performance.timeOrigin + event.timeStamp;
    say({ say: 'action', at, trusted: event.isTrusted, data: { type, selectors, ...more } });
    if (type !== 'scroll') hasActed(at);
  };

  /** The control that a click means: an icon inside a button means the button. */
  const controlOf = (element: Element): Field => {
    for (let node: Element | undefined = element; node; node = (node.getRootNode() as ShadowRoot).host) {
      const control = node.closest(INTERACTIVE);
      if (control) return control;
    }
    return element;
  };

  const keysOf = (event: MouseEvent | KeyboardEvent) => {
    const keys = ['Alt', 'Control', 'Meta', 'Shift'] as const;
    const modifiers = keys.filter((key) => event.getModifierState?.(key));
    return modifiers.length ? { modifiers } : {};
  };

  const secrets = new WeakMap<Element, { found: boolean; type: string | undefined; time: number }>();
  const isSecret = (element: Field) => {
    const { type } = element;
    // A password stays one when the page shows it in the clear; what is none is looked at anew now and then.
    const known = secrets.get(element);
    if (known && (known.found || (known.type === type && performance.now() - known.time < 2000)))
      return known.found;
    const names = [
      element.getAttribute('name'),
      attribute(element, 'id'),
      element.getAttribute('placeholder'),
      labelOf(element),
    ];
    const found =
      type === 'password' ||
      /\b(cc-|password|one-time-code)/.test(element.getAttribute('autocomplete') ?? '') ||
      names.some((name) => name && isSecretWord(name, secretWords));
    secrets.set(element, { found, type, time: performance.now() });
    return found;
  };

  const typedInto = (element: Field) => {
    const value = element.isContentEditable ? textOf(element, 2000) : String(element.value ?? '');
    const length = value.length;
    return !inputValues || isSecret(element) || isCard(value)
      ? ({ value: '[redacted]', length, isRedacted: true } as const)
      : { value: value.slice(0, 2000), length };
  };

  const onClick = (event: MouseEvent) => {
    const control = controlOf(elementOf(event));
    const { tagName } = control;
    // These say more with the change that follows, and a label's click comes again as that of its field.
    if (tagName === 'SELECT' || tagName === 'OPTION') return;
    if (tagName === 'INPUT' && /^(checkbox|radio|file)$/.test(control.type!)) return;
    if (tagName === 'LABEL' && control.control) return;
    const { type } = event as MouseEvent & { type: 'auxclick' | 'click' | 'dblclick' | 'contextmenu' };
    acted(type === 'auxclick' ? 'click' : type, event, control, {
      clickCount: event.detail || 1,
      ...pointOf(event),
      button: (['left', 'middle', 'right'] as const)[event.button] ?? 'left',
      ...keysOf(event),
    });
  };
  const pointOf = ({ clientX, clientY }: MouseEvent) => ({ x: Math.round(clientX), y: Math.round(clientY) });

  const onInput = (event: Event) => {
    const element = elementOf(event);
    if (element.tagName === 'SELECT' || /^(checkbox|radio|file)$/.test(element.type!)) return;
    const field = element.isContentEditable ? (element.closest('[contenteditable]') ?? element) : element;
    const inputType = element.tagName === 'INPUT' ? { inputType: element.type } : {};
    acted('input', event, field, { ...typedInto(field), ...inputType });
  };

  const onChange = (event: Event) => {
    const element = elementOf(event);
    const { type } = element;
    if (element.tagName === 'SELECT') acted('select', event, element, chosenIn(element));
    else if (type === 'checkbox' || type === 'radio')
      acted('check', event, element, { checked: element.checked, inputType: type });
    else if (type === 'file') {
      const fileNames = [...element.files!].slice(0, 100).map((file) => file.name);
      acted('upload', event, element, { fileNames });
    }
  };
  const chosenIn = (element: Field) => {
    if (!inputValues || isSecret(element)) return { value: '[redacted]', isRedacted: true } as const;
    const chosen = [...element.selectedOptions!].slice(0, 100);
    const values = chosen.map(({ value }) => value);
    return {
      value: values.join(', ').slice(0, 2000),
      selectedValues: values.map((value) => value.slice(0, 500)),
      selectedTexts: chosen.map((option) => tidy(option.label)),
    };
  };

  const isEditable = ({ isContentEditable, tagName, type }: Field) =>
    isContentEditable ||
    tagName === 'TEXTAREA' ||
    (tagName === 'INPUT' && !/^(button|submit|reset|image|checkbox|radio|file|range|color)$/.test(type!));

  const onKey = (event: KeyboardEvent) => {
    const { key } = event;
    if (event.isComposing) return;
    if (/^(Alt|AltGraph|Control|Meta|Shift|CapsLock|Dead|Unidentified|Process)$/.test(key)) return;
    const element = elementOf(event);
    const isChord = (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph');
    // What is typed into a field is in its value already; there only what moves or sends counts.
    if (isEditable(element) && !isChord && !/^(Enter|Escape|Tab|F\d+|PageUp|PageDown)$/.test(key)) return;
    acted('keypress', event, element, { key, ...keysOf(event) });
  };

  const onDrag = (event: DragEvent) =>
    acted(event.type === 'drop' ? 'drop' : 'drag', event, controlOf(elementOf(event)), pointOf(event));

  let moved = -1e9;
  const moves = (event: Event) => {
    if (event.isTrusted) moved = event.timeStamp;
  };
  const movesByKey = ({ key }: KeyboardEvent) => /^(Arrow.+|Page.+|Home|End|Tab| )$/.test(key);
  const rests = () => {
    moved = -1e9;
  };
  const scrolls = new Map<EventTarget | null, number>();
  const onScroll = (event: Event) => {
    // Scrolling that nobody's hand has begun is the page's own.
    if (event.timeStamp - moved > 1000) return;
    const { target } = event;
    const told = () => {
      scrolls.delete(target);
      rests();
      const element = target instanceof Element ? target : document.documentElement;
      const box = target instanceof Element ? target : (document.scrollingElement ?? element);
      const [scrollX, scrollY] = [Math.round(box.scrollLeft), Math.round(box.scrollTop)];
      acted('scroll', event, element, { scrollX, scrollY });
    };
    clearTimeout(scrolls.get(target));
    scrolls.set(target, setTimeout(guard(told), 250));
  };

  for (const type of ['click', 'dblclick', 'contextmenu'] as const)
    addEventListener(type, guard(onClick), early);
  // The right button has contextmenu already.
  const onOther = (event: MouseEvent) => event.button === 1 && onClick(event);
  addEventListener('auxclick', guard(onOther), early);
  addEventListener('input', guard(onInput), early);
  addEventListener('change', guard(onChange), early);
  addEventListener('keydown', guard(onKey), early);
  addEventListener('dragstart', guard(onDrag), early);
  addEventListener('drop', guard(onDrag), early);
  addEventListener('scroll', guard(onScroll), early);
  for (const type of ['wheel', 'touchmove', 'pointerdown']) addEventListener(type, moves, early);
  addEventListener('keydown', (event) => movesByKey(event) && moves(event), early);
  // A press may be on a scrollbar, unless a click comes of it: what scrolls then is the page.
  addEventListener('click', rests, early);
}
