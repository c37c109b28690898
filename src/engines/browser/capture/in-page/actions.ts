/** What a person or an agent does in the page: listened to before the page's own listeners can stop an event. */
export const ACTIONS = String.raw`
const INTERACTIVE = ['a[href]', 'button', 'input', 'select', 'textarea', 'summary', 'label', 'option', '[onclick]',
  '[tabindex]', '[contenteditable=""]', '[contenteditable=true]', '[role]:not([role=presentation]):not([role=none])',
  ...settings.testIds.map((name) => '[' + name + ']')].join(',');

const elementOf = (event) => {
  const node = event.composedPath()[0] ?? event.target;
  return node instanceof Element ? node : (node?.parentElement ?? document.documentElement);
};

const acted = (type, event, element, more) => {
  const selectors = element === last.element && event.timeStamp - last.time < 2000 ? last.selectors : describe(element);
  last = { element, selectors, time: event.timeStamp };
  const at = performance.timeOrigin + event.timeStamp;
  say({ say: 'action', at, trusted: event.isTrusted, data: { type, selectors, ...more } });
};
let last = { element: null, selectors: null, time: 0 };

/** The control that a click means: an icon inside a button means the button. */
const controlOf = (element) => {
  for (let node = element; node; node = node.getRootNode().host) {
    const control = node.closest(INTERACTIVE);
    if (control) return control;
  }
  return element;
};

const keysOf = (event) => {
  const held = ['Alt', 'Control', 'Meta', 'Shift'].filter((key) => event.getModifierState?.(key));
  return held.length ? { modifiers: held } : {};
};

const secrets = new WeakMap();
const isSecret = (element) => {
  // A password stays one when the page shows it in the clear; what is none is looked at anew now and then.
  const known = secrets.get(element);
  if (known && (known.found || (known.type === element.type && performance.now() - known.time < 2000))) return known.found;
  const autocomplete = element.getAttribute('autocomplete') ?? '';
  const names = [element.getAttribute('name'), attribute(element, 'id'), element.getAttribute('placeholder'), labelOf(element)];
  const found = element.type === 'password' || /\b(cc-|password|one-time-code)/.test(autocomplete) ||
    names.some((name) => name && isSecretName(name, settings.secretWords));
  secrets.set(element, { found, type: element.type, time: performance.now() });
  return found;
};

const valueOf = (element) => {
  const value = element.isContentEditable ? textOf(element, 2000) : String(element.value ?? '');
  const length = value.length;
  if (!settings.inputValues || isSecret(element) || looksLikeCard(value)) {
    return { value: '[redacted]', length, isRedacted: true };
  }
  return { value: value.slice(0, 2000), length };
};

const onClick = (event) => {
  const element = elementOf(event);
  const control = controlOf(element);
  // These say more with the change that follows, and a label's click comes again as that of its field.
  if (control.tagName === 'SELECT' || control.tagName === 'OPTION') return;
  if (control.tagName === 'INPUT' && /^(checkbox|radio|file)$/.test(control.type)) return;
  if (control.tagName === 'LABEL' && control.control) return;
  acted(event.type === 'auxclick' ? 'click' : event.type, event, control, {
    clickCount: event.detail || 1,
    x: Math.round(event.clientX),
    y: Math.round(event.clientY),
    button: ['left', 'middle', 'right'][event.button] ?? 'left',
    ...keysOf(event),
  });
};

const onInput = (event) => {
  const element = elementOf(event);
  if (element.tagName === 'SELECT' || /^(checkbox|radio|file)$/.test(element.type)) return;
  const field = element.isContentEditable ? (element.closest('[contenteditable]') ?? element) : element;
  const inputType = element.tagName === 'INPUT' ? { inputType: element.type } : {};
  acted('input', event, field, { ...valueOf(field), ...inputType });
};

const onChange = (event) => {
  const element = elementOf(event);
  if (element.tagName === 'SELECT') {
    const chosen = [...element.selectedOptions].slice(0, 100);
    const isHidden = !settings.inputValues || isSecret(element);
    acted('select', event, element, isHidden ? { value: '[redacted]', isRedacted: true } : {
      value: chosen.map((option) => option.value).join(', ').slice(0, 2000),
      selectedValues: chosen.map((option) => option.value.slice(0, 500)),
      selectedTexts: chosen.map((option) => tidy(option.label)),
    });
  } else if (/^(checkbox|radio)$/.test(element.type)) {
    acted('check', event, element, { checked: element.checked, inputType: element.type });
  } else if (element.type === 'file') {
    acted('upload', event, element, { fileNames: [...element.files].slice(0, 100).map((file) => file.name) });
  }
};

const isEditable = (element) => element.isContentEditable || element.tagName === 'TEXTAREA' ||
  (element.tagName === 'INPUT' && !/^(button|submit|reset|image|checkbox|radio|file|range|color)$/.test(element.type));

const onKey = (event) => {
  if (event.isComposing || /^(Alt|AltGraph|Control|Meta|Shift|CapsLock|Dead|Unidentified|Process)$/.test(event.key)) return;
  const element = elementOf(event);
  const isChord = (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph');
  // What is typed into a field is in its value already; there only what moves or sends counts.
  if (isEditable(element) && !isChord && !/^(Enter|Escape|Tab|F\d+|PageUp|PageDown)$/.test(event.key)) return;
  acted('keypress', event, element, { key: event.key, ...keysOf(event) });
};

const onDrag = (event) => acted(event.type === 'drop' ? 'drop' : 'drag', event, controlOf(elementOf(event)), {
  x: Math.round(event.clientX), y: Math.round(event.clientY),
});

let moved = -1e9;
const moves = (event) => { if (event.isTrusted) moved = event.timeStamp; };
const scrolls = new Map();
const onScroll = (event) => {
  // Scrolling that nobody's hand has begun is the page's own.
  if (event.timeStamp - moved > 1000) return;
  const target = event.target;
  clearTimeout(scrolls.get(target));
  scrolls.set(target, setTimeout(() => {
    scrolls.delete(target);
    const element = target instanceof Element ? target : document.documentElement;
    const box = target instanceof Element ? target : (document.scrollingElement ?? element);
    acted('scroll', event, element, { scrollX: Math.round(box.scrollLeft), scrollY: Math.round(box.scrollTop) });
  }, 250));
};

for (const type of ['click', 'dblclick', 'contextmenu']) addEventListener(type, guard(onClick), early);
// The right button has contextmenu already.
addEventListener('auxclick', guard((event) => event.button === 1 && onClick(event)), early);
addEventListener('input', guard(onInput), early);
addEventListener('change', guard(onChange), early);
addEventListener('keydown', guard(onKey), early);
addEventListener('dragstart', guard(onDrag), early);
addEventListener('drop', guard(onDrag), early);
addEventListener('scroll', guard(onScroll), early);
for (const type of ['wheel', 'touchmove', 'keydown', 'pointerdown']) addEventListener(type, moves, early);
`;
