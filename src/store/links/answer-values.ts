/** Values that an answer holds: what a page says soon after may quote one of them. */
const MOST_VALUES = 100;
/** Shorter ones, and numbers with fewer digits, stand in many places by chance. */
const SHORTEST = 8;
const SHORTEST_NUMBER = 5;

export function valuesOf(text: string): readonly string[] {
  let whole: unknown;
  try {
    whole = JSON.parse(text);
  } catch {
    return isTelling(text.trim()) && text.length < 500 ? [text.trim()] : [];
  }
  const found = new Set<string>();
  const collect = (value: unknown) => {
    if (found.size >= MOST_VALUES) return;
    if (Array.isArray(value)) value.forEach(collect);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect);
    else if (typeof value === 'number' && String(value).length >= SHORTEST_NUMBER) found.add(String(value));
    else if (typeof value === 'string' && isTelling(value)) found.add(value);
  };
  collect(whole);
  return [...found];
}

const isTelling = (value: string) =>
  value.length >= SHORTEST && value.length <= 300 && /[a-z\d]/i.test(value);
