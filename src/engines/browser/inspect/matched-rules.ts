import type { CDPSession } from 'playwright-core';

type Matched = Awaited<ReturnType<typeof matchedStyles>>;
type Rule = NonNullable<Matched['matchedCSSRules']>[number]['rule'];
type Style = Rule['style'];

const matchedStyles = (session: CDPSession, nodeId: number) =>
  session.send('CSS.getMatchedStylesForNode', { nodeId });

/** A declaration as it was written. */
export interface Declaration {
  readonly property: string;
  readonly value: string;
  readonly important?: true;
  /** Another one is stronger. */
  readonly overridden?: true;
  /** The browser does not understand it. */
  readonly invalid?: true;
}

/** A rule that matches an element; the strongest comes first. */
export interface MatchedRule {
  readonly selector: string;
  /** File, line and column. */
  readonly source?: string | undefined;
  readonly media?: string | undefined;
  readonly layer?: string | undefined;
  /** The ancestor that it is inherited from: 1 is the parent. */
  readonly inherited_from?: number | undefined;
  readonly declarations: readonly Declaration[];
}

interface Candidate {
  readonly rule: Omit<MatchedRule, 'declarations'>;
  readonly style: Style;
}

/** Where each style sheet comes from; told once when the domain is switched on. */
export class StyleSheets {
  readonly #session: CDPSession;
  readonly #headers = new Map<
    string,
    { readonly sourceURL: string; readonly startLine: number; readonly startColumn: number }
  >();

  private constructor(session: CDPSession) {
    this.#session = session;
  }

  static async open(session: CDPSession): Promise<StyleSheets> {
    const sheets = new StyleSheets(session);
    session.on('CSS.styleSheetAdded', sheets.#added);
    await session.send('CSS.enable');
    return sheets;
  }

  /** The rules that match an element, the strongest first, each declaration with whether it counts. */
  async rulesOf(nodeId: number): Promise<readonly MatchedRule[]> {
    const matched = await matchedStyles(this.#session, nodeId);
    const own = this.#candidates(matched.matchedCSSRules ?? [], matched.inlineStyle, matched.attributesStyle);
    const winners = winnersOf(own);
    const rules = own.map(({ rule, style }) => ({ ...rule, declarations: declarationsOf(style, winners) }));
    const inherited = (matched.inherited ?? []).flatMap(({ matchedCSSRules, inlineStyle }, index) => {
      const from = this.#candidates(matchedCSSRules, inlineStyle, undefined);
      return from.map((one) => ({ ...one, rule: { ...one.rule, inherited_from: index + 1 } }));
    });
    const told = new Set(winners.keys());
    for (const { rule, style } of inherited) {
      const declarations = declarationsOf(style).flatMap((one) => {
        if (!INHERITED.test(one.property)) return [];
        const isOverridden = told.has(one.property);
        told.add(one.property);
        return [isOverridden ? { ...one, overridden: true as const } : one];
      });
      if (declarations.length > 0) rules.push({ ...rule, declarations });
    }
    return rules.filter(({ declarations }) => declarations.length > 0);
  }

  readonly #added = ({ header }: { header: { styleSheetId: string } & object }) => {
    this.#headers.set(header.styleSheetId, header as never);
  };

  /** Rules of the page's authors; those of the browser itself hold everywhere and tell nothing. */
  #candidates(
    matches: NonNullable<Matched['matchedCSSRules']>,
    inline: Style | undefined,
    attributes: Style | undefined,
  ): Candidate[] {
    const rules = matches
      .filter(({ rule }) => rule.origin !== 'user-agent')
      .map(({ rule, matchingSelectors }) => ({
        rule: this.#told(rule, matchingSelectors),
        style: rule.style,
      }))
      .toReversed();
    const named = (selector: string, style: Style | undefined) =>
      style ? [{ rule: { selector, source: this.#placeOf(style) }, style }] : [];
    return [...named('style attribute', inline), ...rules, ...named('attributes of the element', attributes)];
  }

  #told(rule: Rule, matching: readonly number[]): Omit<MatchedRule, 'declarations'> {
    const { selectors, text } = rule.selectorList;
    const those = matching.map((index) => selectors[index]?.text).filter(Boolean);
    const media = (rule.media ?? []).map(({ text: words }) => words).join(' and ');
    const layer = (rule.layers ?? []).map(({ text: words }) => words).join('.');
    return {
      selector: those.join(', ') || text,
      source: this.#placeOf({ ...rule.style, range: selectors[matching[0] ?? 0]?.range ?? rule.style.range }),
      ...(media ? { media } : {}),
      ...(layer ? { layer } : {}),
    };
  }

  #placeOf({
    styleSheetId,
    range,
  }: Pick<Style, 'styleSheetId'> & { range?: Style['range'] | undefined }): string | undefined {
    const header = styleSheetId === undefined ? undefined : this.#headers.get(styleSheetId);
    if (!header || !range) return undefined;
    // A sheet inside a document counts from its own first line.
    const line = header.startLine + range.startLine + 1;
    const column = (range.startLine === 0 ? header.startColumn : 0) + range.startColumn + 1;
    return `${header.sourceURL || 'made by a script'}:${line}:${column}`;
  }
}

/** Properties that children take over unless told otherwise. */
const INHERITED =
  /^(?:--.*|color|cursor|direction|font(?:-.*)?|letter-spacing|line-height|list-style(?:-.*)?|quotes|tab-size|text-(?:align|indent|transform|shadow|wrap.*|rendering)|visibility|white-space.*|word-(?:break|spacing)|overflow-wrap|hyphens|caret-color|accent-color|color-scheme|border-collapse|border-spacing|caption-side|empty-cells|orphans|widows|writing-mode|pointer-events)$/;

/** The properties that a written one sets: a shorthand sets several. */
function setBy(property: Style['cssProperties'][number]): readonly string[] {
  const longhands = property.longhandProperties?.map(({ name }) => name) ?? [];
  return longhands.length > 0 ? longhands : [property.name];
}

const isWritten = ({ range, disabled }: Style['cssProperties'][number]) =>
  range !== undefined && disabled !== true;

/** Which declaration of each property counts, by its text. */
function winnersOf(candidates: readonly Candidate[]): ReadonlyMap<string, object> {
  const winners = new Map<string, { readonly isImportant: boolean; readonly layer: string; of: object }>();
  for (const { rule, style } of candidates) {
    const layer = rule.layer ?? '';
    // The last of a block is the strongest of it.
    for (const property of style.cssProperties.toReversed()) {
      if (!isWritten(property) || property.parsedOk === false) continue;
      const isImportant = property.important === true;
      for (const name of setBy(property)) {
        const best = winners.get(name);
        // Among important ones an earlier layer is stronger than a later, and none is the weakest.
        const wins = !best || (isImportant && (!best.isImportant || best.layer !== layer));
        if (wins) winners.set(name, { isImportant, layer, of: property });
      }
    }
  }
  return new Map([...winners].map(([name, { of }]) => [name, of]));
}

function declarationsOf(style: Style, winners?: ReadonlyMap<string, object>): readonly Declaration[] {
  return style.cssProperties.filter(isWritten).map((property) => {
    const isInvalid = property.parsedOk === false;
    const counts = !winners || setBy(property).some((name) => winners.get(name) === property);
    return {
      property: property.name,
      value: property.value.replace(/\s*!important\s*$/, ''),
      ...(property.important ? { important: true as const } : {}),
      ...(isInvalid ? { invalid: true as const } : counts ? {} : { overridden: true as const }),
    };
  });
}
