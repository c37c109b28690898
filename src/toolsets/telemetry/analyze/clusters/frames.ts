import { withoutHash } from './mask.ts';

/** A call of a stack: in its source where a map tells it. */
export interface Frame {
  readonly url: string;
  readonly line: number;
  readonly column: number;
  readonly function?: string | undefined;
  /** A map told where it is in the source. */
  readonly isMapped?: boolean;
}

/** Code that others wrote: libraries, frameworks, extensions, the engine itself. */
const OF_OTHERS = [
  /node_modules|bower_components|\/deps\/|webpack\/(?:runtime|bootstrap)|webpack-internal:.*\/node_modules/,
  /^(?:chrome|moz|safari(?:-web)?)-extension:|^(?:native|<anonymous>|\[native code\]|node:)/,
  /(?:^|[/.-])(?:react(?:-dom|-jsx)?|scheduler|vue|vue-router|pinia|vuex|zone|core-js|polyfills?|runtime(?:-core|-dom)?|jquery|lodash|underscore|backbone|ember|angular|preact|svelte|solid|rxjs|axios|redux|mobx|d3|three|moment|bootstrap|framework|vendors?|chunk-vendors|libs?|sentry|gtm|analytics)(?:[.-][\w.-]*)?\.(?:m?js|ts|tsx)\b/i,
  /\/(?:jquery|vue|react|react-dom|angular|svelte|solid-js|rxjs|zone\.js)\/|@angular\/|@vue\/|@sveltejs\/|svelte\/internal|\/packages\/(?:runtime|react|core)/,
  /\/\/(?:unpkg\.com|cdn\.jsdelivr\.net|cdnjs\.cloudflare\.com|esm\.sh|ajax\.googleapis\.com|code\.jquery\.com)\//,
];

/** What frameworks call their own functions: in a bundle without a map nothing else tells them from the application. */
const CALLS_OF_OTHERS =
  /^(?:react_stack_bottom_frame|renderWithHooks\w*|runWithFiberIn\w+|executeDispatch|executeTemplate|invokeGuardedCallback\w*|commit(?:Hook|Layout|Passive|Mutation)\w*|flush(?:Passive|Sync|Queue|Jobs)\w*|performUnitOfWork|beginWork|updateFunctionComponent|processDispatchQueue|batchedUpdates\w*|callWith(?:Async)?ErrorHandling|renderComponentRoot|componentUpdateFn|callCallback|handleError|logError|reportError|invokeTask|runTask|onInvoke\w*|ZoneDelegate\w*|detectChanges\w*|refreshView|update_reaction|handle_event_propagation|__webpack_require__)$/;

export const isOwnCode = (frame: Frame): boolean =>
  !OF_OTHERS.some((pattern) => pattern.test(frame.url)) && !CALLS_OF_OTHERS.test(functionOf(frame));

/** Whether it is code as somebody wrote it, and not a bundle or what a framework made of a template. */
export const isSource = ({ url, line, isMapped = false }: Frame): boolean =>
  isMapped || (/^(?:webpack|file:|\/)|\.(?:tsx?|jsx|vue|svelte|mts)(?:[?#]|$)|\/src\//.test(url) && line > 1);

/** The file, wherever it was served from and whichever build it is of. */
export function fileOf({ url }: Frame): string {
  if (url.startsWith('blob:')) return 'blob'; // it has another name each time
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
  if (/^(?:eval at .*)?$/.test(url)) return ''; // made of a text: there are many of one name
  const plain = name
    .replace(/^(?:async |new |get |set )+/, '')
    .replace(/^(?:Object|Module|Function|Array|Proxy|Window|global|self)\./, '')
    .replace(/\[as \w+\]$/, '')
    .replace(/<.*$|\/.*$/, '')
    .replace(/^HTML\w*Element\.?/, '')
    .replace(/^[\w$]{1,2}(?:\.|_(?=Template$))/, '')
    .trim();
  const isMinified =
    plain.length <= 2 || plain === 'Template' || (line <= 3 && /\.js\b/.test(url) && plain.length <= 3);
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
