/** What varies from one occurrence of an error to the next stands as a word such as <n>; what names it stays. */

const RULES: readonly (readonly [RegExp, string])[] = [
  [/\b[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}\b/g, '<email>'],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '<id>'],
  [/\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?\b/g, '<time>'],
  [/\b\d{1,2}:\d\d(?::\d\d)?\b/g, '<time>'],
  [/\b0x[0-9a-f]+\b/gi, '<hex>'],
  [/\b(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{6,64}\b/gi, '<hex>'],
  [/\b(?=[A-Za-z_-]*\d)(?=[\d_-]*[A-Za-z])[\w-]{16,128}\b/g, '<id>'],
];

/** Numbers that name an error instead of counting something: #418, status 404, error code 17. */
const NAMING_NUMBER = /(?:error #|#|\b(?:status(?: code)?|code|http|error)[" :=]{0,3})$/i;
const NUMBER = /(?<![\w<])[-+]?\d+(?:[.,]\d+)*(?:ms|px|kb|mb|gb|s|%)?\b/gi;
const QUOTED = /"[^"\n]{0,300}"(?:\s?:)?|'[^'\n]{0,300}'|`[^`\n]{0,300}`|“[^”\n]{0,300}”/g;
/** A name of a field in JSON is no value, and an address is masked by itself. */
const isKept = (quoted: string, before = '') =>
  (quoted.endsWith(':') && /[{,]/.test(before)) || /^"<\S+>"$/.test(quoted);
/** What frameworks speak of by its name in the source: "component: date-range", "render method of `OrderList`". */
const NAMED =
  /\b((?:component|directive|prop|hook|provider (?:found )?for|render method of|custom element)s?:? )["'`<]?(?:InjectionToken )?([a-z_$@][a-z_$@.-]{1,80})(?!\w)["'`>]?/gi;
const ADDRESS = /\b(?:https?|wss?|file|blob):[^\s"'`)<>\]]{1,2000}/g;

/** Words of JavaScript engines: what they quote is a name in the source, never a value. */
const OF_ENGINES =
  /^(?:Cannot (?:read|set|access|destructure|convert)|Can't find variable|undefined is not|null is not|.{0,200} is not (?:a function|defined|iterable|a constructor|an object)|Unexpected (?:token|end|identifier)|Invalid or unexpected|Assignment to constant|Maximum call stack|too much recursion|can't access property|.{0,100} is (?:undefined|null)$)/;

export const isOfEngine = (message: string): boolean =>
  OF_ENGINES.test(message) || canonical(message) !== message;

/** The same mistake in the words of each engine, and in one of ours. */
const SAME_MISTAKE: readonly (readonly [RegExp, string])[] = [
  [
    /^Cannot (read|set) propert(?:y|ies) of (?:undefined|null) \((?:reading|setting) '([^']{1,100})'\)$/,
    '$1 $2 of nothing',
  ],
  [
    /^(?:undefined|null) is not an object \(evaluating '(?:[^']{1,200}\.)?([^'.]{1,100})'\)$/,
    'read $1 of nothing',
  ],
  [/^can't access property "([^"]{1,100})", .{1,200} is (?:undefined|null)$/, 'read $1 of nothing'],
  [/^(\S{1,100}) is not defined$/, 'no variable $1'],
  [/^Can't find variable: (\S{1,100})$/, 'no variable $1'],
  [/^(?:Maximum call stack size exceeded\.?|too much recursion)$/, 'endless recursion'],
  [
    /^(?:Unexpected|Expected|Unterminated|Bad|No number|Exponent part|").{0,300}\b(?:in|after|valid) JSON\b.{0,80}$/,
    'no JSON',
  ],
  [/^(?:.{1,200}\.)?([\w$]{3,100}) is not a function$/, '$1 is no function'],
  [/^(?:JSON\.parse: .{1,200}|JSON Parse error: .{1,200}|Unexpected end of JSON input)$/, 'no JSON'],
  [/^Cannot convert .{1,200} to (a BigInt|an? \w+)$/, 'no $1'],
  [
    /^(?:Failed to fetch|Load failed|NetworkError when attempting to fetch resource\.?)$/,
    'the request failed',
  ],
];

function canonical(message: string): string {
  for (const [pattern, words] of SAME_MISTAKE)
    if (pattern.test(message)) return message.replace(pattern, words);
  return message;
}

/** A path with what names one thing among many put as {id}. */
export function templatePath(path: string): string {
  return path
    .split('/')
    .map((part) => {
      const isId =
        /^\d+$/.test(part) ||
        /^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(part) ||
        /^(?=.*\d)[0-9a-f]{12,}$/i.test(part) ||
        /^(?=.*\d)(?=.*[a-z])[\w-]{20,}$/i.test(part) ||
        /^[\w.+-]+(?:@|%40)[\w.-]+$/.test(part);
      return isId ? '{id}' : part.replace(/(?<=[a-z][-_])\d+(?=\.\w{2,5}$)/i, '{id}');
    })
    .join('/');
}

/** An address without what varies: host, templated path, file names without their hash. */
export function templateAddress(address: string): string {
  const url = URL.parse(address);
  if (!url) return '<url>';
  return `${url.host}${templatePath(withoutHash(url.pathname))}`;
}

/** main.3f9a2b1c.js and main-BfK29a_x.js are main.js. */
export const withoutHash = (path: string): string =>
  path
    .replace(/[.-](?=[\w-]*\d)[\w-]{7,32}(?=(?:\.min|\.chunk|\.bundle)?\.(?:m?js|css)\b)/gi, '')
    .replace(/[.-][A-Z0-9]{8}(?=\.(?:m?js|css)\b)/g, '');

/** The first line of a message in words, and what the next ones name, as far as they tell what it is about. */
export function maskedWords(message: string): readonly string[] {
  const [line = '', ...more] = message.trim().split('\n', 6);
  let text = canonical(line.slice(0, 600));
  const isCanonical = isOfEngine(line.slice(0, 600));
  text = text.replaceAll(ADDRESS, (address) => `<${templateAddress(address)}>`);
  if (!isCanonical)
    text = text
      .replaceAll(NAMED, '$1<name.$2>')
      .replaceAll(QUOTED, (one, at: number, all: string) => (isKept(one, all[at - 1]) ? one : '<value>'));
  for (const [pattern, word] of RULES) text = text.replaceAll(pattern, word);
  text = text.replaceAll(
    /(?<=\s)\/[\w./-]{1,300}/g,
    (path) => `<${path.replaceAll(/[\w-]*\d[\w-]*|\w+(?:-\w+){2,}/g, '{id}').replace(/[.]$/, '')}>`,
  );
  text = text.replaceAll(NUMBER, (number, at: number) =>
    NAMING_NUMBER.test(text.slice(Math.max(0, at - 16), at)) ? number : '<n>',
  );
  const named = more.flatMap((one) => one.slice(0, 300).match(NAMED) ?? []);
  return [text, ...named.map((one) => one.replace(NAMED, '<name.$2>'))]
    .join(' ')
    .replaceAll('{id}', '*')
    .split(/[\s,;:()[\]{}=]+/)
    .filter(Boolean);
}

/** A word that names what the message is about: an address, a name, a status, the number of an error. */
const NAMING = /^(?:"?<.*[/.].*>[.!"]?|#?\d+)$/;

/** Whether what two messages name is the same. */
export const namesSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.filter((word) => NAMING.test(word)).join(' ') === other.filter((word) => NAMING.test(word)).join(' ');

/** How alike two messages are: the share of their words that come in both, in the same order. */
export function likeness(one: readonly string[], other: readonly string[]): number {
  const [a, b] = [one.slice(0, 40), other.slice(0, 40)];
  if (a.length + b.length === 0) return 1;
  let row = new Array<number>(b.length + 1).fill(0);
  for (const word of a) {
    const next = [0];
    for (let at = 0; at < b.length; at++)
      next.push(word === b[at] ? row[at]! + 1 : Math.max(next[at]!, row[at + 1]!));
    row = next;
  }
  return (2 * row[b.length]!) / (a.length + b.length);
}
