import type { BrowserStyle } from '../browser-style.ts';
import { renderFault } from './fault-words.ts';

/** What browser tools take beyond playwright-mcp; whoever wants its answers is shown its arguments. */
const OURS: Readonly<Record<string, readonly string[]>> = {
  browser_snapshot: ['unfold', 'interactive', 'allRefs'],
  browser_drag: ['endX', 'endY'],
  browser_wait_for: ['timeout_ms'],
  browser_file_upload: ['target', 'element'],
  browser_console_messages: ['limit'],
  browser_network_requests: ['failed', 'sort', 'index', 'part'],
  browser_find: ['role', 'name', 'exact', 'limit'],
  browser_route: ['abort', 'delay', 'method', 'times'],
  browser_mouse_move_xy: ['steps', 'element'],
  browser_mouse_click_xy: ['element'],
  browser_mouse_drag_xy: ['steps', 'element'],
  browser_pdf_save: ['format', 'landscape', 'printBackground', 'scale', 'pageRanges', 'margin'],
  browser_stop_tracing: ['filename'],
  browser_stop_video: ['filename'],
};
const OF_MANY = ['instanceId', 'context', 'tab', 'overwrite', 'budget'];

/** The tools that playwright-mcp does not have are shown whole. */
const OWN_TOOLS = /^browser_(context_|scroll_into_view|install$|instance$|webmcp$)/;

const notOfPlaywright = (tool: string): readonly string[] =>
  OWN_TOOLS.test(tool) ? [] : [...OF_MANY, ...(OURS[tool] ?? [])];

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
