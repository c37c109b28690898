/** record_start and record_stop of interact. */
import { z } from 'zod';
import { isoMicros } from '../../../kernel/clock.ts';
import { defineMode } from '../deps.ts';
import { name } from '../interact/action-arguments.ts';
import { asCommand, defineAction } from '../interact/define-action.ts';
import { pageOf } from '../tabs.ts';
import type { Finished } from './films.ts';

/** 1280x720 */
const size = z
  .string()
  .regex(/^\d{2,4}x\d{2,4}$/, 'It takes width and height, such as 1280x720')
  .describe('1280x720.');

function sides(written: string | undefined) {
  const [width, height] = (written ?? '')
    .split('x')
    .map((side) => Math.min(4096, Math.max(16, Number(side))));
  return width && height ? { width, height } : undefined;
}

const SAVING_MS = 300_000;

export const recordStart = defineAction({
  summary: 'Video of the tab.',
  input: z.object({
    name: name.optional(),
    fps: z.int().min(1).max(60).optional(),
    size: size.optional(),
    /** Clicks and keys are drawn in. */
    show_input: z.boolean().optional(),
    /** Those of subtitle: in the picture, or in a .vtt. */
    captions: z.enum(['burnt', 'beside']).optional(),
  }),
  async run({ tab, args, deps, caller }) {
    const { fps, show_input: showsInput = false, captions = 'burnt' } = args;
    const file = fileName(args.name, tab.url, deps.clock.micros());
    const path = await deps.films.start(deps, caller, tab, {
      name: file,
      fps,
      size: sides(args.size),
      captions,
      showsInput,
    });
    return { summary: 'record_stop ends it', status: 'recording', name: file, path };
  },
});

export const recordStop = defineMode({
  summary: 'Save it, chapters as .vtt.',
  input: z.object({}),
  timeoutMs: () => SAVING_MS,
  run(call) {
    const { tab_id: tab } = call.args as { readonly tab_id?: string | number };
    return asCommand(call, {
      action: 'record_stop',
      target: 'video',
      limitMs: SAVING_MS,
      run: async () => told(await call.deps.films.stop(pageOf(tab))),
    });
  },
});

const MOST_CHAPTERS = 30;

function told({ name, tab, video, chapters, files }: Finished) {
  const { path, format, width, height, duration, bytes, isCut } = video;
  const seconds = Math.round(duration) / 1000;
  return {
    summary: `${seconds} s, ${width}x${height}, in ${path}${isCut ? '; it broke off, the page went away' : ''}`,
    status: 'saved',
    name,
    path,
    format,
    duration_seconds: seconds,
    size_bytes: bytes,
    resolution: `${width}x${height}`,
    truncated: isCut,
    tab_id: tab.id,
    chapters: chapters.slice(0, MOST_CHAPTERS).map(({ start, text }) => ({ at_ms: Math.round(start), text })),
    chapter_count: chapters.length,
    ...(files.chapters && { chapters_path: files.chapters }),
    ...(files.captions && { captions_path: files.captions }),
  };
}

/** What the caller called it, or the page's host and the time. */
function fileName(name: string | undefined, url: string, micros: number): string {
  const plain = (name ?? '').replaceAll(/[^\w.-]+/g, '-').replaceAll(/^[.-]+|-+$/g, '');
  if (plain !== '') return plain.slice(0, 100);
  const host = (URL.parse(url)?.hostname ?? '').replaceAll(/[^\w.-]/g, '') || 'page';
  return `${host}-${isoMicros(micros).replaceAll(/[-:]/g, '').replace('T', '-').slice(0, 15)}`;
}
