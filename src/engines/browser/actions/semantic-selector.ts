/**
 * The selectors of Gasoline in Playwright's words. Refs, Playwright's own selectors and locators as in tests pass
 * through as they are; `text=`, `label=`, `placeholder=` and `aria-label=` first mean exactly these words, then
 * words that hold or begin with them.
 */
export function selectorCandidates(selector: string): readonly string[] {
  const parts = selector.split(/\s*>>>\s*/).map(partCandidates);
  const exact = parts.map(([first]) => first!).join(' >> ');
  const loose = parts.map((forms) => forms.at(-1)!).join(' >> ');
  return exact === loose ? [exact] : [exact, loose];
}

function partCandidates(part: string): readonly string[] {
  const nth = /^(.*):nth-match\((\d+)\)$/s.exec(part.trim());
  if (!nth) return plain(part.trim());
  const place = ` >> nth=${Number(nth[2]) - 1}`;
  return plain(nth[1]!.trim()).map((form) => form + place);
}

function plain(part: string): readonly string[] {
  const found = /^(text|label|placeholder|aria-label)\s*=\s*(.+)$/s.exec(part);
  // Playwright's own way to go on from one element to the next is left to it.
  if (!found || part.includes('>>')) return [part];
  const [, kind, value] = found as unknown as [string, string, string];
  const words = unquoted(value.trim());
  const quoted = JSON.stringify(words);
  if (kind === 'text')
    return [`text=${quoted}`, isPath(words) ? `internal:text=${quoted}i` : `text=${words}`];
  if (kind === 'label') return [`internal:label=${quoted}s`, `internal:label=${quoted}i`];
  if (kind === 'placeholder')
    return [`internal:attr=[placeholder=${quoted}s]`, `internal:attr=[placeholder=${quoted}i]`];
  return [`css=[aria-label=${quoted}]`, `css=[aria-label^=${quoted} i]`];
}

const unquoted = (words: string) => /^"(.*)"$/s.exec(words)?.[1] ?? /^'(.*)'$/s.exec(words)?.[1] ?? words;

/** What stands between slashes Playwright takes for a regular expression, which a path of an address is not. */
const isPath = (words: string) => words.startsWith('/') && !/^\/.+\/[dgimsuvy]*$/s.test(words);
