import type { Box, Picture } from '../picture.ts';

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
  /** The window that was captured. */
  readonly window?: WindowInfo | undefined;
}

/** One way to look at a screen. */
export interface Capture {
  readonly backend: 'x11' | 'portal' | 'native';
  monitors(signal?: AbortSignal): Promise<MonitorInfo[]>;
  /** From the front to the back. */
  windows(signal?: AbortSignal): Promise<WindowInfo[]>;
  grab(request: GrabRequest): Promise<Grabbed>;
}
