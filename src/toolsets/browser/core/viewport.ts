import { z } from 'zod';
import { resize as setSize } from '../../../engines/browser/actions/navigate.ts';
import { emulateMedia as emulate } from '../../../engines/browser/context/emulate.ts';
import { options, withOptions } from '../../../report/code/code-step.ts';
import { badArguments, PAGE_FAULTS, pageTool } from '../define-tool.ts';

const pixels = z.int().min(1).max(16_384);

export const resize = pageTool({
  name: 'browser_resize',
  title: 'Resize',
  summary: 'Resize the viewport (CSS pixels).',
  effect: 'write',
  idempotent: true,
  input: { width: pixels, height: pixels },
  faults: ['ACTION_FAILED', ...PAGE_FAULTS],
  async run({ args, tab }) {
    const { width, height } = args;
    const outcome = await setSize(tab, width, height);
    const code = [{ call: 'setViewportSize', args: [{ options: { width, height } }] }];
    return { done: `The viewport is ${width}x${height}.`, outcome, show: 'changes', code };
  },
});

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
      throw badArguments('browser_emulate_media', 'give at least one feature');
    await emulate(tab, features);
    const code = [{ call: 'emulateMedia', args: withOptions([], options(features)) }];
    return { done: 'Set.', show: 'changes', code };
  },
});
