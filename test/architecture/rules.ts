/** The rules of the architecture as functions of sources; each returns sentences about what breaks it. */
import { posix } from 'node:path';
import { type Layer, layers } from './layers.ts';
import type { Import, Source } from './source.ts';

export const isTest = (path: string) => /\.test\.ts$/.test(path);
const isGenerated = (path: string) => /\.generated\.ts$/.test(path);
const isFixture = (path: string) => path.includes('/fixtures/');

/** 'kernel' for src/kernel/x.ts, 'web' for web/x.ts. */
function layerOf(path: string): string {
  const [top, next] = path.split('/');
  return top === 'src' ? (next ?? '') : (top ?? '');
}

/** A layer, or one island of it: 'toolsets/wire'. */
function unitOf(path: string): string {
  const name = layerOf(path);
  const parts = path.split('/').slice(path.startsWith('src/') ? 2 : 1);
  return layers[name]?.islands && parts.length > 1 ? `${name}/${parts[0]}` : name;
}

function resolveImport(importer: string, from: string): string | undefined {
  return from.startsWith('.') ? posix.join(posix.dirname(importer), from) : undefined;
}

/** Imports that the table does not allow. Tests may import what they test and the kit. */
export function forbiddenImports(sources: readonly Source[]): readonly string[] {
  return sources
    .filter((source) => !isTest(source.path))
    .flatMap((source) => {
      const layer = layers[layerOf(source.path)];
      if (!layer) return [`${source.path}: the folder is not in the table of layers`];
      return source.imports.flatMap((one) => {
        const problem = problemOf(source.path, layer, one);
        return problem ? [`${source.path}:${one.line} ${problem}`] : [];
      });
    });
}

function problemOf(path: string, layer: Layer, { from }: Import): string | undefined {
  if (from === undefined) return 'imports something computed at run time, which no rule can see';
  if (from.startsWith('node:')) return nodeProblem(path, layer, from);
  const target = resolveImport(path, from);
  return target === undefined ? packageProblem(path, layer, from) : localProblem(path, layer, target);
}

function nodeProblem(path: string, layer: Layer, from: string): string | undefined {
  const allowed = typeof layer.node === 'boolean' ? layer.node : layer.node.includes(from);
  return allowed ? undefined : `imports ${from}, which ${layerOf(path)} may not`;
}

function packageProblem(path: string, layer: Layer, from: string): string | undefined {
  const name = from
    .split('/')
    .slice(0, from.startsWith('@') ? 2 : 1)
    .join('/');
  if (name.startsWith('@modelcontextprotocol/')) {
    return layer.sdk ? undefined : `imports ${name}; the SDK is used in transport only`;
  }
  const allowed = layer.packages === 'any' || layer.packages.includes(name);
  return allowed ? undefined : `imports ${name}, which ${layerOf(path)} may not`;
}

function localProblem(path: string, layer: Layer, target: string): string | undefined {
  if (target === 'package.json') return layer.manifest ? undefined : 'reads package.json';
  if (isTest(target) || target.startsWith('test/')) return `imports the test ${target}`;
  const [own, other] = [layerOf(path), layerOf(target)];
  if (layer.pageCode && target.endsWith('.page.ts')) return undefined;
  if (own !== other)
    return layer.folders.includes(other) ? undefined : `imports ${target}; ${own} may not import ${other}`;
  const [here, there] = [unitOf(path), unitOf(target)];
  const isIslandHop = here !== there && here !== own && there !== own;
  return isIslandHop ? `imports ${target}; ${here} may not import a sibling` : undefined;
}

/** Folders that import each other in a ring. */
export function cycles(sources: readonly Source[]): readonly string[] {
  const edges = new Map<string, Set<string>>();
  for (const source of sources.filter(({ path }) => !isTest(path))) {
    const own = unitOf(source.path);
    const targets = source.imports.flatMap(({ from }) => (from && resolveImport(source.path, from)) || []);
    const others = targets.map(unitOf).filter((unit) => unit !== own);
    edges.set(own, new Set([...(edges.get(own) ?? []), ...others]));
  }
  const rings = new Set<string>();
  const visit = (unit: string, way: readonly string[]) => {
    const at = way.indexOf(unit);
    if (at >= 0) rings.add([...way.slice(at)].sort().join(' <-> '));
    else for (const next of edges.get(unit) ?? []) visit(next, [...way, unit]);
  };
  for (const unit of edges.keys()) visit(unit, []);
  return [...rings];
}

