/**
 * What a control without words is called by whoever made it: the name of its icon, or else its own in the page. Only
 * what is made of plain words: numbers and chance tell nobody anything.
 */
export function iconWord(control: Element): string | undefined {
  const PLAIN = /^[a-z]+(?:[-_][a-z]+)*(?:-\d)?$/i;
  /** What sizes, turns or styles an icon. */
  const MANNER =
    /^(?:fw|lg|sm|xs|xl|md|spin|pulse|solid|regular|light|brands|inverse|inner|wrapper|svg|font|only|button|btn|left|right|ui|icon)$/i;
  /** Libraries of icons whose classes do not say that they are of icons. */
  const LIBRARY =
    /^(?:fa[bdlrs]?|mdi|bi|pi|ti|ri|ph|la[bdrs]?|bx[ls]?|uil|lucide|feather|octicon|oi|ion|typcn|k-i|gg)-(.+)$/i;
  const MOST = 30;
  const attribute = (element: Element, name: string) => Element.prototype.getAttribute.call(element, name);
  const plain = (word: string | null | undefined) =>
    word && word.length > 1 && word.length <= MOST && PLAIN.test(word) && !MANNER.test(word)
      ? word
      : undefined;
  const inClass = (token: string) =>
    plain(LIBRARY.exec(token)?.[1]) ?? plain(/(?:^|[-_]|glyph|cod|ant)icon[-_](.+)$/i.exec(token)?.[1]);
  const fileOf = (address: string | null) =>
    /([^/?#]+)\.(?:svg|png|gif|webp)(?:[?#]|$)/i.exec(address ?? '')?.[1];
  const iconOf = (element: Element) => {
    for (const name of ['data-icon', 'data-lucide', 'data-feather', 'icon']) {
      const word = plain(attribute(element, name)?.split(':').at(-1));
      if (word) return word;
    }
    if (element.localName.includes('-') && element.localName.includes('icon')) {
      const word = plain(attribute(element, 'name') ?? attribute(element, 'svgicon'));
      if (word) return word;
    }
    if (element.localName === 'use') {
      const word = (attribute(element, 'href') ?? attribute(element, 'xlink:href'))?.split('#')[1];
      return plain(word?.replace(/^icon[-_]|[-_]icon$/i, ''));
    }
    if (element.localName === 'img') return plain(fileOf(attribute(element, 'src')));
    const named = plain(/^(.+)Icon$/.exec(attribute(element, 'data-testid') ?? '')?.[1]);
    if (named) return named;
    for (const token of element.classList) {
      const word = inClass(token);
      if (word) return word;
    }
    const [kind] = element.classList;
    return plain(/^(.+)[-_]icon$/i.exec(kind ?? '')?.[1]);
  };
  for (const element of [...control.querySelectorAll('*')].slice(0, 12).concat(control)) {
    const icon = iconOf(element);
    if (icon) return `icon ${icon}`;
  }
  for (const name of ['id', 'name', 'data-testid', 'data-test', 'data-action']) {
    const word = plain(attribute(control, name));
    if (word) return `${name.replace(/^data-/, '')} ${word}`;
  }
  return undefined;
}
