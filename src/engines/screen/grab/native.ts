import type { Image, Monitor, Window } from 'node-screenshots';
import { fault } from '../../../kernel/fault.ts';
import { composePlaced, cropPicture } from '../compose.ts';
import type { Picture } from '../picture.ts';
import {
  chosenMonitor,
  chosenWindow,
  type Grabbed,
  type Grabber,
  type GrabRequest,
  type MonitorInfo,
  partOf,
  type WindowInfo,
} from './grabber.ts';

type Native = typeof import('node-screenshots');

/** Looks at Windows and macOS through their own interfaces. */
export class NativeGrabber implements Grabber {
  readonly backend = 'native';

  async monitors(): Promise<MonitorInfo[]> {
    const { Monitor } = await load();
    return (await orFault(() => Monitor.all())).map(describeMonitor);
  }

  async windows(): Promise<WindowInfo[]> {
    return (await allWindows()).map(({ info }) => info);
  }

  async grab(request: GrabRequest): Promise<Grabbed> {
    request.signal?.throwIfAborted();
    const grabbed = await (request.mode === 'window' ? grabWindow(request) : grabMonitors(request));
    request.signal?.throwIfAborted();
    return grabbed;
  }
}

async function grabMonitors(request: GrabRequest): Promise<Grabbed> {
  const { Monitor } = await load();
  const monitors = await orFault(() => Monitor.all());
  const found = monitors.map((monitor) => ({ monitor, info: describeMonitor(monitor) }));
  const infos = found.map(({ info }) => info);
  if (infos.length === 0) throw fault('NO_DISPLAY', { why: 'the system reports no monitor' });
  const wanted = request.mode === 'monitor' ? [chosenMonitor(infos, request.monitorIndex)] : infos;
  const placed = await Promise.all(
    found
      .filter(({ info }) => wanted.includes(info))
      .map(async ({ monitor, info }) => ({ x: info.x, y: info.y, picture: await pixelsOf(monitor) })),
  );
  const { picture, origin } = composePlaced(placed);
  const part = partOf(request.region, picture.width, picture.height);
  return { picture: cropPicture(picture, part), origin: { x: origin.x + part.x, y: origin.y + part.y } };
}

async function grabWindow(request: GrabRequest): Promise<Grabbed> {
  const found = await allWindows();
  const info = chosenWindow(
    found.map((one) => one.info),
    request,
  );
  const whole = await pixelsOf(found.find((one) => one.info === info)!.window);
  const part = partOf(request.region, whole.width, whole.height);
  const origin = { x: info.x + part.x, y: info.y + part.y };
  return { picture: cropPicture(whole, part), origin, window: info };
}

async function allWindows(): Promise<{ window: Window; info: WindowInfo }[]> {
  const { Window } = await load();
  const windows = await orFault(() => Window.all());
  return windows
    .map((window) => ({ window, info: describeWindow(window) }))
    .filter(({ info }) => info.width > 0 && info.height > 0)
    .sort((one, other) => other.window.z() - one.window.z());
}

const describeMonitor = (monitor: Monitor): MonitorInfo => ({
  name: monitor.name(),
  x: monitor.x(),
  y: monitor.y(),
  width: monitor.width(),
  height: monitor.height(),
  isPrimary: monitor.isPrimary(),
});

const describeWindow = (window: Window): WindowInfo => ({
  id: window.id(),
  title: window.title(),
  app: window.appName(),
  x: window.x(),
  y: window.y(),
  width: window.width(),
  height: window.height(),
  isVisible: !window.isMinimized(),
});

async function pixelsOf(source: { captureImage(): Promise<Image> }): Promise<Picture> {
  return orFault(async () => {
    const image = await source.captureImage();
    return { width: image.width, height: image.height, pixels: new Uint8Array(await image.toRaw()) };
  });
}

/** The library throws plain errors in the system's words. */
async function orFault<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw fault('CAPTURE_FAILED', { why: (cause as Error).message }, cause);
  }
}

async function load(): Promise<Native> {
  try {
    return await import('node-screenshots');
  } catch (cause) {
    throw fault('PACKAGE_MISSING', { name: 'node-screenshots', purpose: 'Capturing this screen' }, cause);
  }
}
