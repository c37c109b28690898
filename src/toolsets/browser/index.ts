import type { Toolset } from '../../kernel/toolset.ts';
import { runCode, runCodeUnsafe } from './code/run-code.ts';
import { consoleMessages } from './core/console-messages.ts';
import {
  contextClose,
  contextCreate,
  contextList,
  contextSaveStorage,
  contextSwitch,
} from './core/contexts.ts';
import { evaluate } from './core/evaluate.ts';
import { fillForm, selectOption } from './core/form.ts';
import { pressKey, type } from './core/keyboard.ts';
import { fileUpload, handleDialog } from './core/modals.ts';
import { navigate, navigateBack } from './core/navigate.ts';
import { networkRequest, networkRequests } from './core/network-requests.ts';
import { click, drag, drop, hover, scrollIntoView } from './core/pointer.ts';
import { close, getConfig, install } from './core/program.ts';
import { snapshot } from './core/snapshot.ts';
import { tabs } from './core/tabs.ts';
import { takeScreenshot } from './core/take-screenshot.ts';
import { emulateMedia, resize } from './core/viewport.ts';
import { waitFor } from './core/wait-for.ts';
import type { BrowserTool } from './define-tool.ts';
import type { BrowserPlaces } from './deps.ts';
import { annotate } from './devtools/annotate.ts';
import { hideHighlight, highlight } from './devtools/highlight.ts';
import { startRecording, stopRecording } from './devtools/recording.ts';
import { resume } from './devtools/resume.ts';
import { startTracing, stopTracing } from './devtools/tracing.ts';
import { startVideo, stopVideo, videoChapter, videoHideActions, videoShowActions } from './devtools/video.ts';
import { find } from './find/find.ts';
import { networkStateSet, route, routeList, unroute } from './network/routes.ts';
import { pdfSave } from './pdf/pdf-save.ts';
import { cookieClear, cookieDelete, cookieGet, cookieList, cookieSet } from './storage/cookies.ts';
import { setStorageState, storageState } from './storage/storage-state.ts';
import { webStorageTools } from './storage/web-storage.ts';
import {
  generateLocator,
  verifyElementVisible,
  verifyListVisible,
  verifyTextVisible,
  verifyValue,
} from './testing/verify.ts';
import { mouseClickXy, mouseDown, mouseDragXy, mouseMoveXy, mouseUp, mouseWheel } from './vision/mouse.ts';
import { webmcp } from './webmcp/webmcp.ts';

const set = (...tools: readonly BrowserTool[]): Toolset<BrowserPlaces> => ({ tools });

/** The 27 that are always there. */
export const browser = set(
  navigate,
  navigateBack,
  click,
  drag,
  fileUpload,
  fillForm,
  hover,
  pressKey,
  scrollIntoView,
  selectOption,
  type,
  consoleMessages,
  networkRequests,
  snapshot,
  takeScreenshot,
  evaluate,
  handleDialog,
  waitFor,
  close,
  install,
  resize,
  tabs,
  contextCreate,
  contextSwitch,
  contextList,
  contextClose,
  contextSaveStorage,
);

export const browserFind = set(find);
export const browserExtra = set(drop, emulateMedia, networkRequest);
export const browserVision = set(mouseMoveXy, mouseClickXy, mouseDragXy, mouseDown, mouseUp, mouseWheel);
export const browserPdf = set(pdfSave);
export const browserNetwork = set(networkStateSet, route, routeList, unroute);
export const browserStorage = set(
  cookieList,
  cookieGet,
  cookieSet,
  cookieDelete,
  cookieClear,
  storageState,
  setStorageState,
  ...webStorageTools('localStorage'),
  ...webStorageTools('sessionStorage'),
);
export const browserTesting = set(
  generateLocator,
  verifyElementVisible,
  verifyTextVisible,
  verifyListVisible,
  verifyValue,
);
export const browserDevtools = set(
  highlight,
  hideHighlight,
  startRecording,
  stopRecording,
  startTracing,
  stopTracing,
  startVideo,
  stopVideo,
  videoChapter,
  videoShowActions,
  videoHideActions,
  annotate,
  resume,
);
export const browserWebmcp = set(webmcp);
export const browserConfig = set(getConfig);
/** Arbitrary code in the server: only for those who ask for it by name. */
export const browserCode = set(runCode);
export const browserCodeUnsafe = set(runCodeUnsafe);
