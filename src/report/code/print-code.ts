import {
  type ChainCall,
  type CodeCheck,
  type CodeLanguage,
  type CodeLine,
  type CodeStep,
  isChain,
  isOptions,
  isSecret,
  type Literal,
  type Options,
  quoted,
  snake,
} from './code-step.ts';
import { parseChain } from './locator-chain.ts';

/** The step as a line of a test, or nothing where the language has no words for it. */
export function printStep(step: CodeStep | CodeCheck | CodeLine, language: CodeLanguage): string | undefined {
  if ('line' in step) return language === 'typescript' ? step.line : undefined;
  if ('is' in step) return printCheck(step, ELEMENTS[language](step.on), language);
  if (language === 'typescript' && step.typescript !== undefined) return step.typescript;
  const note = step.note === undefined ? '' : `${language === 'python' ? '#' : '//'} ${step.note}\n`;
  return `${note}${PRINTERS[language](step)}`;
}

const chainOf = ({ on }: CodeStep): readonly ChainCall[] => (on === undefined ? [] : parseChain(on));
const ELEMENTS: Readonly<Record<CodeLanguage, (on: string) => string>> = {
  typescript: (on) => `page.${on}`,
  python: (on) => pythonChain(parseChain(on)),
  java: (on) => javaChain(parseChain(on)),
  csharp: (on) => csharpChain(parseChain(on)),
};
const isProperty = (name: string) => ['first', 'last', 'contentFrame'].includes(name);

const PRINTERS: Readonly<Record<CodeLanguage, (step: CodeStep) => string>> = {
  typescript({ on, part, call, args = [], isLong }) {
    const middle = [on, part === 'context' ? 'context()' : part].filter(Boolean).map((one) => `.${one}`);
    const print = (arg: Literal) => (isLong && isOptions(arg) ? longOptions(arg) : typescript(arg));
    return `await page${middle.join('')}.${call}(${args.map(print).join(', ')});`;
  },

  python(step) {
    const part = step.part ? `.${step.part}` : '';
    const print = step.call === 'setViewportSize' ? pythonItem : python;
    const args = (step.args ?? []).map(print).join(', ');
    return `${pythonChain(chainOf(step))}${part}.${snake(step.call)}(${args})`;
  },

  java(step) {
    const part = step.part ? `.${step.part}()` : '';
    const call = step.call === 'goto' ? 'navigate' : step.call;
    const owner = step.on === undefined ? 'Page' : 'Locator';
    const args = inOrder(call, step.args ?? []).map((arg) =>
      java(arg, `${owner}.${pascal(call)}Options`, false),
    );
    return `${javaChain(chainOf(step))}${part}.${call}(${args.join(', ')});`;
  },

  csharp(step) {
    const part = step.part ? `.${pascal(step.part)}` : '';
    const args = inOrder(step.call, step.args ?? []).map((arg) => csharp(arg, false));
    return `await ${csharpChain(chainOf(step))}${part}.${pascal(step.call)}Async(${args.join(', ')});`;
  },
};

function longOptions({ options }: Options): string {
  const print = (field: Literal) => (isOptions(field) ? longOptions(field) : typescript(field));
  const fields = Object.entries(options).map(([name, field]) => `  ${name}: ${print(field!)}`);
  return `{\n${fields.join(',\n')}\n}`;
}

function typescriptChain(chain: readonly ChainCall[]): string {
  return `page${chain.map(({ name, args }) => `.${name}(${args.map(typescript).join(', ')})`).join('')}`;
}

function pythonChain(chain: readonly ChainCall[]): string {
  const calls = chain.map(
    ({ name, args }) => `.${snake(name)}${isProperty(name) ? '' : `(${args.map(python).join(', ')})`}`,
  );
  return `page${calls.join('')}`;
}

function javaChain(chain: readonly ChainCall[]): string {
  let owner = 'Page';
  const calls = chain.map((call) => {
    const settings = `${owner}.${pascal(call.name)}Options`;
    owner = call.name === 'contentFrame' ? 'FrameLocator' : 'Locator';
    return `.${call.name}(${call.args.map((arg, i) => java(arg, settings, isRole(call, i))).join(', ')})`;
  });
  return `page${calls.join('')}`;
}

