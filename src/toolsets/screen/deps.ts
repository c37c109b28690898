import type { Grabber } from '../../engines/screen/grab/grabber.ts';
import type { redactPicture } from '../../engines/screen/pii/redact-picture.ts';
import type { Settings } from '../../engines/screen/settings/settings.ts';
import type { Screenshots } from '../../engines/screen/shelf/screenshots.ts';
import type { Vision } from '../../engines/screen/vision/vision.ts';
import type { OutputFolder } from '../../kernel/output.ts';
import { toolsFor } from '../../kernel/tool.ts';
import type { OwnScreenshots } from './own-screenshots.ts';

/** What the product gives this toolset to work on. */
export interface ScreenShared {
  readonly screenshots: Pick<OwnScreenshots, 'of'>;
  readonly settings: Settings;
  readonly vision: Vision;
  readonly redact: typeof redactPicture;
  readonly output: OutputFolder;
  /** The way to look at this screen; throws where there is none. */
  grabber(): Grabber;
}

/** What the screen tools work on in one call. */
export interface ScreenDeps extends Omit<ScreenShared, 'screenshots'> {
  /** The caller's own. */
  readonly screenshots: Screenshots;
}

export const defineTool = toolsFor<ScreenDeps>();
