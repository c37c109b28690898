import type { AnyTool, Call, Caller } from '../../kernel/tool.ts';
import type { Resource, Toolset } from '../../kernel/toolset.ts';
import { analyzeScreenshot } from './analyze-screenshot.ts';
import { annotateScreenshot } from './annotate-screenshot.ts';
import { autoRedactPii } from './auto-redact-pii.ts';
import { compareScreenshots } from './compare-screenshots.ts';
import type { ScreenDeps, ScreenShared } from './deps.ts';
import { findTextTool, ocrScreenshot } from './ocr-screenshot.ts';
import { prompts } from './prompts.ts';
import { resources } from './resources.ts';
import { listScreenshots, takeScreenshotTool } from './take-screenshot.ts';
import { waitForChangeTool } from './wait-for-change.ts';

/** What a caller has of the pictures: no tool, resource or prompt sees others'. */
const ownOf = (shared: ScreenShared, caller: Caller): ScreenDeps => ({
  ...shared,
  screenshots: shared.screenshots.of(caller),
});

const ofCaller = <Args>(call: Call<Args, ScreenShared>): Call<Args, ScreenDeps> => ({
  ...call,
  deps: ownOf(call.deps, call.caller),
});

const completing = (complete: Resource<ScreenDeps>['complete']) =>
  complete && {
    complete: (part: string, value: string, shared: ScreenShared, caller: Caller) =>
      complete(part, value, ownOf(shared, caller), caller),
  };

const tools = [
  takeScreenshotTool,
  ocrScreenshot,
  annotateScreenshot,
  analyzeScreenshot,
  autoRedactPii,
  listScreenshots,
  findTextTool,
  waitForChangeTool,
  compareScreenshots,
] as readonly AnyTool<ScreenDeps>[];

export const screen: Toolset<ScreenShared> = {
  tools: tools.map((tool) => ({ ...tool, run: (call) => tool.run(ofCaller(call)) })),
  resources: resources.map(({ complete, ...one }) => ({
    ...one,
    ...completing(complete),
    read: (call) => one.read(ofCaller(call)),
  })),
  prompts: prompts.map(({ complete, ...one }) => ({
    ...one,
    ...completing(complete),
    render: (call) => one.render(ofCaller(call)),
  })),
};
