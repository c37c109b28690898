import { z } from 'zod';
import { attributeOf, htmlOf, textOf } from '../../../engines/browser/actions/element.ts';
import { printPdf } from '../../../engines/browser/actions/pdf.ts';
import { screenshot } from '../../../engines/browser/actions/screenshot.ts';
import type { Tab } from '../../../engines/browser/page/tab.ts';
import { image } from '../../../kernel/content.ts';
import { defineMode } from '../deps.ts';
import { actionTool, ELEMENT_FAULTS } from './action-tool.ts';
import { describeAll, viewportDom as lyingThere } from './content.page.ts';
import { badArguments, firstOf, json, onTab, place } from './place.ts';

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

const shot = defineMode({
  summary: 'A picture of the viewport, the whole page or an element. It comes as an image beside the JSON.',
  input: z.object({
    ...place,
    selector,
    format,
    quality: z.int().min(0).max(100).optional().describe('0 to 100.'),
    fullPage: z.boolean().optional(),
  }),
  run: (call) =>
    onTab(call, async (tab) => {
      const { args, signal } = call;
      const type = TYPES[(args.format ?? 'png') as keyof typeof TYPES];
      if (!type) throw badArguments('browser_content', '"format" of a screenshot is png, jpeg or webp');
      const { quality, fullPage } = args;
      const target = args.selector && firstOf(args.selector);
      const taken = await screenshot(tab, { target, type, quality, fullPage, scale: 'css', signal });
      const { width, height, mimeType, bytes } = taken;
      return json({ format: type, mimeType, width, height, bytes: bytes.length }, image(bytes, mimeType));
    }),
});

const pdf = defineMode({
  summary: 'The page as a PDF, in base64.',
  input: z.object({
    ...place,
    landscape: z.boolean().optional(),
    printBackground: z.boolean().optional(),
    scale: z.number().min(0.1).max(2).optional().describe('0.1 to 2.'),
    paperWidth: z.number().positive().max(200).optional().describe('Inches.'),
    paperHeight: z.number().positive().max(200).optional().describe('Inches.'),
  }),
  run: (call) =>
    onTab(call, async (tab) => {
      const { landscape, printBackground, scale, paperWidth, paperHeight } = call.args;
      const size = paperWidth || paperHeight ? { width: paperWidth ?? 8.5, height: paperHeight ?? 11 } : {};
      const bytes = await printPdf(tab, { landscape, printBackground, scale, ...size, signal: call.signal });
      return { pdf: bytes.toString('base64'), pageCount: pagesIn(bytes), bytes: bytes.length };
    }),
});

const pagesIn = (bytes: Buffer) => bytes.toString('latin1').match(/\/Type\s*\/Page(?![a-z])/g)?.length ?? 0;

const get = defineMode({
  summary: 'The HTML or the text of the page or of an element.',
  input: z.object({ ...place, selector, format }),
  run: (call) =>
    onTab(call, async (tab) => {
      const { args, signal } = call;
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
    }),
});

const query = defineMode({
  summary: 'All elements that a selector matches.',
  input: z.object({
    ...place,
    selector: wanted,
    maxElements: z.int().min(1).max(5000).optional().describe('At most.'),
  }),
  run: (call) =>
    onTab(call, async (tab) => {
      const { args, signal } = call;
      const all = tab.page.locator(firstOf(args.selector).replace(/ >> nth=0$/, ''));
      const elements = await read(tab, signal, () => all.evaluateAll(describeAll, args.maxElements ?? 100));
      const count = await read(tab, signal, () => all.count());
      return { elements, count };
    }),
});

const attribute = defineMode({
  summary: 'The value of an attribute of an element; null when it has none.',
  input: z.object({ ...place, selector: wanted, attribute: z.string().min(1).describe('Its name.') }),
  run: (call) =>
    onTab(call, async (tab) => {
      const { args, signal } = call;
      const value = await attributeOf(tab, firstOf(args.selector), args.attribute, { signal });
      return { selector: args.selector, attribute: args.attribute, value };
    }),
});

const viewportDom = defineMode({
  summary: 'What lies in the viewport: controls, texts and pictures with their places and selectors.',
  input: z.object({
    ...place,
    maxElements: z.int().min(1).max(5000).optional().describe('At most.'),
    domDepth: z.int().min(1).max(10).optional().describe('Levels.'),
    includeHidden: z.boolean().optional(),
    minSize: z.number().min(0).optional().describe('Pixels.'),
  }),
  run: (call) =>
    onTab(call, async (tab) => {
      const { maxElements = 500, domDepth = 2, includeHidden = false, minSize = 1 } = call.args;
      const options = { maxElements, domDepth, includeHidden, minSize };
      return read(tab, call.signal, () => tab.cdp.run(lyingThere, options));
    }),
});

export const contentTool = actionTool({
  name: 'browser_content',
  title: 'Content',
  summary: 'Read a page: screenshot, PDF, HTML or text, elements, attributes, what lies in the viewport.',
  effect: 'read',
  modes: { screenshot: shot, pdf, get, query, attribute, get_viewport_dom: viewportDom },
  faults: [...ELEMENT_FAULTS, 'NEEDS_CHROMIUM'],
});
