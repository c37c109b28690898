import type { Grabber } from '../../engines/screen/grab/grabber.ts';
import type { redactPicture } from '../../engines/screen/pii/redact-picture.ts';
import type { Settings } from '../../engines/screen/settings/settings.ts';
import type { Screenshots } from '../../engines/screen/shelf/screenshots.ts';
import type { Vision } from '../../engines/screen/vision/vision.ts';
import type { OutputFolder } from '../../kernel/output.ts';
import { toolsFor } from '../../kernel/tool.ts';

/** What the screen tools work on. */
export interface ScreenDeps {
  readonly screenshots: Screenshots;
  readonly settings: Settings;
  readonly vision: Vision;
  readonly redact: typeof redactPicture;
  readonly output: OutputFolder;
  /** The way to look at this screen; throws where there is none. */
  grabber(): Grabber;
}

export const defineTool = toolsFor<ScreenDeps>();
