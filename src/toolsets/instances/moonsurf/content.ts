import { z } from 'zod';
import { attributeOf, htmlOf, textOf } from '../../../engines/browser/actions/element.ts';
import { printPdf } from '../../../engines/browser/actions/pdf.ts';
import { screenshot } from '../../../engines/browser/actions/screenshot.ts';
import type { Tab } from '../../../engines/browser/page/tab.ts';
import { image } from '../../../kernel/content.ts';
import { actionTool, ELEMENT_FAULTS } from './action-tool.ts';
import { describeAll, viewportDom as lyingThere } from './content.page.ts';
import { badArguments, firstOf, json, onTab } from './place.ts';

const wanted = z.string().min(1).describe('CSS, text=words or el:has-text(words).');
const selector = wanted.optional();
const format = z.string().min(1).optional().describe('screenshot: png, jpeg, webp; get: html, text.');

/** Reads from the page; whatever answers for it must be JSON. */
async function read<T>(tab: Tab, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const { value } = await tab.perform({ action: 'read', isReading: true, signal }, work);
  if (value === undefined) tab.modals.assertFree();
  return value!;
}

const TYPES = { png: 'png', jpeg: 'jpeg', jpg: 'jpeg', webp: 'webp' } as const;

const shot = onTab({
  summary: 'A picture of the viewport, the whole page or an element. It comes as an image beside the JSON.',
  input: {
    selector,
    format,
    quality: z.int().min(0).max(100).optional().describe('0 to 100.'),
    fullPage: z.boolean().optional(),
  },
  async run(tab, { args, signal }) {
    const type = TYPES[(args.format ?? 'png') as keyof typeof TYPES];
    if (!type) throw badArguments('browser_content', '"format" of a screenshot is png, jpeg or webp');
    const { quality, fullPage } = args;
    const target = args.selector && firstOf(args.selector);
    const taken = await screenshot(tab, { target, type, quality, fullPage, scale: 'css', signal });
    const { width, height, mimeType, bytes } = taken;
    return json({ format: type, mimeType, width, height, bytes: bytes.length }, image(bytes, mimeType));
  },
});

const pdf = onTab({
  summary: 'The page as a PDF, in base64.',
  input: {
    landscape: z.boolean().optional(),
    printBackground: z.boolean().optional(),
    scale: z.number().min(0.1).max(2).optional().describe('0.1 to 2.'),
    paperWidth: z.number().positive().max(200).optional().describe('Inches.'),
    paperHeight: z.number().positive().max(200).optional().describe('Inches.'),
  },
  async run(tab, { args, signal }) {
    const { landscape, printBackground, scale, paperWidth, paperHeight } = args;
    const size = paperWidth || paperHeight ? { width: paperWidth ?? 8.5, height: paperHeight ?? 11 } : {};
    const bytes = await printPdf(tab, { landscape, printBackground, scale, ...size, signal });
    return { pdf: bytes.toString('base64'), pageCount: pagesIn(bytes), bytes: bytes.length };
  },
});

const pagesIn = (bytes: Buffer) => bytes.toString('latin1').match(/\/Type\s*\/Page(?![a-z])/g)?.length ?? 0;

const get = onTab({
  summary: 'The HTML or the text of the page or of an element.',
  input: { selector, format },
  async run(tab, { args, signal }) {
    const isText = args.format === 'text';
    if (!isText && args.format !== undefined && args.format !== 'html')
      throw badArguments('browser_content', '"format" of get is html or text');
    const target = args.selector === undefined ? undefined : firstOf(args.selector);
    const content = isText
      ? await textOf(tab, target ?? 'body', { signal })
      : target === undefined
        ? await read(tab, signal, () => tab.page.content())
        : await htmlOf(tab, target, { signal });
    return { content, format: isText ? 'text' : 'html', url: tab.url };
  },
});

const query = onTab({
  summary: 'All elements that a selector matches.',
  input: {
    selector: wanted,
    maxElements: z.int().min(1).max(5000).optional().describe('At most.'),
  },
  async run(tab, { args, signal }) {
    const all = tab.page.locator(firstOf(args.selector).replace(/ >> nth=0$/, ''));
    const elements = await read(tab, signal, () => all.evaluateAll(describeAll, args.maxElements ?? 100));
    const count = await read(tab, signal, () => all.count());
    return { elements, count };
  },
});

const attribute = onTab({
  summary: 'The value of an attribute of an element; null when it has none.',
  input: { selector: wanted, attribute: z.string().min(1).describe('Its name.') },
  async run(tab, { args, signal }) {
    const value = await attributeOf(tab, firstOf(args.selector), args.attribute, { signal });
    return { selector: args.selector, attribute: args.attribute, value };
  },
});

const viewportDom = onTab({
  summary: 'What lies in the viewport: controls, texts and pictures with their places and selectors.',
  input: {
    maxElements: z.int().min(1).max(5000).optional().describe('At most.'),
    domDepth: z.int().min(1).max(10).optional().describe('Levels.'),
    includeHidden: z.boolean().optional(),
    minSize: z.number().min(0).optional().describe('Pixels.'),
  },
  async run(tab, { args, signal }) {
    const { maxElements = 500, domDepth = 2, includeHidden = false, minSize = 1 } = args;
    const options = { maxElements, domDepth, includeHidden, minSize };
    return read(tab, signal, () => tab.cdp.run(lyingThere, options));
  },
});

export const contentTool = actionTool({
  name: 'browser_content',
  title: 'Content',
  summary: 'Read a page: screenshot, PDF, HTML or text, elements, attributes, what lies in the viewport.',
  effect: 'read',
  modes: { screenshot: shot, pdf, get, query, attribute, get_viewport_dom: viewportDom },
  faults: [...ELEMENT_FAULTS, 'NEEDS_CHROMIUM'],
});
