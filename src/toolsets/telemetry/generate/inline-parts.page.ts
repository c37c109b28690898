/** What a document brings along in its own text, and what it loads by elements that can carry a hash. */
export interface InlineParts {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
  readonly handlers: readonly string[];
  readonly styleAttributes: readonly string[];
  /** Addresses that are no requests: data:, blob:. By the kind of element. */
  readonly ownSources: readonly (readonly [kind: string, scheme: string])[];
  readonly hasBase: boolean;
  readonly formActions: readonly string[];
  readonly loaded: readonly {
    readonly url: string;
    readonly kind: 'script' | 'stylesheet';
    readonly integrity: string;
    readonly crossorigin: string | null;
  }[];
}

/** Of the document that is open, or of one that is given as text. */
export function inlineParts(html: string | undefined, address: string): InlineParts {
  const given = html === undefined ? undefined : new DOMParser().parseFromString(html, 'text/html');
  const root = given ?? document;
  const absolute = (url: string) => {
    try {
      return new URL(url, given ? address : document.baseURI).href;
    } catch {
      return '';
    }
  };
  const isScript = ({ type }: HTMLScriptElement) =>
    type === '' ||
    type === 'module' ||
    type === 'importmap' ||
    /^(text|application)\/(java|ecma)script/i.test(type);
  const parts = {
    scripts: [] as string[],
    styles: [] as string[],
    handlers: [] as string[],
    styleAttributes: [] as string[],
    ownSources: [] as [string, string][],
    formActions: [] as string[],
    loaded: [] as InlineParts['loaded'][number][],
  };
  for (const element of root.querySelectorAll('*')) {
    for (const { name, value } of element.attributes) {
      if (name.startsWith('on')) parts.handlers.push(value);
      else if (name === 'style') parts.styleAttributes.push(value);
      else if (/^(src|href|poster|data)$/.test(name) && /^(data|blob):/i.test(value))
        parts.ownSources.push([element.localName, value.slice(0, value.indexOf(':') + 1).toLowerCase()]);
    }
    const crossorigin = element.getAttribute('crossorigin');
    const integrity = element.getAttribute('integrity') ?? '';
    if (element instanceof HTMLScriptElement) {
      const src = element.getAttribute('src');
      if (src !== null) parts.loaded.push({ url: absolute(src), kind: 'script', integrity, crossorigin });
      else if (isScript(element)) parts.scripts.push(element.text);
    } else if (element instanceof HTMLStyleElement) parts.styles.push(element.textContent ?? '');
    else if (element instanceof HTMLLinkElement && /\bstylesheet\b/i.test(element.rel)) {
      const url = absolute(element.getAttribute('href') ?? '');
      parts.loaded.push({ url, kind: 'stylesheet', integrity, crossorigin });
    } else if (element instanceof HTMLFormElement) {
      parts.formActions.push(absolute(element.getAttribute('action') ?? ''));
    }
  }
  return { ...parts, hasBase: root.querySelector('base[href]') !== null };
}
