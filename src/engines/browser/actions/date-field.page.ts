/** A field of the browser's own for a date or a time, or one that nobody can type into. */
export function dateKind(element: Element): 'date' | 'month' | 'datetime-local' | 'closed' | null {
  if (!(element instanceof HTMLInputElement)) return null;
  if (element.type === 'date' || element.type === 'month' || element.type === 'datetime-local')
    return element.type;
  return element.readOnly && !element.disabled ? 'closed' : null;
}

/**
 * In a calendar that is open: the day itself, or what turns the calendar towards it. Days say which they are, for
 * whoever does not see where they stand.
 */
export function towardsDay(day: string): Element | null {
  const dateOf = (element: Element): string | undefined => {
    for (const name of ['data-date', 'data-day', 'datetime', 'aria-label', 'title']) {
      const said = element.getAttribute(name)?.replace(/(\d)(st|nd|rd|th)\b/, '$1');
      if (!said || !/\b\d{4}\b/.test(said) || !/\d\D+\d{4}|\d{4}\D+\d+\D+\d/.test(said)) continue;
      const [iso] = /^\d{4}-\d\d-\d\d/.exec(said) ?? [];
      if (iso) return iso;
      const read = new Date(said);
      if (Number.isNaN(read.getTime())) continue;
      const [month, date] = [read.getMonth() + 1, read.getDate()].map((part) =>
        String(part).padStart(2, '0'),
      );
      return `${read.getFullYear()}-${month}-${date}`;
    }
    return undefined;
  };
  const isUsable = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) &&
    !element.matches('input,:disabled,[aria-disabled=true],[class*=disabled i]');
  const SAYING = '[data-date],[data-day],[datetime],[aria-label],[title]';
  const days = [...document.querySelectorAll(SAYING)].flatMap((element) => {
    const date = element.checkVisibility({ visibilityProperty: true }) ? dateOf(element) : undefined;
    return date && !element.matches('input') ? [{ element, date }] : [];
  });
  const found = days.find(({ element, date }) => date === day && isUsable(element));
  if (found) return found.element;
  const middle = days.map(({ date }) => date).sort()[Math.floor(days.length / 2)];
  if (!middle || days.length < 7 || middle.slice(0, 7) === day.slice(0, 7)) return null;
  const words = middle < day ? /next|forward/i : /prev|back/i;
  for (let around = days[0]!.element.parentElement; around; around = around.parentElement) {
    const turns = [...around.querySelectorAll('button,a,span,div,[role=button]')].filter((element) => {
      const said = `${element.getAttribute('aria-label') ?? ''} ${element.getAttribute('title') ?? ''} ${element.getAttribute('class') ?? ''}`;
      return (
        words.test(said) &&
        !/year/i.test(said) &&
        isUsable(element) &&
        !days.some((one) => element.contains(one.element) || one.element.contains(element))
      );
    });
    const turn = turns.find((element) => /month/i.test(element.outerHTML.slice(0, 300))) ?? turns[0];
    if (turn) return turn;
  }
  return null;
}

/** Whether this is a day, and not what turns to another month. */
export function isDay(element: Element): boolean {
  const names = ['data-date', 'data-day', 'datetime', 'aria-label', 'title'];
  const said = names.map((name) => element.getAttribute(name)?.replace(/(\d)(st|nd|rd|th)\b/, '$1') ?? '');
  return said.some((one) => /\b\d{4}\b/.test(one) && /\b\d{1,2}\b/.test(one));
}
