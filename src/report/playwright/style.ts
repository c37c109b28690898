import type { BrowserStyle } from '../browser-style.ts';
import { notOfPlaywright } from './arguments.ts';
import { renderFault } from './render-fault.ts';

/** The sections, files and words of playwright-mcp. Where it differs: docs/decisions/013. */
export const playwright: BrowserStyle = {
  name: 'playwright',
  outputFolder: '.playwright-mcp',
  refs: 'framed',
  hides: notOfPlaywright,
  /** The tools that it always has; code only if it is asked for. */
  caps: (asked) => (asked.includes('code') ? ['extra', 'code-unsafe'] : ['extra']),
  renderFault,
  answers: async (settings) => (await import('./answers.ts')).playwrightAnswers(settings),
};
