import type { Toolset } from '../../kernel/toolset.ts';
import { analyzeScreenshot } from './analyze-screenshot.ts';
import { annotateScreenshot } from './annotate-screenshot.ts';
import { autoRedactPii } from './auto-redact-pii.ts';
import { compareScreenshots } from './compare-screenshots.ts';
import type { ScreenDeps } from './deps.ts';
import { findTextTool, ocrScreenshot } from './ocr-screenshot.ts';
import { prompts } from './prompts.ts';
import { resources } from './resources.ts';
import { listScreenshots, takeScreenshotTool } from './take-screenshot.ts';
import { waitForChangeTool } from './wait-for-change.ts';

export const screen: Toolset<ScreenDeps> = {
  tools: [
    takeScreenshotTool,
    ocrScreenshot,
    annotateScreenshot,
    analyzeScreenshot,
    autoRedactPii,
    listScreenshots,
    findTextTool,
    waitForChangeTool,
    compareScreenshots,
  ],
  resources,
  prompts,
};
