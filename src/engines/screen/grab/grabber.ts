import { setTimeout as pause } from 'node:timers/promises';
import { fault } from '../../../kernel/fault.ts';
import { areaOf, type Box, type Picture, roundedBox, sharedBox } from '../picture.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export const MODES = ['fullscreen', 'monitor', 'window'] as const;
export type Mode = (typeof MODES)[number];

export interface MonitorInfo {
  readonly name: string;
  /** Where it lies on the whole desktop; left and above of the first one the numbers are negative. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly isPrimary: boolean;
}

export interface WindowInfo {
  readonly id: number;
  readonly title: string;
  /** The program's own name for its windows. */
  readonly app: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Neither minimized nor on another desktop. */
  readonly isVisible: boolean;
}

export interface GrabRequest {
  readonly mode: Mode;
  /** For `monitor`; the first one without it. */
  readonly monitorIndex?: number | undefined;
  /** For `window`: part of the title, in any case. */
  readonly windowTitle?: string | undefined;
  readonly windowId?: number | undefined;
  /** Only this part of what the mode gives, in its pixels. */
  readonly region?: Box | undefined;
  /** Draw the mouse pointer too. */
  readonly cursor?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface Grabbed {
  readonly picture: Picture;
  /** Where the picture's first pixel lies on the desktop, if the system tells. */
  readonly origin?: { readonly x: number; readonly y: number } | undefined;
  /** The window that was grabbed. */
  readonly window?: WindowInfo | undefined;
}

/** One way to look at a screen. */
export interface Grabber {
  readonly backend: 'x11' | 'portal' | 'native';
  monitors(signal?: AbortSignal): Promise<MonitorInfo[]>;
  /** From the front to the back. */
  windows(signal?: AbortSignal): Promise<WindowInfo[]>;
  grab(request: GrabRequest): Promise<Grabbed>;
}

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

export interface TakeRequest extends GrabRequest {
  readonly delayMs?: number | undefined;
  readonly signal: AbortSignal;
  /** Milliseconds waited and to wait. */
  readonly progress?: ((done: number, total: number) => void) | undefined;
}

const STEP_MS = 500;

/** Waits if asked to, then grabs. A screen that is missing is known before the wait, not after it. */
export async function takeScreenshot(choose: () => Grabber, request: TakeRequest): Promise<Grabbed> {
  const { delayMs = 0, signal, progress } = request;
  const grabber = choose();
  const end = performance.now() + delayMs;
  for (let left = delayMs; left > 0; left = end - performance.now()) {
    progress?.(delayMs - left, delayMs);
    await pause(Math.min(left, STEP_MS), undefined, { signal });
  }
  signal.throwIfAborted();
  return grabber.grab(request);
}
