/** What a page is about, as far as its document tells. Lists are cut where they say no more about its kind. */
export function summarizePage() {
  const clean = (text: string | null | undefined, most: number) =>
    (text ?? '').replace(/\s+/g, ' ').trim().slice(0, most);
  type Root = Document | ShadowRoot;
  const all: Element[] = [];
  const walk = (root: Root) => {
    for (const element of root.querySelectorAll('*')) {
      all.push(element);
      if (element.shadowRoot) walk(element.shadowRoot);
    }
  };
  walk(document);
  const those = <E extends Element>(selector: string) =>
    all.filter((element): element is E => element.matches(selector));
  const isSeen = (element: Element) =>
    !element.checkVisibility || element.checkVisibility({ visibilityProperty: true });
  const headings = those<HTMLElement>('h1, h2, h3, h4, h5, h6, [role=heading]').filter(isSeen);
  const links = those<HTMLAnchorElement>('a[href]').filter(isSeen);
  const inNavigation = links.filter((link) => link.closest('nav, header, [role=navigation]'));
  const forms = those<HTMLFormElement>('form').map((form) => {
    const fields = [...form.elements].filter(
      (field) =>
        field.matches('input:not([type=hidden]), select, textarea') && !field.matches('[type=submit]'),
    ) as HTMLInputElement[];
    return {
      action: form.action,
      method: form.method,
      field_count: fields.length,
      fields: fields.slice(0, 25).map((field) => ({
        name: field.name || field.id || undefined,
        type: field.type,
        label:
          clean(field.labels?.[0]?.textContent, 80) ||
          clean(field.getAttribute('aria-label'), 80) ||
          undefined,
        required: field.required || undefined,
      })),
    };
  });
  const WANTED =
    'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=link], [role=tab],' +
    '[role=menuitem], [role=checkbox], [role=switch], [contenteditable=""], [contenteditable=true], [onclick]';
  const interactive = those<HTMLElement>(WANTED).filter(isSeen);
  const main =
    document.querySelector<HTMLElement>('main, [role=main]') ??
    document.querySelector<HTMLElement>('article') ??
    document.body;
  const text = clean(main?.innerText, 1_000_000);
  const words = text === '' ? 0 : text.split(' ').length;
  const linked = links.reduce((sum, link) => sum + clean(link.innerText, 500).length, 0);
  const count = (selector: string) => those(selector).length;
  const typeOf = () => {
    const search = new URL(location.href).searchParams;
    const asks = ['q', 'query', 'search', 's', 'keyword'].some((name) => search.has(name));
    if ((asks || /\/search/.test(location.pathname)) && links.length >= 5) return 'search_results';
    const fields = forms.reduce((sum, form) => sum + form.field_count, 0);
    if (fields >= 2 && fields * 60 > words) return 'form';
    const paragraphs = count('article p, main p, [role=main] p');
    if (words >= 150 && (count('article') === 1 || paragraphs >= 3) && linked < text.length / 2)
      return 'article';
    if (count('canvas, svg, meter, progress, table, [role=grid]') >= 3 && headings.length >= 2)
      return 'dashboard';
    if (links.length >= 15 && linked > text.length / 2) return 'link_list';
    if (fields >= 2) return 'form';
    const acting = interactive.length - links.length;
    return acting >= 10 || document.querySelector('[contenteditable=true], [role=application]')
      ? 'app'
      : 'generic';
  };
  return {
    url: location.href,
    title: document.title,
    language: document.documentElement.lang || undefined,
    type: typeOf(),
    headings: headings.slice(0, 30).map((one) => ({
      level: Number(one.getAttribute('aria-level') ?? one.tagName.slice(1)) || 2,
      text: clean(one.innerText || one.textContent, 120),
    })),
    nav_links: inNavigation
      .slice(0, 25)
      .map((link) => ({ text: clean(link.innerText || link.ariaLabel, 80), href: link.href })),
    forms: forms.slice(0, 10),
    link_count: links.length,
    interactive_element_count: interactive.length,
    frame_count: count('iframe, frame'),
    main_content_preview: text.slice(0, 500),
    word_count: words,
  };
}
