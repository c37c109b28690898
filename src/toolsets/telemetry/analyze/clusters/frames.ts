import { withoutHash } from './mask.ts';

/** A call of a stack: in its source where a map tells it. */
export interface Frame {
  readonly url: string;
  readonly line: number;
  readonly column: number;
  readonly function?: string | undefined;
}

/** Code that others wrote: libraries, frameworks, extensions, the engine itself. */
const OF_OTHERS = [
  /node_modules|bower_components|\/deps\/|webpack\/(?:runtime|bootstrap)|webpack-internal:.*\/node_modules/,
  /^(?:chrome|moz|safari(?:-web)?)-extension:|^(?:native|<anonymous>|\[native code\]|node:)|^$/,
  /(?:^|[/.-])(?:react(?:-dom|-jsx)?|scheduler|vue|vue-router|pinia|vuex|zone|core-js|polyfills?|runtime(?:-core|-dom)?|jquery|lodash|underscore|backbone|ember|angular|preact|svelte|solid|rxjs|axios|redux|mobx|d3|three|moment|bootstrap|framework|vendors?|chunk-vendors|libs?|sentry|gtm|analytics)(?:[.-][\w.-]*)?\.(?:m?js|ts|tsx)\b/i,
  /\/(?:jquery|vue|react|react-dom|angular|svelte|solid-js|rxjs|zone\.js)\/|@angular\/|@vue\/|@sveltejs\/|svelte\/internal|\/packages\/(?:runtime|react|core)/,
  /\/\/(?:unpkg\.com|cdn\.jsdelivr\.net|cdnjs\.cloudflare\.com|esm\.sh|ajax\.googleapis\.com|code\.jquery\.com)\//,
];

export const isOwnCode = ({ url }: Frame): boolean => !OF_OTHERS.some((pattern) => pattern.test(url));

/** The file, wherever it was served from and whichever build it is of. */
export function fileOf({ url }: Frame): string {
  const path = url
    .replace(/^webpack(?:-internal)?:\/\/[^/]*\//, '')
    .replace(/^\w+:\/\/[^/]*\//, '')
    .replace(/[?#].*$/, '')
    .replace(/^(?:\.{1,2}\/|\/)+/, '')
    .replace(/^\([\w-]+\)\/(?:\.\/)?/, '');
  return withoutHash(`/${path}`).slice(1);
}

/** Its name, where it has one that says something: one of a minifier does not outlive a build. */
export function functionOf({ function: name = '', line, url }: Frame): string {
  const plain = name
    .replace(/^(?:async |new |get |set )+/, '')
    .replace(/^(?:Object|Module|Function|Array|Proxy|Window|global|self)\./, '')
    .replace(/\[as \w+\]$/, '')
    .replace(/<.*$|\/.*$/, '')
    .replace(/^HTML\w*Element\.?/, '')
    .trim();
  const isMinified = plain.length <= 2 || (line <= 3 && /\.js\b/.test(url) && plain.length <= 3);
  return isMinified || /^(?:anonymous|\(anonymous\)|\?)$/.test(plain) ? '' : plain;
}

/** Stacks as engines print them: `at f (url:1:2)` and `f@url:1:2`. */
const PRINTED =
  /^\s*(?:at (?:(.{1,300}?) \()?|(?:([^@\s]{0,300})@))((?:\w|\().{0,2000}?):(\d+)(?::(\d+))?\)?$/;

/** The calls in a text that holds a printed stack. */
export function framesIn(text: string): readonly Frame[] {
  return text.split('\n').flatMap((line) => {
    const found = PRINTED.exec(line.slice(0, 3000));
    if (!found) return [];
    const [, at, before, url = '', row, column = '0'] = found;
    return [{ url, line: Number(row), column: Number(column), function: at ?? before }];
  });
}
