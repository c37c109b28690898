/**
 * A selector engine that writes what shows a value in dots; with no values, what was hidden is as it was. The values
 * must not come into the world of a page, which could listen there for what another site may not know.
 */
export function secretHiding(property: string) {
  let hidden: (readonly [CSSStyleDeclaration, string, string])[] = [];
  const show = () => {
    for (const [style, value, priority] of hidden) style.setProperty(property, value, priority);
    hidden = [];
  };
  const hide = (element: Element | null | undefined) => {
    const style = (element as HTMLElement | null | undefined)?.style;
    if (!style) return;
    hidden.push([style, style.getPropertyValue(property), style.getPropertyPriority(property)]);
    style.setProperty(property, 'disc', 'important');
  };
  const look = (root: Node, values: readonly string[]) => {
    const shows = (text: string) => text && values.some((value) => text.includes(value));
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.nodeType === Node.TEXT_NODE) {
        if (shows((node as Text).data)) hide(node.parentElement?.closest('select') ?? node.parentElement);
        continue;
      }
      const element = node as HTMLInputElement;
      if (typeof element.value === 'string' && shows(element.value)) hide(element);
      if (element.shadowRoot) look(element.shadowRoot, values);
    }
  };
  return {
    queryAll(_root: Node, body: string) {
      const values: readonly string[] = JSON.parse(decodeURIComponent(body));
      show();
      if (values.length > 0) look(document, values);
      return [];
    },
    query: () => null,
  };
}

export function writeDots(element: HTMLElement | SVGElement, property: string): void {
  element.style?.setProperty(property, 'disc', 'important');
}
