/**
 * A regular expression that somebody else wrote, on text that a third one wrote. RE2 takes linear time whatever both
 * say; the price is that a pattern cannot look around or refer back. The only place where text becomes a pattern.
 */
export interface Pattern {
  test(text: string): boolean;
  /** For `text.search(pattern)`. */
  [Symbol.search](text: string): number;
  /** All that is found, from left to right; nothing that is empty. */
  spans(text: string): Generator<readonly [start: number, end: number]>;
  toString(): string;
}

/** As in JavaScript, with the flags i, m and s; others change nothing here. Throws an Error that says what is wrong. */
export async function outsidePattern(source: string, flags = ''): Promise<Pattern> {
  // Loaded by the first that needs it: most never do.
  const { RE2JS } = await import('re2js');
  const bits =
    (flags.includes('i') ? RE2JS.CASE_INSENSITIVE : 0) |
    (flags.includes('m') ? RE2JS.MULTILINE : 0) |
    (flags.includes('s') ? RE2JS.DOTALL : 0);
  const compiled = compiledBy(bits > 0, () => RE2JS.compile(RE2JS.translateRegExp(source), bits));
  return {
    test: (text) => compiled.matcher(text).find(),
    [Symbol.search](text) {
      const matcher = compiled.matcher(text);
      return matcher.find() ? matcher.start() : -1;
    },
    *spans(text) {
      const matcher = compiled.matcher(text);
      while (matcher.find()) if (matcher.end() > matcher.start()) yield [matcher.start(), matcher.end()];
    },
    toString: () => `/${source}/${flags}`,
  };
}

/** RE2 writes flags before a pattern, and names of groups its own way: its complaints quote what nobody wrote. */
function compiledBy<T>(hasFlags: boolean, compile: () => T): T {
  try {
    return compile();
  } catch (thrown) {
    const said = thrown instanceof Error ? thrown.message : String(thrown);
    const own = hasFlags ? said.replace(/`\(\?[ims]+\)/, '`') : said;
    throw new Error(own.replaceAll('(?P<', '(?<'), { cause: thrown });
  }
}

/** The text as a pattern that means just that. */
export const quotePattern = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
