import { type CodeCheck, type CodeLanguage, quoted, snake } from './code-step.ts';

const MATCHERS = {
  visible: { typescript: 'toBeVisible', java: 'isVisible' },
  checked: { typescript: 'toBeChecked', java: 'isChecked' },
  empty: { typescript: 'toBeEmpty', java: 'isEmpty' },
  value: { typescript: 'toHaveValue', java: 'hasValue' },
  snapshot: { typescript: 'toMatchAriaSnapshot', java: 'matchesAriaSnapshot' },
} as const;

/** An assertion as a line of a test; the element is in the words of the language already. */
export function printCheck({ is, isNot, value }: CodeCheck, element: string, language: CodeLanguage): string {
  const matcher = MATCHERS[is];
  const words = value === undefined ? '' : JSON.stringify(value);
  switch (language) {
    case 'typescript': {
      const given = is === 'snapshot' ? lines(value ?? '') : value === undefined ? '' : quoted(value);
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
const lines = (text: string) => `\`\n${text.replaceAll(/[\\`]|\$\{/g, '\\$&').replaceAll(/^/gm, '  ')}\n  \``;
