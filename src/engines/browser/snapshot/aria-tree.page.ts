interface Injected {
  ariaSnapshotJSON(root: Element, options: object): unknown;
}

/**
 * Runs in Playwright's own world. A drawing has no body but a root; a document that is only beginning has neither,
 * and gives no text.
 */
export function treeText(
  { injected, elements }: { readonly injected: Injected; readonly elements: readonly Element[] },
  options: object,
): string {
  const isBeginning = document.readyState === 'loading';
  const root = elements[0] ?? (isBeginning ? null : document.documentElement);
  if (!root) return isBeginning ? '' : '{"json":[],"iframeRefs":[]}';
  // Prototypes of this world are not those of the page.
  const prototype = HTMLInputElement.prototype;
  const value = Object.getOwnPropertyDescriptor(prototype, 'value')!;
  const shown = function (this: HTMLInputElement): string {
    const real: string = value.get!.call(this);
    return this.type === 'password' && real ? '[redacted]' : real;
  };
  Object.defineProperty(prototype, 'value', { ...value, get: shown });
  try {
    return JSON.stringify(injected.ariaSnapshotJSON(root, options));
  } finally {
    Object.defineProperty(prototype, 'value', value);
  }
}
