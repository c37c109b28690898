import { z } from 'zod';
import { printPdf } from '../../../engines/browser/actions/pdf.ts';
import { stampedName } from '../../../engines/browser/stamped-name.ts';
import { alias } from '../../../kernel/json-schema.ts';
import { options, withOptions } from '../../../report/code/code-step.ts';
import { fileLink } from '../../../report/listing.ts';
import { filename, overwrite, PAGE_FAULTS, pageTool } from '../define-tool.ts';
import { save } from '../files.ts';

const FORMATS = ['letter', 'legal', 'tabloid', 'ledger', 'a0', 'a1', 'a2', 'a3', 'a4', 'a5', 'a6'] as const;

export const pdfSave = pageTool({
  name: 'browser_pdf_save',
  title: 'Save PDF',
  summary: 'Save the page as PDF.',
  effect: 'write',
  input: {
    filename: filename.meta(alias('path')),
    overwrite,
    format: z.enum(FORMATS).optional(),
    landscape: z.boolean().optional(),
    printBackground: z.boolean().optional(),
    scale: z.number().min(0.1).max(2).optional().describe('0.1 to 2.'),
    pageRanges: z.string().optional().describe('1-3, 5.'),
    margin: z.number().min(0).max(20).optional().describe('Inches.'),
  },
  faults: ['ACTION_FAILED', 'FILE_NOT_ALLOWED', 'FILE_EXISTS', ...PAGE_FAULTS],
  async run(call) {
    const { filename, format, landscape, printBackground, scale, pageRanges, margin } = call.args;
    const settings = { format, landscape, printBackground, scale, pageRanges, margin, signal: call.signal };
    const bytes = await printPdf(call.tab, settings);
    const file = await save(call, filename, stampedName('page', 'pdf'), bytes);
    const args = withOptions([], options({ path: file.shown, format, landscape }));
    return {
      done: `Saved to ${file.shown} (${file.bytes} bytes).`,
      show: 'nothing',
      files: [fileLink(file, 'application/pdf')],
      code: [{ call: 'pdf', args, isLong: true }],
    };
  },
});
