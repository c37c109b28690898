/** Findings as SARIF 2.1.0, as GitHub's code scanning takes it: https://docs.oasis-open.org/sarif/sarif/v2.1.0/. */

export interface FindingRule {
  readonly id: string;
  /** What it is about, in a line. */
  readonly short: string;
  readonly full?: string | undefined;
  readonly helpUri?: string | undefined;
  readonly tags: readonly string[];
}

/** A place in a file; lines and columns count from 1. */
export interface SourcePlace {
  /** As maps and engines name it: webpack:///./src/a.ts, http://host/a.js. */
  readonly file: string;
  readonly line: number;
  readonly column?: number | undefined;
  readonly function?: string | undefined;
}

export interface Finding {
  readonly rule: FindingRule;
  /** What fails, what a person must look at, or what was looked at and is right. */
  readonly outcome: 'fail' | 'review' | 'pass';
  /** How bad it is where it fails. */
  readonly level: 'error' | 'warning' | 'note';
  readonly message: string;
  /** The address of the page. */
  readonly page: string;
  /** Where it stands in a source; without one it stands in the page. */
  readonly source?: SourcePlace | undefined;
  /** The line of the page's own document, where that is known. */
  readonly line?: number | undefined;
  /** The selector of the element. */
  readonly element?: string | undefined;
  /** The element as the page has it. */
  readonly snippet?: string | undefined;
  readonly stack?: readonly SourcePlace[] | undefined;
  /** The same for the same thing in another run. */
  readonly fingerprint: string;
  readonly count?: number | undefined;
}

export interface FindingRun {
  /** One word: runs of one tool are told apart by it. */
  readonly category: string;
  readonly tool: { readonly name: string; readonly version: string; readonly informationUri?: string };
  readonly findings: readonly Finding[];
}

/** More of them GitHub does not show, or refuses the file for. */
const MOST_RESULTS = 5000;
const MOST_TAGS = 10;
const MOST_FRAMES = 50;
const LONGEST = 1000;

const SARIF_SCHEMA =
  'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

/** The log, and how many results, the least bad, were too many for it. */
export function sarifLog(runs: readonly FindingRun[]): { readonly log: object; readonly left: number } {
  const left = runs.reduce((sum, { findings }) => sum + Math.max(0, findings.length - MOST_RESULTS), 0);
  return { log: { $schema: SARIF_SCHEMA, version: '2.1.0', runs: runs.map(runOf) }, left };
}

const RANKS = { error: 0, warning: 1, note: 2 };
const OUTCOMES = { fail: 0, review: 1, pass: 2 };

function runOf({ category, tool, findings }: FindingRun): object {
  const kept = findings
    .toSorted(
      (one, other) =>
        OUTCOMES[one.outcome] - OUTCOMES[other.outcome] || RANKS[one.level] - RANKS[other.level],
    )
    .slice(0, MOST_RESULTS);
  const rules = [...new Map(kept.map(({ rule }) => [rule.id, rule])).values()];
  const indices = new Map(rules.map(({ id }, index) => [id, index]));
  const bases = new Bases();
  const results = kept.map((finding) => resultOf(finding, indices.get(finding.rule.id)!, bases));
  return {
    tool: { driver: { ...tool, rules: rules.map(ruleOf) } },
    // GitHub takes one run of a tool for each category.
    automationDetails: { id: `sensorium/${category}/` },
    columnKind: 'utf16CodeUnits',
    originalUriBaseIds: bases.written(),
    results,
  };
}

function ruleOf({ id, short, full, helpUri, tags }: FindingRule): object {
  return {
    id,
    shortDescription: { text: clipped(short) },
    fullDescription: { text: clipped(full ?? short) },
    ...(helpUri !== undefined && { helpUri }),
    help: { text: clipped(helpUri === undefined ? (full ?? short) : `${full ?? short} (${helpUri})`) },
    properties: { tags: tags.slice(0, MOST_TAGS) },
  };
}

function resultOf(finding: Finding, ruleIndex: number, bases: Bases): object {
  const { rule, outcome, level, message, page, element, stack, fingerprint, count } = finding;
  return {
    ruleId: rule.id,
    ruleIndex,
    kind: outcome,
    // Only what fails has one.
    level: outcome === 'fail' ? level : 'none',
    message: { text: clipped(message) },
    locations: [locationOf(finding, bases)],
    ...(stack &&
      stack.length > 0 && {
        stacks: [
          { frames: stack.slice(0, MOST_FRAMES).map((place) => ({ location: frameOf(place, bases) })) },
        ],
      }),
    partialFingerprints: { primaryLocationLineHash: `${fingerprint}:1` },
    ...(count !== undefined && { occurrenceCount: count }),
    properties: { page, ...(element !== undefined && { selector: element }) },
  };
}

function locationOf({ source, page, line = 1, element, snippet }: Finding, bases: Bases): object {
  const physicalLocation = source
    ? { artifactLocation: bases.sourceAt(source.file), region: regionOf(source) }
    : {
        artifactLocation: bases.pageAt(page),
        region: { startLine: line, ...(snippet && { snippet: { text: clipped(snippet) } }) },
      };
  return {
    physicalLocation,
    ...(element !== undefined && { logicalLocations: [{ fullyQualifiedName: element, kind: 'element' }] }),
  };
}

const frameOf = (place: SourcePlace, bases: Bases) => ({
  physicalLocation: { artifactLocation: bases.sourceAt(place.file), region: regionOf(place) },
  ...(place.function && { logicalLocations: [{ name: place.function, kind: 'function' }] }),
});

const regionOf = ({ line, column }: SourcePlace) => ({
  startLine: Math.max(1, line),
  ...(column !== undefined && { startColumn: Math.max(1, column) }),
});

const clipped = (text: string) => {
  const words = text.trim() || 'No words were given.';
  return words.length > LONGEST ? `${words.slice(0, LONGEST - 1).toWellFormed()}…` : words;
};

/**
 * Files are named without their scheme, below a base that is: GitHub takes no address of the web, and looks for each
 * name in the repository.
 */
class Bases {
  readonly #origins = new Map<string, string>();

  pageAt(address: string): object {
    const url = URL.parse(address);
    if (!url || url.origin === 'null') return { uri: pathUri(url?.pathname ?? address) };
    return { uri: pathUri(url.pathname), uriBaseId: this.#baseOf(url.origin) };
  }

  sourceAt(file: string): object {
    if (/^https?:/.test(file)) return this.pageAt(file);
    // webpack://name/./src/a.ts, ng:///app/a.ts: what follows is a path in the project.
    const path = file.replace(/^[\w-]+:\/\/[^/]*\//, '').replace(/[?#].*$/s, '');
    return { uri: pathUri(path) };
  }

  #baseOf(origin: string): string {
    const known = this.#origins.get(origin);
    if (known !== undefined) return known;
    const name = this.#origins.size === 0 ? 'SITE' : `SITE${this.#origins.size + 1}`;
    this.#origins.set(origin, name);
    return name;
  }

  written(): object {
    return Object.fromEntries([...this.#origins].map(([origin, name]) => [name, { uri: `${origin}/` }]));
  }
}

/** Relative, as every reader takes it: a folder stands for the file that servers give for it, as an empty name may not be. */
function pathUri(path: string): string {
  const plain = path
    .replace(/^(?:\.{1,2}\/|\/)+/, '')
    .split('/')
    .map((part) => encodeURIComponent(decoded(part)))
    .join('/');
  return plain === '' || plain.endsWith('/') ? `${plain}index.html` : plain;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // a lone percent sign
  }
}
