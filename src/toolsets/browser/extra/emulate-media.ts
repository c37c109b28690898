import { z } from 'zod';
import { emulateMedia as emulate } from '../../../engines/browser/context/emulate.ts';
import { options } from '../codegen/code-step.ts';
import { withOptions } from '../codegen/print-code.ts';
import { badArguments, PAGE_FAULTS, pageTool } from '../define-tool.ts';

export const emulateMedia = pageTool({
  name: 'browser_emulate_media',
  title: 'Emulate media',
  summary: 'Set CSS media features of the page; null takes one back.',
  effect: 'write',
  idempotent: true,
  input: {
    colorScheme: z.enum(['light', 'dark', 'no-preference']).nullable().optional(),
    reducedMotion: z.enum(['reduce', 'no-preference']).nullable().optional(),
    forcedColors: z.enum(['active', 'none']).nullable().optional(),
    contrast: z.enum(['more', 'no-preference']).nullable().optional(),
    media: z.enum(['screen', 'print']).nullable().optional(),
  },
  faults: PAGE_FAULTS,
  async run({ args, tab }) {
    const { colorScheme, reducedMotion, forcedColors, contrast, media } = args;
    const features = { colorScheme, reducedMotion, forcedColors, contrast, media };
    if (Object.values(features).every((value) => value === undefined))
      throw badArguments(
        'browser_emulate_media',
        'give at least one feature',
        'Error: Specify at least one media feature to emulate.',
      );
    await emulate(tab, features);
    const code = [{ call: 'emulateMedia', args: withOptions([], options(features)) }];
    return { done: 'Set.', show: 'changes', compatibleShow: 'nothing', code };
  },
});
