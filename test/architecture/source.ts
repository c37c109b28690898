/** What the architecture rules need to know of one source file, read from its syntax tree. */
import { parseSync } from 'rolldown/utils';

export interface Import {
  /** As written: './x.ts', 'node:fs', 'zod'. `undefined` when it is computed at run time. */
  readonly from: string | undefined;
  readonly line: number;
}

export interface Source {
  /** Relative to the project, with forward slashes. */
  readonly path: string;
  readonly lines: number;
  readonly imports: readonly Import[];
  /** Texts that stand in it. */
  readonly strings: readonly { readonly value: string; readonly line: number }[];
  /** It declares types and nothing that exists at run time. */
  readonly onlyTypes: boolean;
  /** Uses of console.* and process.stdout, by line. */
  readonly prints: readonly number[];
  /** Where something is said to be evidence that the types do not know for it, by line. */
  readonly forcedEvidence: readonly number[];
  /** The classes that it declares. */
  readonly classes: readonly string[];
  /** Names that only Node or only a browser knows, wherever they are used. */
  readonly platformNames: ReadonlySet<string>;
  /** What keeps the functions of a .page.ts file from being sent into a page as they are. */
  readonly bound: readonly string[];
  /** Code that is written as a text of several lines, and functions written where they are sent into a page. */
  readonly pageTexts: readonly number[];
  /** Where Playwright is told to do something to a page: clicks, keys, the mouse. */
  readonly deeds: readonly number[];
  /** Where text becomes a regular expression at run time. */
  readonly madePatterns: readonly number[];
  /** Where a collection of documents is opened by its name. */
  readonly openedDocuments: readonly number[];
  /** Literals that are spread into another one where their fields could stand themselves. */
  readonly packed: readonly number[];
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

export function readSource(path: string, text: string): Source {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  const nodes = [...walk(program as unknown as Node)];
  const lineOf = (node: Node) => text.slice(0, node.start).split('\n').length;
  return {
    path,
    lines: text.split('\n').length - (text.endsWith('\n') ? 1 : 0),
    imports: nodes.flatMap((node) => importOf(node).map((from) => ({ from, line: lineOf(node) }))),
    strings: nodes.flatMap((node) => (isText(node) ? [{ value: node['value'], line: lineOf(node) }] : [])),
    onlyTypes: (program.body as unknown as Node[]).every(isOnlyType),
    prints: nodes.filter(isPrint).map(lineOf),
    forcedEvidence: nodes.filter((node) => isForcedEvidence(node, text)).map(lineOf),
    classes: nodes.filter(({ type }) => /^Class(Declaration|Expression)$/.test(type)).map(nameOf),
    platformNames: new Set(nodes.flatMap(platformNameOf)),
    bound: path.endsWith('.page.ts') ? boundIn(path, text) : [],
    deeds: nodes.filter(deedIn(nodes)).map(lineOf),
    madePatterns: nodes.filter(isMadePattern).map(lineOf),
    openedDocuments: nodes.filter(opensDocuments).map(lineOf),
    packed: nodes.filter(isPacked).map(lineOf),
    pageTexts: nodes.filter((node) => isCodeText(node, text) || isInlineForPage(node)).map(lineOf),
  };
}

const isPacked = ({ type, argument }: Node) =>
  type === 'SpreadElement' && isNode(argument) && argument.type === 'ObjectExpression';

const isText = (node: Node): node is Node & { readonly value: string } =>
  node.type === 'Literal' && typeof node['value'] === 'string';

const deeds = new Set(
  [
    'click dblclick tap press pressSequentially insertText selectOption setInputFiles setChecked uncheck hover',
    'dragTo dragAndDrop scrollIntoViewIfNeeded',
  ].flatMap((names) => names.split(' ')),
);

/** Methods of Playwright by their names, where these mean nothing else; a module of ours may have them too. */
function deedIn(nodes: readonly Node[]): (node: Node) => boolean {
  const modules = nodes.filter(({ type }) => type === 'ImportNamespaceSpecifier');
  const ours = new Set(modules.map(({ local }) => (isNode(local) ? local['name'] : undefined)));
  return (node) => {
    if (node.type === 'Property') return isNamed(node['key'], 'noWaitAfter') || isInput(node['key'], node);
    if (node.type === 'MemberExpression') return isInput(node['property'], node);
    const { callee, arguments: args } = node;
    if (node.type !== 'CallExpression' || !isNode(callee) || !Array.isArray(args)) return false;
    const { object, property } = callee;
    if (!isNode(object) || !isNode(property) || (object.type === 'Identifier' && ours.has(object['name'])))
      return false;
    const name = String(property['name']);
    if (name === 'fill') return object.type !== 'NewExpression' && /^(1|2)$/.test(String(args.length));
    if (name === 'type') return args.length > 0;
    if (name === 'check') return args.length === 0 || args[0].type === 'ObjectExpression';
    return name === 'focus' ? args.length < 2 : deeds.has(name);
  };
}

/** `page.keyboard` and `{ mouse } = page`. */
const isInput = (name: unknown, { computed }: Node) =>
  !computed && (isNamed(name, 'keyboard') || isNamed(name, 'mouse'));

/** A page gets the text of a function and nothing of its surroundings: what of these a file's functions use. */
export function boundIn(path: string, text: string): readonly string[] {
  const body = parseSync(path, text).program.body as unknown as Node[];
  const isList = (node: Node) => node.type === 'ExportNamedDeclaration' && !node['source'];
  const functions = body.map(declarationOf).filter((node) => !isOnlyType(node) && !isList(node));
  const others = functions.filter(({ type }) => type !== 'FunctionDeclaration');
  const named = functions.filter(({ type }) => type === 'FunctionDeclaration');
  return [
    ...others.map((node) => `has a ${node.type} beside its functions`),
    ...named.flatMap((one) => {
      const taken = new Set(named.filter((other) => other !== one).map(nameOf));
      const used = [...walk(one)].filter(
        (node) => node.type === 'Identifier' && taken.has(String(node['name'])),
      );
      return used.map((node) => `${nameOf(one)}() uses ${node['name']}, which stands outside of it`);
    }),
  ];
}

const declarationOf = (node: Node): Node =>
  node.type === 'ExportNamedDeclaration' && isNode(node['declaration']) ? node['declaration'] : node;
const nameOf = ({ id }: Node) => (isNode(id) ? String(id['name']) : '');

/** A template of more than three lines that is JavaScript. */
function isCodeText(node: Node, text: string): boolean {
  if (node.type !== 'TemplateLiteral') return false;
  const written = text.slice(node.start, node.end);
  return written.split('\n').length > 3 && /=>|\bfunction\b|\bdocument\.|\bglobalThis\b/.test(written);
}

const sending = new Set(['evaluate', 'evaluateAll', 'evaluateHandle', 'addInitScript', 'waitForFunction']);

function isInlineForPage(node: Node): boolean {
  const { callee, arguments: args } = node;
  if (node.type !== 'CallExpression' || !isNode(callee) || !Array.isArray(args)) return false;
  const property = callee['property'];
  const isSent = isNode(property) && sending.has(String(property['name']));
  return isSent && isNode(args[0]) && /Function/.test(args[0].type);
}

const platformGlobals = new Set(
  'process Buffer require __dirname window document navigator location localStorage chrome browser'.split(
    ' ',
  ),
);

/** The object of a member, an argument, a callee: not the name of a property or of a field. */
function platformNameOf(node: Node): readonly string[] {
  const places = node.type === 'MemberExpression' ? [node['object']] : [];
  if (node.type === 'CallExpression' || node.type === 'NewExpression') {
    places.push(node['callee'], ...(Array.isArray(node['arguments']) ? node['arguments'] : []));
  }
  const names = places.flatMap((place) =>
    isNode(place) && place.type === 'Identifier' ? [String(place['name'])] : [],
  );
  return names.filter((name) => platformGlobals.has(name));
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}

function* walk(node: Node): Generator<Node> {
  yield node;
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) yield* walk(child);
  }
}