function csharpChain(chain: readonly ChainCall[]): string {
  const calls = chain.map((call) => {
    const args = call.args.map((arg, i) => csharp(arg, isRole(call, i)));
    return `.${pascal(call.name)}${isProperty(call.name) ? '' : `(${args.join(', ')})`}`;
  });
  return `page${calls.join('')}`;
}

const isRole = ({ name }: ChainCall, index: number) => name === 'getByRole' && index === 0;
const pascal = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
const doubleQuoted = (text: string) => JSON.stringify(text);
const isList = (value: Literal): value is readonly Literal[] => Array.isArray(value);

function typescript(value: Literal): string {
  if (typeof value === 'string') return quoted(value);
  if (value instanceof RegExp) return String(value);
  if (isList(value)) return `[${value.map(typescript).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  if (isChain(value)) return typescriptChain(value.chain);
  if (isSecret(value)) return `process.env['${value.secret}']`;
  const fields = Object.entries(value.options).map(([name, field]) => `${name}: ${typescript(field!)}`);
  return `{ ${fields.join(', ')} }`;
}

function python(value: Literal): string {
  if (typeof value === 'string') return doubleQuoted(value);
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (value === null) return 'None';
  if (value instanceof RegExp) {
    const flags = value.flags.includes('i') ? ', re.IGNORECASE' : '';
    return `re.compile(r${doubleQuoted(value.source).replaceAll('\\\\', '\\')}${flags})`;
  }
  if (isList(value)) return `[${value.map(pythonItem).join(', ')}]`;
  if (typeof value !== 'object') return String(value);
  if (isChain(value)) return pythonChain(value.chain);
  if (isSecret(value)) return `os.environ["${value.secret}"]`;
  return Object.entries(value.options)
    .map(([name, field]) => `${snake(name)}=${python(field!)}`)
    .join(', ');
}

/** Settings that stand by themselves are a dictionary. */
function pythonItem(value: Literal): string {
  if (!isOptions(value)) return python(value);
  const fields = Object.entries(value.options).map(([name, field]) => `"${name}": ${python(field!)}`);
  return `{${fields.join(', ')}}`;
}

function java(value: Literal, optionsName: string, isAriaRole: boolean): string {
  if (typeof value === 'string') return isAriaRole ? `AriaRole.${value.toUpperCase()}` : doubleQuoted(value);
  if (value instanceof RegExp) {
    const flags = value.flags.includes('i') ? ', Pattern.CASE_INSENSITIVE' : '';
    return `Pattern.compile(${doubleQuoted(value.source)}${flags})`;
  }
  if (isList(value) && value.some(isOptions)) return `Arrays.asList(${value.map(javaCookie).join(', ')})`;
  if (isList(value))
    return `new String[] {${value.map((item) => java(item, optionsName, false)).join(', ')}}`;
  if (typeof value !== 'object' || value === null) return String(value);
  if (isChain(value)) return javaChain(value.chain);
  if (isSecret(value)) return `System.getenv("${value.secret}")`;
  return `new ${optionsName}()${javaSetters(value.options, optionsName)}`;
}

const javaSetters = (fields: Options['options'], optionsName: string) =>
  Object.entries(fields)
    .map(
      ([name, field]) => `.set${pascal(name)}(${javaName(name, field!) ?? java(field!, optionsName, false)})`,
    )
    .join('');

/** The one thing that is given as a list of settings. */
function javaCookie(item: Literal): string {
  const { name = '', value = '', ...rest } = isOptions(item) ? item.options : {};
  return `new Cookie(${java(name, '', false)}, ${java(value, '', false)})${javaSetters(rest, 'Cookie')}`;
}

function csharp(value: Literal, isAriaRole: boolean): string {
  if (typeof value === 'string') return isAriaRole ? `AriaRole.${pascal(value)}` : doubleQuoted(value);
  if (value instanceof RegExp) {
    const flags = value.flags.includes('i') ? ', RegexOptions.IgnoreCase' : '';
    return `new Regex(${doubleQuoted(value.source)}${flags})`;
  }
  if (isList(value)) {
    const items = value.map((item) => csharp(item, false).replace(/^new\(\)/, 'new Cookie'));
    return `new[] { ${items.join(', ')} }`;
  }
  if (typeof value !== 'object' || value === null) return String(value);
  if (isChain(value)) return csharpChain(value.chain);
  if (isSecret(value)) return `Environment.GetEnvironmentVariable("${value.secret}")`;
  const fields = Object.entries(value.options).map(
    ([name, field]) => `${pascal(name)} = ${csharpName(name, field!) ?? csharp(field!, false)}`,
  );
  return `new() { ${fields.join(', ')} }`;
}

/** Settings whose values Java and C# have types of their own for. */
const TYPES: Readonly<Record<string, string>> = {
  type: 'ScreenshotType',
  scale: 'ScreenshotScale',
  state: 'WaitForSelectorState',
  button: 'MouseButton',
  modifiers: 'KeyboardModifier',
  colorScheme: 'ColorScheme',
  reducedMotion: 'ReducedMotion',
  forcedColors: 'ForcedColors',
  contrast: 'Contrast',
  media: 'Media',
  sameSite: 'SameSiteAttribute',
};

/** `ScreenshotType.PNG`, for a value of such a setting. */
function javaName(setting: string, value: Literal): string | undefined {
  const type = TYPES[setting];
  if (setting === 'path' && typeof value === 'string') return `Paths.get(${JSON.stringify(value)})`;
  if (type === undefined) return undefined;
  if (isTexts(value)) return `Arrays.asList(${value.map((one) => javaName(setting, one)).join(', ')})`;
  return typeof value === 'string' ? `${type}.${value.replaceAll('-', '_').toUpperCase()}` : undefined;
}

/** `ScreenshotType.Png`. */
function csharpName(setting: string, value: Literal): string | undefined {
  const type = TYPES[setting];
  if (type === undefined) return undefined;
  if (isTexts(value)) return `new[] { ${value.map((one) => csharpName(setting, one)).join(', ')} }`;
  const words = (text: string) => text.split('-').map(pascal).join('');
  return typeof value === 'string' ? `${type}.${words(value)}` : undefined;
}

const isTexts = (value: Literal): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

/** Java and C# take some settings one by one, in their order. */
function inOrder(call: string, args: readonly Literal[]): readonly Literal[] {
  const [first] = args;
  if (call !== 'setViewportSize' || !isOptions(first)) return args;
  return Object.values(first.options).filter((value) => value !== undefined);
}

const MATCHERS = {
  visible: { typescript: 'toBeVisible', java: 'isVisible' },
  checked: { typescript: 'toBeChecked', java: 'isChecked' },
  empty: { typescript: 'toBeEmpty', java: 'isEmpty' },
  value: { typescript: 'toHaveValue', java: 'hasValue' },
  snapshot: { typescript: 'toMatchAriaSnapshot', java: 'matchesAriaSnapshot' },
} as const;

/** An assertion as a line of a test; the element is in the words of the language already. */
function printCheck({ is, isNot, value }: CodeCheck, element: string, language: CodeLanguage): string {
  const matcher = MATCHERS[is];
  const words = value === undefined ? '' : JSON.stringify(value);
  switch (language) {
    case 'typescript': {
      const given = is === 'snapshot' ? inLines(value ?? '') : value === undefined ? '' : quoted(value);
      return `await expect(${element})${isNot ? '.not' : ''}.${matcher.typescript}(${given});`;
    }
    case 'python':
      return `expect(${element}).${isNot ? 'not_' : ''}${snake(matcher.typescript)}(${words})`;
    case 'java':
      return `assertThat(${element})${isNot ? '.not()' : ''}.${matcher.java}(${words});`;
    case 'csharp':
      return `await Expect(${element})${isNot ? '.Not' : ''}.T${matcher.typescript.slice(1)}Async(${words});`;
  }
}

/** Over several lines, as people write them. */
const inLines = (text: string) =>
  `\`\n${text.replaceAll(/[\\`]|\$\{/g, '\\$&').replaceAll(/^/gm, '  ')}\n  \``;
