import { type Browser, chromium } from 'playwright-core';
import { findBrowser } from '../../src/engines/browser/launch/find-browser.ts';
import { Filler } from './markup.ts';
import { Chance } from './random.ts';
import { readTruth, type Truth } from './read-truth.ts';
import { templates } from './templates.ts';
import { makeTheme } from './theme.ts';

export interface Page extends Truth {
  readonly name: string;
  readonly template: string;
  readonly language: 'eng' | 'deu';
  readonly isDark: boolean;
  /** Holds look-alikes, but nothing private. */
  readonly isClean: boolean;
  readonly png: Buffer;
}

export interface CorpusOptions {
  readonly seed: number;
  /** How many pages; every template comes up once in light and once in dark before one repeats. */
  readonly pages: number;
  /** A template alone, while working on it. */
  readonly only?: string | undefined;
}

const width = 1280;
const height = 720;

/** Pages with all that is on them and where it is. The browser is gone before the first of them is looked at. */
export async function makeCorpus({ seed, pages, only }: CorpusOptions): Promise<Page[]> {
  const chosen = only ? templates.filter(({ name }) => name === only) : templates;
  const found = await findBrowser({ env: process.env });
  const browser = await chromium.launch({
    executablePath: found!.path,
    args: ['--no-sandbox', '--disable-lcd-text', '--force-color-profile=srgb'],
  });
  const made: Page[] = [];
  try {
    for (let index = 0; index < pages; index++) {
      made.push(await makePage(browser, { seed, index, template: chosen[index % chosen.length]! }));
    }
  } finally {
    await browser.close();
  }
  return made;
}

interface Plan {
  readonly seed: number;
  readonly index: number;
  readonly template: (typeof templates)[number];
}

async function makePage(browser: Browser, { seed, index, template }: Plan): Promise<Page> {
  const chance = new Chance(seed * 100_003 + index * 7919);
  // The number of templates is odd, so that each comes up in turn in light and in dark.
  const isDark = index % 2 === 1;
  const isClean = index % 7 === 5;
  // One in six as on a display of high density.
  const scale = index % 6 === 4 ? 2 : 1;
  const theme = makeTheme(chance, isDark);
  const body = template.body(new Filler(chance, isClean));
  const page = await browser.newPage({ viewport: { width, height }, deviceScaleFactor: scale });
  try {
    await page.setContent(
      `<html lang="${template.language === 'deu' ? 'de' : 'en'}"><style>${theme.css}</style><body>${body}</body></html>`,
    );
    const truth = await readTruth(page, { scale, width, height });
    const png = await page.screenshot({ type: 'png' });
    const name = `${String(index).padStart(2, '0')} ${template.name} (${theme.name}${scale === 2 ? ', 2x' : ''}${isClean ? ', clean' : ''})`;
    return { ...truth, name, template: template.name, language: template.language, isDark, isClean, png };
  } finally {
    await page.close();
  }
}