const importing = new Set([
  'ImportDeclaration',
  'ExportAllDeclaration',
  'ExportNamedDeclaration',
  'ImportExpression',
  'TSImportType',
]);

/** What a node imports: nothing, or one specifier (undefined when it is not a plain string). */
function importOf(node: Node): readonly (string | undefined)[] {
  if (importing.has(node.type)) return node['source'] ? [plain(node['source'])] : [];
  if (node.type === 'TSExternalModuleReference') return [plain(node['expression'])];
  if (node.type !== 'CallExpression') return [];
  const args = node['arguments'];
  const loads = isNamed(node['callee'], 'require') || memberName(node['callee']) === 'import.meta.resolve';
  return loads && Array.isArray(args) ? [plain(args[0])] : [];
}

/** The value of a string literal or of a template without holes. */
function plain(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value'];
  const [quasi, ...others] = Array.isArray(node['quasis']) ? node['quasis'] : [];
  return node.type === 'TemplateLiteral' && others.length === 0 ? quasi?.value?.cooked : undefined;
}

function isNamed(node: unknown, name: string): boolean {
  return isNode(node) && node.type === 'Identifier' && node['name'] === name;
}

function memberName(node: unknown): string | undefined {
  if (!isNode(node) || node.type !== 'MemberExpression') return undefined;
  const { object, property } = node;
  const name = isNode(property) && !node['computed'] ? property['name'] : undefined;
  if (isNode(object) && object.type === 'MetaProperty') return `import.meta.${name}`;
  return isNode(object) && object.type === 'Identifier' ? `${object['name']}.${name}` : undefined;
}

