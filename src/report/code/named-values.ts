import { isOptions, type Literal } from './code-step.ts';

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
export function javaName(setting: string, value: Literal): string | undefined {
  const type = TYPES[setting];
  if (setting === 'path' && typeof value === 'string') return `Paths.get(${JSON.stringify(value)})`;
  if (type === undefined) return undefined;
  if (isTexts(value)) return `Arrays.asList(${value.map((one) => javaName(setting, one)).join(', ')})`;
  return typeof value === 'string' ? `${type}.${value.replaceAll('-', '_').toUpperCase()}` : undefined;
}

/** `ScreenshotType.Png`. */
export function csharpName(setting: string, value: Literal): string | undefined {
  const type = TYPES[setting];
  if (type === undefined) return undefined;
  if (isTexts(value)) return `new[] { ${value.map((one) => csharpName(setting, one)).join(', ')} }`;
  const pascal = (text: string) => text.replaceAll(/(^|-)(\w)/g, (_, _dash, letter) => letter.toUpperCase());
  return typeof value === 'string' ? `${type}.${pascal(value)}` : undefined;
}

const isTexts = (value: Literal): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

/** Java and C# take some settings one by one, in their order. */
export function inOrder(call: string, args: readonly Literal[]): readonly Literal[] {
  const [first] = args;
  if (call !== 'setViewportSize' || !isOptions(first)) return args;
  return Object.values(first.options).filter((value) => value !== undefined);
}
