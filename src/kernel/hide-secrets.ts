/** How text and values lose their secrets; handed in by whoever made the redactor. */
export interface Hiding {
  redact(words: string): string;
  redactValue<T>(value: T): T;
}

/**
 * A JSON value without secrets. Redaction looks at one string at a time; in headers, cookies and forms the name that
 * makes a value a secret stands beside it: ["x-api-key", "…"] or {name: "x-api-key", value: "…"}.
 */
export const hideSecrets = (value: unknown, hiding: Hiding): unknown =>
  walk(value, {
    text: (words) => hiding.redact(words),
    field: (name, words) => hideValue(name, words, hiding),
  });

/** Longer ones hardly come twice. */
const REMEMBERED = 500;
const MOST_REMEMBERED = 50_000;

/** The same for many values that are alike, such as requests with their headers: what was looked at once is known. */
export function secretsHider(hiding: Hiding): (value: unknown) => unknown {
  const texts = new Map<string, string>();
  const fields = new Map<string, Map<string, string>>();
  let count = 0;
  const known = (among: Map<string, string>, words: string, look: () => string): string => {
    if (words.length > REMEMBERED) return look();
    let found = among.get(words);
    if (found === undefined) {
      found = look();
      if (++count > MOST_REMEMBERED) {
        count = 0;
        texts.clear();
        fields.clear();
      }
      among.set(words, found);
    }
    return found;
  };
  const text = (words: string) => known(texts, words, () => hiding.redact(words));
  const field = (name: string, words: string) => {
    let among = fields.get(name);
    if (!among) {
      among = new Map();
      fields.set(name, among);
    }
    return known(among, words, () => hideValue(name, words, hiding));
  };
  return (value) => walk(value, { text, field });
}

interface Looking {
  text(words: string): string;
  field(name: string, words: string): string;
}

/** What holds no secret is given back as it is: most values do not, and copies of all would cost more than the search. */
function walk(value: unknown, looking: Looking): unknown {
  if (typeof value === 'string') return looking.text(value);
  if (Array.isArray(value)) {
    const [name, words] = value;
    const made =
      value.length === 2 && typeof name === 'string' && typeof words === 'string'
        ? [looking.text(name), looking.field(name, words)]
        : value.map((item) => walk(item, looking));
    return made.every((item, i) => item === value[i]) ? value : made;
  }
  if (typeof value !== 'object' || value === null) return value;
  const { name, value: words } = value as { name?: unknown; value?: unknown };
  const isNamed = typeof name === 'string' && typeof words === 'string';
  let isSame = true;
  const entries = Object.entries(value).map(([key, item]) => {
    const shown =
      typeof item === 'string'
        ? looking.field(isNamed && key === 'value' ? name : key, item)
        : walk(item, looking);
    const entry = [looking.text(key), shown] as const;
    isSame &&= entry[0] === key && shown === item;
    return entry;
  });
  return isSame ? value : Object.fromEntries(entries);
}

/** A value that its name may make a secret. */
function hideValue(name: string, words: string, hiding: Hiding): string {
  const [asField = words] = Object.values(hiding.redactValue({ [name]: words }));
  if (asField !== words) return asField;
  const before = `${name}: `;
  const line = hiding.redact(`${before}${words}`);
  if (line === `${before}${words}`) return words;
  return line.startsWith(before) ? line.slice(before.length) : hiding.redact(words);
}
