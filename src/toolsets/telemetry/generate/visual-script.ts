/** Pages and their parts, as a test of Playwright by pictures. */
import { quoted } from '../../../report/code/code-step.ts';
import { slugOf } from './test.ts';

export interface VisualPage {
  readonly url: string;
  /** Without any, the whole page. */
  readonly parts: readonly { readonly code: string; readonly words?: string | undefined }[];
  readonly masks: readonly string[];
}

type Size = { readonly width: number; readonly height: number } | null;

export function visualScript(name: string, pages: readonly VisualPage[], size: Size): string {
  const taken = new Set<string>();
  const free = (wanted: string) => {
    let picture = wanted;
    for (let count = 2; taken.has(picture); count++) picture = `${wanted}-${count}`;
    taken.add(picture);
    return quoted(`${picture}.png`);
  };
  const lines = pages.flatMap(({ url, parts, masks }) => {
    const at = URL.parse(url);
    const picture = slugOf(at && at.pathname !== '/' ? at.pathname : 'page');
    const mask = masks.length > 0 ? [`mask: [page.${masks.join(', page.')}]`] : [];
    const pictures = parts.flatMap(({ code, words }) => [
      ...(words ? [`// ${words.replaceAll(/\s+/g, ' ').slice(0, 200)}`] : []),
      `await expect(page.${code}).toBeVisible();`,
      `await expect(page.${code}).toHaveScreenshot(${given(free(picture), mask)});`,
    ]);
    const whole = `await expect(page).toHaveScreenshot(${given(free(picture), ['fullPage: true', ...mask])});`;
    return [`await page.goto(${quoted(url)});`, ...(parts.length > 0 ? pictures : [whole])];
  });
  const script = [
    "import { expect, test } from '@playwright/test';",
    '',
    ...(size ? [`test.use({ viewport: { width: ${size.width}, height: ${size.height} } });`, ''] : []),
    `test(${quoted(name)}, async ({ page }) => {`,
    ...lines.map((line) => `  ${line}`),
    '});',
  ];
  return `${script.join('\n')}\n`;
}

const given = (picture: string, settings: readonly string[]) =>
  settings.length > 0 ? `${picture}, { ${settings.join(', ')} }` : picture;
