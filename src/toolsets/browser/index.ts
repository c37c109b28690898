import type { Toolset } from '../../kernel/toolset.ts';
import { runCode, runCodeUnsafe } from './code/run-code.ts';
import { click } from './core/click.ts';
import { close } from './core/close.ts';
import { consoleMessages } from './core/console-messages.ts';
import { contextClose } from './core/context-close.ts';
import { contextCreate } from './core/context-create.ts';
import { contextList } from './core/context-list.ts';
import { contextSaveStorage } from './core/context-save-storage.ts';
import { contextSwitch } from './core/context-switch.ts';
import { drag } from './core/drag.ts';
import { evaluate } from './core/evaluate.ts';
import { fileUpload } from './core/file-upload.ts';
import { fillForm } from './core/fill-form.ts';
import { handleDialog } from './core/handle-dialog.ts';
import { hover } from './core/hover.ts';
import { install } from './core/install.ts';
import { navigate } from './core/navigate.ts';
import { navigateBack } from './core/navigate-back.ts';
import { networkRequests } from './core/network-requests.ts';
import { pressKey } from './core/press-key.ts';
import { resize } from './core/resize.ts';
import { scrollIntoView } from './core/scroll-into-view.ts';
import { selectOption } from './core/select-option.ts';
import { snapshot } from './core/snapshot.ts';
import { tabs } from './core/tabs.ts';
import { takeScreenshot } from './core/take-screenshot.ts';
import { type } from './core/type-text.ts';
import { waitFor } from './core/wait-for.ts';
import type { BrowserTool } from './define-tool.ts';
import type { BrowserDeps } from './deps.ts';
import { hideHighlight } from './devtools/hide-highlight.ts';
import { highlight } from './devtools/highlight.ts';
import { startRecording } from './devtools/start-recording.ts';
import { startTracing } from './devtools/start-tracing.ts';
import { startVideo } from './devtools/start-video.ts';
import { stopRecording } from './devtools/stop-recording.ts';
import { stopTracing } from './devtools/stop-tracing.ts';
import { stopVideo } from './devtools/stop-video.ts';
import { videoChapter } from './devtools/video-chapter.ts';
import { videoHideActions } from './devtools/video-hide-actions.ts';
import { videoShowActions } from './devtools/video-show-actions.ts';
import { drop } from './extra/drop.ts';
import { emulateMedia } from './extra/emulate-media.ts';
import { networkRequest } from './extra/network-request.ts';
import { find } from './find/find.ts';
import { getConfig } from './get-config.ts';
import { networkStateSet } from './network/network-state-set.ts';
import { route } from './network/route.ts';
import { routeList } from './network/route-list.ts';
import { unroute } from './network/unroute.ts';
import { pdfSave } from './pdf/pdf-save.ts';
import { cookieClear } from './storage/cookie-clear.ts';
import { cookieDelete } from './storage/cookie-delete.ts';
import { cookieGet } from './storage/cookie-get.ts';
import { cookieList } from './storage/cookie-list.ts';
import { cookieSet } from './storage/cookie-set.ts';
import { setStorageState } from './storage/set-storage-state.ts';
import { storageState } from './storage/storage-state.ts';
import { webStorageTools } from './storage/web-storage.ts';
import { generateLocator } from './testing/generate-locator.ts';
import { verifyElementVisible } from './testing/verify-element-visible.ts';
import { verifyListVisible } from './testing/verify-list-visible.ts';
import { verifyTextVisible } from './testing/verify-text-visible.ts';
import { verifyValue } from './testing/verify-value.ts';
import { mouseClickXy } from './vision/mouse-click-xy.ts';
import { mouseDown } from './vision/mouse-down.ts';
import { mouseDragXy } from './vision/mouse-drag-xy.ts';
import { mouseMoveXy } from './vision/mouse-move-xy.ts';
import { mouseUp } from './vision/mouse-up.ts';
import { mouseWheel } from './vision/mouse-wheel.ts';

const set = (...tools: readonly BrowserTool[]): Toolset<BrowserDeps> => ({ tools });

/** The 27 that are always there. */
export const browser = set(
  ...[navigate, navigateBack, click, drag, fileUpload, fillForm, hover, pressKey, scrollIntoView],
  ...[selectOption, type, consoleMessages, networkRequests, snapshot, takeScreenshot, evaluate],
  ...[handleDialog, waitFor, close, install, resize, tabs],
  ...[contextCreate, contextSwitch, contextList, contextClose, contextSaveStorage],
);

export const browserFind = set(find);
export const browserExtra = set(drop, emulateMedia, networkRequest);
export const browserVision = set(mouseMoveXy, mouseClickXy, mouseDragXy, mouseDown, mouseUp, mouseWheel);
export const browserPdf = set(pdfSave);
export const browserNetwork = set(networkStateSet, route, routeList, unroute);
export const browserStorage = set(
  ...[cookieList, cookieGet, cookieSet, cookieDelete, cookieClear, storageState, setStorageState],
  ...[...webStorageTools('localStorage'), ...webStorageTools('sessionStorage')],
);
export const browserTesting = set(
  ...[generateLocator, verifyElementVisible, verifyTextVisible, verifyListVisible, verifyValue],
);
export const browserDevtools = set(
  ...[highlight, hideHighlight, startRecording, stopRecording, startTracing, stopTracing],
  ...[startVideo, stopVideo, videoChapter, videoShowActions, videoHideActions],
);
export const browserConfig = set(getConfig);
/** Arbitrary code in the server: only for those who ask for it by name. */
export const browserCode = set(runCode);
export const browserCodeUnsafe = set(runCodeUnsafe);