/** Only what prints: a local list may well be called console. */
const consoleMethods =
  /^console\.(log|error|warn|info|debug|trace|dir|table|group|time|timeEnd|assert|count)$/;

function isPrint(node: Node): boolean {
  const member = memberName(node);
  return member === 'process.stdout' || (member !== undefined && consoleMethods.test(member));
}

function opensDocuments({ type, callee }: Node): boolean {
  if (type !== 'CallExpression' || !isNode(callee) || callee.type !== 'MemberExpression') return false;
  const { property } = callee;
  return isNode(property) && property['name'] === 'documents';
}

function isOnlyType(node: Node): boolean {
  if (node.type === 'ImportDeclaration') return node['importKind'] === 'type' || allTypes(node['specifiers']);
  if (node.type === 'ExportNamedDeclaration') {
    const { declaration } = node;
    return isNode(declaration)
      ? isOnlyType(declaration)
      : node['exportKind'] === 'type' || allTypes(node['specifiers']);
  }
  return node.type === 'TSInterfaceDeclaration' || node.type === 'TSTypeAliasDeclaration';
}

function allTypes(specifiers: unknown): boolean {
  return (
    Array.isArray(specifiers) && specifiers.every((one) => (one.importKind ?? one.exportKind) === 'type')
  );
}

/** `x as Evidence`, and `sink(x as …)`: what goes into the record that way is checked by nobody. */
function isForcedEvidence(node: Node, text: string): boolean {
  const source = ({ start, end }: Node) => text.slice(start, end);
  if (node.type === 'TSAsExpression') {
    const type = node['typeAnnotation'];
    return isNode(type) && source(type) === 'Evidence';
  }
  const callee = node['callee'];
  if (node.type !== 'CallExpression' || !isNode(callee) || !/\bsink$/.test(source(callee))) return false;
  return Array.isArray(node['arguments']) && node['arguments'].some((one) => one?.type === 'TSAsExpression');
}

function isMadePattern(node: Node): boolean {
  if (node.type !== 'NewExpression' && node.type !== 'CallExpression') return false;
  const [callee, [first]] = [node['callee'] as Node, node['arguments'] as Node[]];
  return callee.type === 'Identifier' && callee['name'] === 'RegExp' && first?.type !== 'Literal';
}
