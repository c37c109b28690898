export interface Inventory {
  /** What can be used, by its kind and name. */
  readonly controls: readonly string[];
  /** Lines that are seen. */
  readonly lines: readonly string[];
  readonly pictures: number;
}

/** What a person finds on the page. */
export function takeInventory(): Inventory {
  const isSeen = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const words = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim().slice(0, 80);
  const usable = 'a[href], button, input:not([type=hidden]), select, textarea, [role=button], iframe';
  const controls = [...document.querySelectorAll(usable)]
    .filter(isSeen)
    .slice(0, 1000)
    .map((one) =>
      `${one.localName} ${words(one.getAttribute('aria-label') || one.textContent || one.getAttribute('name') || one.getAttribute('title'))}`.trim(),
    );
  const lines = (document.body?.innerText ?? '').slice(0, 200_000).split('\n').map(words).filter(Boolean);
  const pictures = [...document.images].filter((one) => one.naturalWidth > 0 && isSeen(one)).length;
  return { controls: [...new Set(controls)], lines: [...new Set(lines)].slice(0, 2000), pictures };
}
