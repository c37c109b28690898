/**
 * A selector engine that finds the fields for secrets and, from `on` until `off`, keeps what they hold from whatever
 * reads the document in this world. After `on` stand the values that are hidden by their names later on.
 */
export function fieldShield(secretWords: readonly string[]) {
  const prototype = HTMLInputElement.prototype;
  const value = Object.getOwnPropertyDescriptor(prototype, 'value')!;
  const isSecret = ({ type, autocomplete }: HTMLInputElement) =>
    type === 'password' || secretWords.some((word) => autocomplete.includes(word));
  let named: readonly string[] = [];
  const shown = function (this: HTMLInputElement): string {
    const real: string = value.get!.call(this);
    return real && isSecret(this) && !named.includes(real) ? '[redacted]' : real;
  };
  const fieldsIn = (root: Document | ShadowRoot): HTMLInputElement[] => {
    const inside = [...root.querySelectorAll('*')].flatMap(({ shadowRoot }) =>
      shadowRoot ? fieldsIn(shadowRoot) : [],
    );
    return [...[...root.querySelectorAll('input')].filter(isSecret), ...inside];
  };
  return {
    queryAll(_root: Node, body: string) {
      const isOn = body.startsWith('on');
      named = isOn && body !== 'on' ? JSON.parse(decodeURIComponent(body.slice(2))) : [];
      const found = isOn ? fieldsIn(document) : [];
      Object.defineProperty(prototype, 'value', found.length > 0 ? { ...value, get: shown } : value);
      return found;
    },
    query: () => null,
  };
}
