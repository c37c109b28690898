/** Which libraries a script is, by the marks that Retire.js collects, and what is known against their versions. */
import { createHash } from 'node:crypto';

/** As Retire.js writes it down. */
export interface KnownLibrary {
  readonly vulnerabilities: readonly {
    readonly below?: string;
    readonly atOrAbove?: string;
    readonly excludes?: readonly string[];
    readonly severity?: string;
    readonly identifiers: {
      readonly summary?: string;
      readonly CVE?: readonly string[];
      readonly githubID?: string;
    };
    readonly info?: readonly string[];
  }[];
  readonly extractors: {
    readonly uri?: readonly string[];
    readonly filename?: readonly string[];
    readonly filecontent?: readonly string[];
    /** /pattern/replacement/ */
    readonly filecontentreplace?: readonly string[];
    /** Versions by the SHA-1 of the text. */
    readonly hashes?: Readonly<Record<string, string>>;
  };
}

export interface Weakness {
  readonly severity: string;
  readonly summary: string;
  readonly ids: readonly string[];
  /** The first version without it. */
  readonly below?: string | undefined;
  readonly info?: string | undefined;
}

export interface Library {
  readonly name: string;
  readonly version: string;
  /** By what it was known. */
  readonly by: 'content' | 'address' | 'name' | 'hash';
  readonly weaknesses: readonly Weakness[];
}

interface Marks {
  readonly name: string;
  readonly known: KnownLibrary;
  readonly address: readonly RegExp[];
  readonly file: readonly RegExp[];
  readonly content: readonly RegExp[];
  readonly replaced: readonly { readonly pattern: RegExp; readonly version: string }[];
}

const VERSION = '[0-9][0-9.a-z_\\-]+';
const patternOf = (text: string) => new RegExp(text.replaceAll('§§version§§', VERSION), 'g');

/** What survives a minifier and a bundler where Retire.js looks for the first lines of the file. */
const ALSO: Readonly<Record<string, readonly string[]>> = {
  lodash: [`\\.VERSION ?= ?["'](§§version§§)["'][,;]\\s?[\\w$.]{1,20}\\(\\[?["']bind(?:["'],["']| )bindKey`],
};

/** The patterns are made once; they may take very long on a text that is made for it. */
export function libraryMarks(libraries: Readonly<Record<string, KnownLibrary>>): readonly Marks[] {
  return Object.entries(libraries).map(([name, known]) => ({
    name,
    known,
    address: (known.extractors.uri ?? []).map(patternOf),
    file: (known.extractors.filename ?? []).map((one) => patternOf(`^${one}$`)),
    content: [...(known.extractors.filecontent ?? []), ...(ALSO[name] ?? [])].map(patternOf),
    replaced: (known.extractors.filecontentreplace ?? []).flatMap((one) => {
      const [, pattern, version] = /^\/(.*[^\\])\/([^/]+)\/$/.exec(one) ?? [];
      return pattern && version ? [{ pattern: patternOf(pattern), version }] : [];
    }),
  }));
}

export function matchLibraries(url: string, content: string, marks: readonly Marks[]): readonly Library[] {
  const text = content.replace(/\r\n?/g, '\n');
  const file = URL.parse(url)?.pathname.split('/').at(-1) ?? '';
  const hash = createHash('sha1').update(text).digest('hex');
  const found = marks.flatMap((mark) => {
    const own = new Map<string, Library['by']>();
    const add = (versions: Iterable<string>, by: Library['by']) => {
      for (const version of versions) {
        const plain = version.replace(/[.-]min$/, '');
        if (!own.has(plain)) own.set(plain, by);
      }
    };
    add(versionsIn(text, mark.content), 'content');
    if (own.size === 0)
      for (const { pattern, version } of mark.replaced) add(written(text, pattern, version), 'content');
    const hashed = mark.known.extractors.hashes?.[hash];
    if (own.size === 0 && hashed) add([hashed], 'hash');
    add(versionsIn(url, mark.address), 'address');
    add(versionsIn(file, mark.file), 'name');
    return [...own].map(([version, by]) => ({
      name: mark.name,
      version,
      by,
      weaknesses: weaknessesOf(version, mark.known),
    }));
  });
  return found;
}

function* versionsIn(text: string, patterns: readonly RegExp[]): Generator<string> {
  for (const pattern of patterns)
    for (const [, version] of text.matchAll(pattern)) if (version) yield version;
}

function* written(text: string, pattern: RegExp, version: string): Generator<string> {
  for (const match of text.matchAll(pattern))
    yield version.replace(/\$(\d)/g, (_, place: string) => match[Number(place)] ?? '');
}

const weaknessesOf = (version: string, { vulnerabilities }: KnownLibrary): readonly Weakness[] =>
  vulnerabilities
    .filter(({ below, atOrAbove, excludes }) => {
      if (below !== undefined && isAtLeast(version, below)) return false;
      if (atOrAbove !== undefined && !isAtLeast(version, atOrAbove)) return false;
      return !excludes?.includes(version);
    })
    .map(({ severity = 'medium', identifiers, below, info }) => ({
      severity,
      summary: identifiers.summary ?? 'Known to be vulnerable',
      ids: [...(identifiers.CVE ?? []), ...(identifiers.githubID ? [identifiers.githubID] : [])],
      below,
      info: info?.[0],
    }));

/** By its parts; a number is more than a word, as 3.0.0 is more than 3.0.0-beta. */
export function isAtLeast(version: string, least: string): boolean {
  const [own, other] = [version, least].map((one) => one.split(/[.-]/));
  for (let i = 0; i < Math.max(own!.length, other!.length); i++) {
    const [one, two] = [own![i] ?? '0', other![i] ?? '0'];
    const [isNumber, isOtherNumber] = [/^\d+$/.test(one), /^\d+$/.test(two)];
    if (isNumber !== isOtherNumber) return isNumber;
    const order = isNumber ? Number(one) - Number(two) : one < two ? -1 : one > two ? 1 : 0;
    if (order !== 0) return order > 0;
  }
  return true;
}
