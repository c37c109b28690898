/** Every link of the page, once, with how often it is there; in open shadow roots too. */
export function pageLinks() {
  const links = new Map<string, { href: string; text: string; count: number; has_anchor?: boolean }>();
  let other = 0;
  const here = location.href.replace(/#.*$/, '');
  const hasAnchor = (hash: string) => {
    const name = hash.slice(1).split(':~:')[0] ?? '';
    if (name === '' || /^(?:top|[!/].*)$/i.test(name)) return true;
    let plain = name;
    try {
      plain = decodeURIComponent(name);
    } catch {}
    return [name, plain].some(
      (one) => document.getElementById(one) !== null || document.getElementsByName(one).length > 0,
    );
  };
  const walk = (root: Document | ShadowRoot) => {
    for (const element of root.querySelectorAll('*')) {
      if (element.shadowRoot) walk(element.shadowRoot);
      if (!(element instanceof HTMLAnchorElement || element instanceof HTMLAreaElement)) continue;
      if (!element.hasAttribute('href')) continue;
      if (!/^https?:$/.test(element.protocol)) {
        other++;
        continue;
      }
      const known = links.get(element.href);
      if (known) {
        known.count++;
        continue;
      }
      const text = (element.textContent || element.getAttribute('aria-label') || '')
        .replace(/\s+/g, ' ')
        .trim();
      const isHere = element.hash !== '' && element.href.replace(/#.*$/, '') === here;
      links.set(element.href, {
        href: element.href,
        text: text.slice(0, 80),
        count: 1,
        ...(isHere ? { has_anchor: hasAnchor(element.hash) } : {}),
      });
    }
  };
  walk(document);
  return { links: [...links.values()], other };
}
