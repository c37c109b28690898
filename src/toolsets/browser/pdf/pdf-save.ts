import { z } from 'zod';
import { printPdf } from '../../../engines/browser/actions/pdf.ts';
import { stampedName } from '../../../engines/browser/stamped-name.ts';
import { unlisted } from '../../../kernel/json-schema.ts';
import { options, withOptions } from '../../../report/code/code-step.ts';
import { fileLink } from '../../../report/listing.ts';
import { PAGE_FAULTS, pageTool } from '../define-tool.ts';
import { save } from '../files.ts';

const FORMATS = ['letter', 'legal', 'tabloid', 'ledger', 'a0', 'a1', 'a2', 'a3', 'a4', 'a5', 'a6'] as const;

export const pdfSave = pageTool({
  name: 'browser_pdf_save',
  title: 'Save PDF',
  summary: 'Save the page as PDF.',
  effect: 'write',
  input: {
    filename: z.string().min(1).optional(),
    path: z.string().min(1).optional().meta(unlisted),
    format: z.enum(FORMATS).optional(),
    landscape: z.boolean().optional(),
    printBackground: z.boolean().optional(),
    scale: z.number().min(0.1).max(2).optional(),
    pageRanges: z.string().optional(),
    margin: z.number().min(0).max(20).optional().describe('Inches.'),
  },
  faults: ['ACTION_FAILED', 'FILE_NOT_ALLOWED', ...PAGE_FAULTS],
  async run(call) {
    const { args, tab, signal } = call;
    const { format, landscape, printBackground, scale, pageRanges, margin } = args;
    const bytes = await printPdf(tab, {
      format,
      landscape,
      printBackground,
      scale,
      pageRanges,
      margin,
      signal,
    });
    const file = await save(call, args.filename ?? args.path, stampedName('page', 'pdf'), bytes);
    return {
      done: `Saved to ${file.shown} (${file.bytes} bytes).`,
      show: 'nothing',
      files: [fileLink(file, 'application/pdf')],
      code: [
        {
          call: 'pdf',
          args: withOptions([], options({ path: file.shown, format, landscape })),
          isLong: true,
        },
      ],
    };
  },
});
