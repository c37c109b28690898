import { fault } from '../../../kernel/fault.ts';
import { areaOf, roundedBox, sharedBox } from '../box.ts';
import type { Box } from '../picture.ts';
import type { GrabRequest, MonitorInfo, WindowInfo } from './capture.ts';

/** The monitor that was asked for, the first one if none was. */
export function chosenMonitor(monitors: readonly MonitorInfo[], index = 0): MonitorInfo {
  const monitor = monitors[index];
  if (monitor) return monitor;
  const names = monitors.map(
    (one, i) => `${i} (${one.name}, ${one.width}x${one.height} at ${one.x},${one.y})`,
  );
  throw fault('NO_SUCH_MONITOR', { index, monitors: names });
}

/**
 * The first window from the front whose title contains the words, in any case. The program's name counts too
 * where no title fits: terminals and editors often have titles that say nothing of themselves.
 */
export function chosenWindow(windows: readonly WindowInfo[], request: GrabRequest): WindowInfo {
  const { windowTitle, windowId } = request;
  const words = windowTitle?.toLowerCase();
  const has = (text: string) => words === undefined || text.toLowerCase().includes(words);
  const byId = windows.filter((window) => windowId === undefined || window.id === windowId);
  const byTitle = byId.filter((window) => has(window.title));
  const fitting = byTitle.length > 0 ? byTitle : byId.filter((window) => has(window.app));
  const [first] = fitting;
  if (!first) throw fault('NO_SUCH_WINDOW', { wanted: wantedOf(request), titles: titlesOf(windows) });
  const visible = fitting.find((window) => window.isVisible);
  if (!visible) throw fault('WINDOW_HIDDEN', { title: first.title });
  return visible;
}

const SHOWN_TITLES = 20;

function titlesOf(windows: readonly WindowInfo[]): string[] {
  const titles = [...new Set(windows.map(({ title }) => title).filter(Boolean))];
  const rest = titles.length - SHOWN_TITLES;
  return rest > 0 ? [...titles.slice(0, SHOWN_TITLES), `… and ${rest} more`] : titles;
}

function wantedOf({ windowTitle, windowId }: GrabRequest): string {
  const parts = [
    windowTitle !== undefined && `the title "${windowTitle}"`,
    windowId !== undefined && `the id ${windowId}`,
  ];
  return parts.filter(Boolean).join(' and ') || 'any title';
}

/** The part of a picture that a region covers; what lies outside is cut off. */
export function partOf(region: Box | undefined, width: number, height: number): Box {
  const whole = areaOf({ width, height });
  if (!region) return whole;
  const part = sharedBox(roundedBox(region), whole);
  if (part) return part;
  const words = `${region.x},${region.y},${region.w},${region.h}`;
  throw fault('REGION_OUTSIDE', { region: words, width, height });
}
