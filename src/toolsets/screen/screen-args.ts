import { z } from 'zod';
import { FORMATS } from '../../engines/screen/encode-picture.ts';
import { MODES, takeScreenshot } from '../../engines/screen/grab/grabber.ts';
import type { Screenshot } from '../../engines/screen/shelf/screenshots.ts';
import type { Call } from '../../kernel/tool.ts';
import type { ScreenDeps } from './deps.ts';
import { LONGEST_SIDE } from './shown-picture.ts';

/** How looking at the screen can fail. */
export const CAPTURE_FAULTS = [
  'NO_DISPLAY',
  'DISPLAY_UNREACHABLE',
  'NO_PORTAL',
  'CAPTURE_REFUSED',
  'CAPTURE_FAILED',
] as const;
/** How looking at a part of it can fail besides. */
export const PART_FAULTS = ['NO_SUCH_WINDOW', 'WINDOW_HIDDEN', 'NO_SUCH_MONITOR', 'REGION_OUTSIDE'] as const;

/** What part of the screen. */
export const screenPart = {
  mode: z.enum(MODES).default('fullscreen'),
  monitor_index: z.int().min(0).optional().describe('From 0; a wrong one names all.'),
  window_title: z.string().min(1).optional().describe('Part of it.'),
  window_id: z.int().optional().describe('X11.'),
  region: z.array(z.number()).length(4).optional().describe('[x, y, width, height].'),
  cursor: z.boolean().optional().describe('Draw the mouse pointer.'),
};

/** How a picture comes back. */
export const look = {
  format: z.enum(FORMATS).default('png'),
  max_dimension: z.int().min(16).max(16_384).default(LONGEST_SIDE),
};

/** Where the whole picture goes besides. */
export const toFile = { filename: z.string().min(1).optional() };
export const FILE_FAULTS = ['FILE_NOT_ALLOWED', 'FILE_EXISTS'] as const;

/** Which picture, and in which language it is read. */
export const screenshotId = z.string().min(1).describe('Of take_screenshot.');
export const idOrNew = screenshotId.optional().describe('Left out: the whole screen now.');
export const language = z.string().min(1).optional().describe('eng, deu, eng+deu.');

const screenPartSchema = z.object(screenPart);
type ScreenPart = z.output<typeof screenPartSchema>;

type ScreenCall<Args> = Call<Args, ScreenDeps>;

/** The part of the screen that the arguments name, as a request to the engine. */
export function grabRequest(args: ScreenPart, includesCursor: boolean) {
  const [x = 0, y = 0, w = 0, h = 0] = args.region ?? [];
  const hasWindow = args.window_title !== undefined || args.window_id !== undefined;
  return {
    // Whoever names a window or a monitor means it, also without saying the mode.
    mode: args.mode !== 'fullscreen' ? args.mode : hasWindow ? 'window' : monitorOrAll(args),
    monitorIndex: args.monitor_index,
    windowTitle: args.window_title,
    windowId: args.window_id,
    region: args.region && { x, y, w, h },
    cursor: args.cursor ?? includesCursor,
  } as const;
}

const monitorOrAll = ({ monitor_index }: ScreenPart) =>
  monitor_index === undefined ? 'fullscreen' : 'monitor';

/** Takes a screenshot and keeps it. */
export async function takeAndKeep(
  { deps, signal, caller, progress }: ScreenCall<unknown>,
  args: Partial<ScreenPart> & { delay_ms?: number | undefined } = {},
): Promise<Screenshot> {
  const { capture } = await deps.settings.current();
  const request = grabRequest({ mode: 'fullscreen', ...args }, capture.includeMouseCursor);
  const { picture, window } = await takeScreenshot(() => deps.grabber(), {
    ...request,
    delayMs: args.delay_ms,
    signal,
    progress: (done, total) => progress(done, total, `capture in ${Math.ceil((total - done) / 1000)} s`),
  });
  const mode = args.region ? 'region' : request.mode;
  return deps.screenshots.add(picture, { mode, title: window?.title, session: caller.session });
}

/** The named screenshot; without a name a new one of the whole screen. */
export function namedOrNew(call: ScreenCall<{ screenshot_id?: string | undefined }>): Promise<Screenshot> {
  const { screenshot_id } = call.args;
  return screenshot_id === undefined ? takeAndKeep(call) : call.deps.screenshots.get(screenshot_id);
}