export function tooLong(sources: readonly Source[], limit = 400): readonly string[] {
  const long = sources.filter(({ path, lines }) => lines > limit && !isGenerated(path));
  return long.map(({ path, lines }) => `${path} has ${lines} lines; ${limit} is the limit`);
}

const banned = /^(.*-)?(utils?|helpers?|common|misc|managers?|types?)$/;

export function badNames(sources: readonly Source[]): readonly string[] {
  const bad = sources.filter(({ path }) =>
    path.split('/').some((part) => banned.test(part.replace(/(\.test)?\.ts$/, ''))),
  );
  return bad.map(({ path }) => `${path}: name it after the thing it holds`);
}

const tested = new Set(['toolsets', 'report', 'engines', 'session', 'transport']);

/**
 * Files without a test: none of their name beside them, none of their layer or island that imports them, and no
 * tested file in there that is made of them. An index, a toolset's deps.ts, fixtures, generated files and files
 * of types have nothing to test.
 */
export function untested(sources: readonly Source[]): readonly string[] {
  const all = new Map(sources.map((source) => [source.path, source]));
  const covered = new Set<string>();
  const cover = (path: string) => {
    const source = all.get(path);
    if (!source || covered.has(path)) return;
    covered.add(path);
    for (const part of neighbours(source)) cover(part);
  };
  for (const test of sources.filter(({ path }) => isTest(path))) {
    for (const path of [test.path.replace('.test.ts', '.ts'), ...neighbours(test)]) cover(path);
  }
  return sources
    .filter(
      ({ path }) => tested.has(layerOf(path)) && !isTest(path) && !isGenerated(path) && !isFixture(path),
    )
    .filter(({ path, onlyTypes }) => !onlyTypes && !['index.ts', 'deps.ts'].includes(posix.basename(path)))
    .filter(({ path }) => !path.endsWith('.as.ts') && !covered.has(path))
    .map(({ path }) => `${path} has no test beside it`);
}

/** What a file imports from its own layer, or island of it. */
function neighbours({ path, imports }: Source): readonly string[] {
  const targets = imports.flatMap(({ from }) => (from && resolveImport(path, from)) || []);
  return targets.filter((target) => unitOf(target) === unitOf(path));
}

/** They choose between styles, or know programs and libraries of the same name. */
const namingStyles = new Set(['assemble', 'config', 'profiles', 'engines']);

/** Whoever knows a style of answers: it lies in src/report/NAME/, and is chosen where the server is assembled. */
export function styleNames(sources: readonly Source[]): readonly string[] {
  const styles = sources.flatMap(({ path }) => /^src\/report\/(\w+)\/style\.ts$/.exec(path)?.[1] ?? []);
  const own = (path: string, style: string) => path.startsWith(`src/report/${style}/`);
  return sources
    .filter(({ path }) => path.startsWith('src/') && !isTest(path) && !isGenerated(path))
    .filter(({ path }) => !namingStyles.has(layerOf(path)))
    .flatMap(({ path, imports, strings }) => {
      // What it generates is Playwright's, whatever style the answers have.
      const isCode = path.startsWith('src/toolsets/telemetry/generate/');
      const foreign = styles.filter((style) => !own(path, style) && !(isCode && style === 'playwright'));
      const loads = (style: string) =>
        imports.filter(({ from }) => from && own(resolveImport(path, from) ?? '', style));
      return foreign.flatMap((style) => [
        ...loads(style).map(({ line }) => `${path}:${line} imports the style ${style}`),
        ...strings.filter(({ value }) => value === style).map(({ line }) => `${path}:${line} names ${style}`),
      ]);
    });
}

/** They start the product and hand the streams to the rest of it. */
const printing = ['src/cli/', 'src/transport/stdio'];

/** Whatever prints outside the places whose job it is; stdout belongs to the protocol. */
export function strayPrints(sources: readonly Source[]): readonly string[] {
  const may = (path: string) => isTest(path) || printing.some((place) => path.startsWith(place));
  return sources
    .filter(({ path }) => path.startsWith('src/') && !may(path))
    .flatMap(({ path, prints }) => prints.map((line) => `${path}:${line} prints`));
}

/** Capture keeps stream and data together by its one typed way in; nobody else may claim that they fit. */
const CLAIMS_EVIDENCE = 'src/engines/browser/capture/scene.ts';

export function forcedEvidence(sources: readonly Source[]): readonly string[] {
  return sources
    .filter(({ path }) => path.startsWith('src/') && !isTest(path) && path !== CLAIMS_EVIDENCE)
    .flatMap(({ path, forcedEvidence: lines }) => lines.map((line) => `${path}:${line} forces evidence`));
}

