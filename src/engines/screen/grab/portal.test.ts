import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { lacking } from '../../../../test/kit/needs.ts';
import { type Behaviour, startBus, startPortal } from '../../../../test/kit/portal.ts';
import { scratch } from '../../../../test/kit/scratch.ts';
import { colourAt, startDisplay } from '../../../../test/kit/xvfb.ts';
import { PortalGrabber } from './portal.ts';
import { X11Grabber } from './x11.ts';

const skip = lacking('dbus-daemon');

/** A picture of two halves in a file, as a portal leaves it. */
async function pictureFile(t: TestContext, width = 40, height = 20): Promise<string> {
  const path = join(await scratch(t), 'Screenshot with spaces.png');
  const right = await sharp({ create: { width: width / 2, height, channels: 3, background: '#0000ff' } })
    .png()
    .toBuffer();
  const whole = sharp({ create: { width, height, channels: 3, background: '#ff0000' } });
  await writeFile(
    path,
    await whole
      .composite([{ input: right, left: width / 2, top: 0 }])
      .png()
      .toBuffer(),
  );
  return path;
}

async function portalWith(t: TestContext, behaviour: Behaviour) {
  const portal = await startPortal(t, behaviour);
  return { portal, grabber: new PortalGrabber(portal.env) };
}

test('the picture of the portal is read and its file removed', { skip }, async (t) => {
  const path = await pictureFile(t);
  const { portal, grabber } = await portalWith(t, () => ({ uri: pathToFileURL(path).href }));
  const { picture } = await grabber.grab({ mode: 'fullscreen' });
  assert.deepEqual([picture.width, picture.height], [40, 20]);
  assert.deepEqual([colourAt(picture, 0, 0), colourAt(picture, 39, 19)], ['#ff0000', '#0000ff']);
  assert.equal(existsSync(path), false);
  assert.deepEqual(
    portal.asked.map(({ interactive }) => interactive),
    [false],
  );
});

test('a region of it', { skip }, async (t) => {
  const path = await pictureFile(t);
  const { grabber } = await portalWith(t, () => ({ uri: pathToFileURL(path).href }));
  const { picture } = await grabber.grab({ mode: 'fullscreen', region: { x: 25, y: 5, w: 10, h: 6 } });
  assert.deepEqual([picture.width, picture.height, colourAt(picture, 0, 0)], [10, 6, '#0000ff']);
});

test('a portal that takes pictures only by its dialog is asked again with it', { skip }, async (t) => {
  const path = await pictureFile(t);
  const { portal, grabber } = await portalWith(t, ({ interactive }) =>
    interactive ? { uri: pathToFileURL(path).href } : { response: 2 },
  );
  await grabber.grab({ mode: 'fullscreen' });
  assert.deepEqual(
    portal.asked.map(({ interactive }) => interactive),
    [false, true],
  );
});

test('who refuses in the dialog is not asked again', { skip }, async (t) => {
  const { portal, grabber } = await portalWith(t, () => ({ response: 1 }));
  await assert.rejects(grabber.grab({ mode: 'fullscreen' }), { code: 'CAPTURE_REFUSED' });
  assert.equal(portal.asked.length, 1);
});

test('an address that is no file is refused', { skip }, async (t) => {
  const { grabber } = await portalWith(t, () => ({ uri: 'https://example.com/picture.png' }));
  await assert.rejects(grabber.grab({ mode: 'fullscreen' }), { code: 'CAPTURE_FAILED', message: /https:/ });
});

test('a cancelled look ends at once', { skip }, async (t) => {
  const controller = new AbortController();
  const reason = new Error('enough');
  const { portal, grabber } = await portalWith(t, () => {
    setImmediate(() => controller.abort(reason));
    return 'silence';
  });
  await assert.rejects(grabber.grab({ mode: 'fullscreen', signal: controller.signal }), reason);
  assert.equal(portal.asked.length, 1);
});

test('a bus that ends meanwhile ends the look', { skip }, async (t) => {
  const { portal, grabber } = await portalWith(t, () => {
    setImmediate(() => portal.stopBus());
    return 'silence';
  });
  await assert.rejects(grabber.grab({ mode: 'fullscreen' }), {
    code: 'CAPTURE_FAILED',
    message: /the message bus closed the connection/,
  });
});

test('no bus, a bus without a portal, and what is no bus: each says so', { skip }, async (t) => {
  await assert.rejects(new PortalGrabber({}).grab({ mode: 'fullscreen' }), { code: 'NO_PORTAL' });
  const bare = new PortalGrabber({ DBUS_SESSION_BUS_ADDRESS: (await startBus(t)).address });
  await assert.rejects(bare.grab({ mode: 'fullscreen' }), { code: 'NO_PORTAL', message: /portal/ });
  const path = join(await scratch(t), 'odd');
  const server = createServer((socket) => socket.end('REJECTED EXTERNAL\r\n')).listen(path);
  t.after(() => server.close());
  await once(server, 'listening');
  const odd = new PortalGrabber({ DBUS_SESSION_BUS_ADDRESS: `unix:path=${path}` });
  await assert.rejects(odd.grab({ mode: 'fullscreen' }), { code: 'NO_PORTAL', message: /REJECTED/ });
  const sandboxed = new PortalGrabber({ FLATPAK_ID: 'io.example.App' });
  await assert.rejects(sandboxed.grab({ mode: 'fullscreen' }), {
    code: 'NO_DISPLAY',
    message: /no desktop portal/,
  });
});

test('monitors and windows come from Xwayland', {
  skip: skip || lacking('Xvfb', 'xrandr', 'xterm'),
}, async (t) => {
  const monitors = { LEFT: '300x400+0+0', RIGHT: '300x400+300+0' };
  const display = await startDisplay(t, { width: 600, height: 400, monitors });
  const paths = [await pictureFile(t, 600, 400), await pictureFile(t, 900, 400)];
  const portal = await startPortal(t, () => ({ uri: pathToFileURL(paths.shift()!).href }));
  const grabber = new PortalGrabber(portal.env, new X11Grabber(display.env));
  const { picture } = await grabber.grab({ mode: 'monitor', monitorIndex: 1 });
  assert.deepEqual([picture.width, picture.height, colourAt(picture, 0, 0)], [300, 400, '#0000ff']);
  await assert.rejects(grabber.grab({ mode: 'monitor', monitorIndex: 0 }), { message: /scaled/ });
  await display.xterm('Older program', '20x5+10+10', '#335577');
  const { window } = await grabber.grab({ mode: 'window', windowTitle: 'older' });
  assert.equal(window?.title, 'Older program');
  const alone = new PortalGrabber(portal.env);
  await assert.rejects(alone.grab({ mode: 'window', windowTitle: 'x' }), { message: /Wayland/ });
});
