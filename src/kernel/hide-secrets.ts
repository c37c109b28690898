/** How text and values lose their secrets; handed in by whoever made the redactor. */
export interface Hiding {
  redact(words: string): string;
  redactValue<T>(value: T): T;
}

/**
 * A JSON value without secrets. Redaction looks at one string at a time; in headers, cookies and forms the name that
 * makes a value a secret stands beside it: ["x-api-key", "…"] or {name: "x-api-key", value: "…"}.
 */
export function hideSecrets(value: unknown, hiding: Hiding): unknown {
  if (typeof value === 'string') return hiding.redact(value);
  if (Array.isArray(value)) {
    const [name, words] = value;
    if (value.length === 2 && typeof name === 'string' && typeof words === 'string')
      return [hiding.redact(name), hideValue(name, words, hiding)];
    return value.map((item) => hideSecrets(item, hiding));
  }
  if (typeof value !== 'object' || value === null) return value;
  const { name, value: words } = value as { name?: unknown; value?: unknown };
  const shown = Object.entries(value).map(([key, item]) => {
    if (typeof item !== 'string') return [hiding.redact(key), hideSecrets(item, hiding)];
    const isNamed = key === 'value' && typeof name === 'string' && typeof words === 'string';
    return [hiding.redact(key), hideValue(isNamed ? name : key, item, hiding)];
  });
  return Object.fromEntries(shown);
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