/** Server, web app and extension share the contract, so it may know neither Node nor the DOM. */
export function platformInContract(sources: readonly Source[]): readonly string[] {
  return sources
    .filter(({ path }) => layerOf(path) === 'contract' && !isTest(path))
    .flatMap(({ path, platformNames }) => [...platformNames].map((name) => `${path} uses ${name}`));
}

/** Code for a page stands in .page.ts files, as functions that need nothing from outside of them. */
export function strayPageCode(sources: readonly Source[]): readonly string[] {
  const texts = sources
    .filter(({ path }) => /^src\/(engines|toolsets)\//.test(path) && !isTest(path))
    .flatMap(({ path, pageTexts }) =>
      pageTexts.map((line) => `${path}:${line} belongs into a .page.ts file`),
    );
  return [...texts, ...sources.flatMap(({ path, bound }) => bound.map((problem) => `${path} ${problem}`))];
}

const ROOT = 'src/assemble/assemble.ts';

/**
 * What `assemble/` does besides wiring: a class has a behaviour of its own, and whoever knows the root takes all that
 * there is instead of what it needs.
 */
export function beyondWiring(sources: readonly Source[]): readonly string[] {
  return sources
    .filter(({ path }) => layerOf(path) === 'assemble' && !isTest(path))
    .flatMap(({ path, imports, classes }) => [
      ...classes.map((name) => `${path} has the class ${name}; it belongs where its work is done`),
      ...imports
        .filter(({ from }) => from !== undefined && resolveImport(path, from) === ROOT)
        .map(({ line }) => `${path}:${line} knows the root; take what is needed`),
    ]);
}

/** Every click, key and wait goes one way, whichever tool asks for it: the fault that one had, all had. */
export function strayDeeds(sources: readonly Source[]): readonly string[] {
  return sources
    .filter(({ path }) => /^src\/(engines\/browser\/(?!actions\/)|toolsets\/)/.test(path))
    .filter(({ path }) => !isTest(path) && !path.endsWith('.page.ts'))
    .flatMap(({ path, deeds }) =>
      deeds.map((line) => `${path}:${line} belongs into engines/browser/actions`),
    );
}

/**
 * Where text becomes a pattern of JavaScript, which can take for ever: of our own words, or for the browser to run.
 * What comes from outside goes through src/kernel/pattern.ts.
 */
const MAKES_PATTERNS = [
  'src/engines/browser/actions/locator-string.ts',
  'src/engines/browser/capture/privacy.ts',
  // Vendored, and in a thread that is ended when it takes too long.
  'src/engines/browser/threads/match-libraries.ts',
  'src/engines/screen/pii/blurred-recognizers.ts',
  'src/engines/screen/pii/find-matches.ts',
  'src/kernel/recognizer.ts',
  'src/kernel/recognizers-personal.ts',
  'src/kernel/recognizers-secret.ts',
  'src/kernel/recognizers.ts',
  'src/kernel/redaction/find-keys.ts',
  'src/report/code/locator-chain.ts',
  'src/session/catalog.ts',
  'src/toolsets/telemetry/noise/noise-rule.ts',
];

/** Text that becomes a pattern elsewhere. */
export function strayPatterns(sources: readonly Source[]): readonly string[] {
  return sources
    .filter(({ path }) => !isTest(path) && !path.endsWith('.page.ts') && !MAKES_PATTERNS.includes(path))
    .flatMap(({ path, madePatterns }) =>
      madePatterns.map((line) => `${path}:${line} makes a pattern of text; outsidePattern does that safely`),
    );
}

/** What a caller keeps beyond its session lies under its owner's name; only these open collections of no owner. */
const OPENS_DOCUMENTS = [
  'src/store/', // whose sessions there are, and videos, which carry theirs
  'src/assemble/screen-wiring.ts', // settings of the screen, which no tool changes
];

export function strayDocuments(sources: readonly Source[]): readonly string[] {
  const may = (path: string) => isTest(path) || OPENS_DOCUMENTS.some((place) => path.startsWith(place));
  return sources
    .filter(({ path }) => path.startsWith('src/') && !may(path))
    .flatMap(({ path, openedDocuments }) =>
      openedDocuments.map((line) => `${path}:${line} opens documents of nobody: see store/own-documents.ts`),
    );
}

/** Spread literals: they save lines, cost the eye a step, and hide fields from the check for those that nobody knows. */
export function packedLiterals(sources: readonly Source[]): readonly string[] {
  return sources.flatMap(({ path, packed }) =>
    packed.map((line) => `${path}:${line} spreads a literal; its fields can stand there themselves`),
  );
}
