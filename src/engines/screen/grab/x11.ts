import { fault } from '../../../kernel/fault.ts';
import { blackPicture, composePlaced, cropPicture, overlay } from '../compose.ts';
import { areaOf, type Box, boxAround, type Picture, sharedBox } from '../picture.ts';
import {
  chosenMonitor,
  chosenWindow,
  type Environment,
  type Grabbed,
  type Grabber,
  type GrabRequest,
  type MonitorInfo,
  partOf,
  type WindowInfo,
} from './grabber.ts';
import { cursorPicture, toPicture } from './x11/image-pixels.ts';
import { getCursor, getImage, getMonitors } from './x11/requests.ts';
import { listWindows, windowPixels } from './x11/windows.ts';
import { openDisplay, type X11Connection, X11Error } from './x11/x11-connection.ts';

/** Looks at an X server. Every question has a connection of its own: a few milliseconds, and nothing lingers. */
export class X11Grabber implements Grabber {
  readonly backend = 'x11';
  readonly #env: Environment;

  constructor(env: Environment) {
    this.#env = env;
  }

  monitors(signal?: AbortSignal): Promise<MonitorInfo[]> {
    return this.#connected(signal, monitorsOf);
  }

  windows(signal?: AbortSignal): Promise<WindowInfo[]> {
    return this.#connected(signal, listWindows);
  }

  grab(request: GrabRequest): Promise<Grabbed> {
    return this.#connected(request.signal, async (x) => {
      const grabbed = await (request.mode === 'window' ? grabWindow(x, request) : grabScreen(x, request));
      if (request.cursor) await drawCursor(x, grabbed);
      return grabbed;
    });
  }

  async #connected<T>(signal: AbortSignal | undefined, work: (x: X11Connection) => Promise<T>): Promise<T> {
    const x = await openDisplay(this.#env, signal);
    try {
      return await work(x);
    } catch (cause) {
      if (signal?.aborted) throw signal.reason;
      if (cause instanceof X11Error) throw fault('CAPTURE_FAILED', { why: cause.message }, cause);
      throw cause;
    } finally {
      x.close();
    }
  }
}

async function monitorsOf(x: X11Connection): Promise<MonitorInfo[]> {
  const monitors = (await getMonitors(x)) ?? [];
  const { width, height } = x.screen;
  const whole = { name: 'screen', x: 0, y: 0, width, height, isPrimary: true };
  return monitors.length > 0 ? monitors.toSorted((a, b) => a.x - b.x || a.y - b.y) : [whole];
}

async function grabScreen(x: X11Connection, request: GrabRequest): Promise<Grabbed> {
  const monitors = await monitorsOf(x);
  const shown = request.mode === 'monitor' ? [chosenMonitor(monitors, request.monitorIndex)] : monitors;
  const bounds = boxAround(shown.map(areaOf));
  const part = partOf(request.region, bounds.w, bounds.h);
  const box = { ...part, x: bounds.x + part.x, y: bounds.y + part.y };
  const picture = withoutGaps(await rootPixels(x, box), box, shown);
  return { picture, origin: { x: box.x, y: box.y } };
}

/** The part of the root window; what a monitor shows beyond it stays black. */
async function rootPixels(x: X11Connection, box: Box): Promise<Picture> {
  const inside = sharedBox(box, areaOf(x.screen));
  if (!inside) return blackPicture(box.w, box.h);
  const { w, h } = inside;
  const picture = toPicture(await getImage(x, x.screen.root, inside), w, h, x.setup);
  if (w === box.w && h === box.h) return picture;
  const black = { x: box.x, y: box.y, picture: blackPicture(box.w, box.h) };
  return composePlaced([black, { x: inside.x, y: inside.y, picture }]).picture;
}

/** Programs may have painted where no monitor looks: nobody sees that, so neither do we. */
function withoutGaps(picture: Picture, box: Box, monitors: readonly MonitorInfo[]): Picture {
  const parts = monitors.flatMap((monitor) => sharedBox(box, areaOf(monitor)) ?? []);
  const area = parts.reduce((sum, part) => sum + part.w * part.h, 0);
  if (area >= box.w * box.h) return picture;
  const black = { x: box.x, y: box.y, picture: blackPicture(box.w, box.h) };
  const placed = parts.map((part) => ({
    x: part.x,
    y: part.y,
    picture: cropPicture(picture, { ...part, x: part.x - box.x, y: part.y - box.y }),
  }));
  return composePlaced([black, ...placed]).picture;
}

async function grabWindow(x: X11Connection, request: GrabRequest): Promise<Grabbed> {
  const window = chosenWindow(await listWindows(x), request);
  const whole = await windowPixels(x, window, request.signal);
  const part = partOf(request.region, whole.width, whole.height);
  const origin = { x: window.x + part.x, y: window.y + part.y };
  return { picture: cropPicture(whole, part), origin, window };
}

async function drawCursor(x: X11Connection, { picture, origin }: Grabbed): Promise<void> {
  const cursor = await getCursor(x);
  if (!cursor || !origin) return;
  const pointer = cursorPicture(cursor.bytes, cursor.width, cursor.height);
  overlay(picture, pointer, cursor.x - cursor.hotX - origin.x, cursor.y - cursor.hotY - origin.y);
}
