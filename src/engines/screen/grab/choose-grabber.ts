import { fault } from '../../../kernel/fault.ts';
import type { Environment, Grabber } from './grabber.ts';
import { NativeGrabber } from './native.ts';
import { PortalGrabber } from './portal.ts';
import { X11Grabber } from './x11.ts';

/** The way to look at the screen of this session; without a screen, the fault that says so. */
export function chooseGrabber(env: Environment, platform: NodeJS.Platform = process.platform): Grabber {
  if (platform === 'win32' || platform === 'darwin') return new NativeGrabber();
  const x11 = env.DISPLAY ? new X11Grabber(env) : undefined;
  // A Wayland session often has DISPLAY too, for older programs; its root window is black.
  // A sandbox hides WAYLAND_DISPLAY without the socket, yet not the kind of the session.
  const isWayland = env.XDG_SESSION_TYPE === 'wayland';
  if (env.WAYLAND_DISPLAY || (env.FLATPAK_ID && isWayland)) return new PortalGrabber(env, x11);
  if (x11) return x11;
  // A sandbox may have neither socket, and yet reach the portal.
  if (isWayland || env.FLATPAK_ID) return new PortalGrabber(env);
  throw fault('NO_DISPLAY', { why: 'neither DISPLAY nor WAYLAND_DISPLAY is set' });
}
