/** Where the focus is, for a walk through the page by Tab. Each function stands for itself. */

interface World {
  sensoriumStops?: Element[];
}

interface Stop {
  /** The same for the same element; -1 is the page itself. */
  readonly index: number;
  readonly label: string;
  readonly box?: { readonly x: number; readonly y: number };
  /** What shows that it has the focus can be seen. */
  readonly hasRing?: boolean;
  readonly tabindex?: number;
}

/** The walk begins at the top of the document. */
export function beginWalk(): void {
  (globalThis as World).sensoriumStops = [];
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  const range = document.createRange();
  range.setStart(document.documentElement, 0);
  getSelection()?.removeAllRanges();
  getSelection()?.addRange(range);
  getSelection()?.removeAllRanges();
}

export function focusedNow(): Stop {
  const world = globalThis as World;
  world.sensoriumStops ??= [];
  const stops = world.sensoriumStops;
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  if (!at || at === document.body || at === document.documentElement) return { index: -1, label: 'page' };
  if (!stops.includes(at)) stops.push(at);
  const { x, y } = at.getBoundingClientRect();
  const style = getComputedStyle(at);
  const words =
    at.getAttribute('aria-label') || (at as HTMLElement).innerText || at.getAttribute('name') || '';
  const name = at.tagName.toLowerCase() + (at.id ? `#${at.id}` : '');
  return {
    index: stops.indexOf(at),
    label: `${name} ${words.replace(/\s+/g, ' ').trim().slice(0, 60)}`.trim(),
    box: { x: Math.round(x + scrollX), y: Math.round(y + scrollY) },
    hasRing:
      (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0) || style.boxShadow !== 'none',
    tabindex: (at as HTMLElement).tabIndex,
  };
}

/** What can be clicked and was never reached. */
export function unreachedNow(): readonly { readonly label: string; readonly isFocusable: boolean }[] {
  const stops = new Set((globalThis as World).sensoriumStops ?? []);
  const CLICKABLE =
    'a[href], button:not(:disabled), input:not([type=hidden]):not(:disabled), select:not(:disabled),' +
    'textarea:not(:disabled), summary, [role=button], [role=link], [role=checkbox], [role=switch], [onclick]';
  /** Arrow keys lead through these. */
  const ROVING =
    '[role=radiogroup], [role=tablist], [role=menu], [role=menubar], [role=toolbar], [role=listbox], [role=grid], [role=tree]';
  const missing: { label: string; isFocusable: boolean }[] = [];
  const walk = (root: Document | ShadowRoot) => {
    for (const element of root.querySelectorAll<HTMLElement>('*')) {
      if (element.shadowRoot) walk(element.shadowRoot);
      const isClickable =
        element.matches(CLICKABLE) ||
        (getComputedStyle(element).cursor === 'pointer' &&
          !element.parentElement?.matches(
            ':is(a, button, label, summary, [role], [onclick]) *, a, button, label, summary, [role], [onclick]',
          ));
      if (!isClickable || element.matches('label') || element.closest('[inert], [aria-disabled=true]'))
        continue;
      if (!element.checkVisibility({ visibilityProperty: true }) || element.getClientRects().length === 0)
        continue;
      if (stops.has(element) || [...stops].some((stop) => stop.contains(element) || element.contains(stop)))
        continue;
      if (element.closest(ROVING)) continue;
      if (
        element instanceof HTMLInputElement &&
        element.type === 'radio' &&
        [...stops].some((stop) => (stop as HTMLInputElement).name === element.name)
      )
        continue;
      const words = (element.getAttribute('aria-label') || element.innerText || '')
        .replace(/\s+/g, ' ')
        .trim();
      const name =
        element.tagName.toLowerCase() +
        (element.id
          ? `#${element.id}`
          : element.className && typeof element.className === 'string'
            ? `.${element.className.split(' ')[0]}`
            : '');
      missing.push({ label: `${name} ${words.slice(0, 60)}`.trim(), isFocusable: element.tabIndex >= 0 });
    }
  };
  walk(document);
  return missing;
}
