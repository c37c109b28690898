import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseGrabber } from './choose-grabber.ts';

test('the session decides', () => {
  assert.equal(chooseGrabber({}, 'win32').backend, 'native');
  assert.equal(chooseGrabber({}, 'darwin').backend, 'native');
  assert.equal(chooseGrabber({ DISPLAY: ':0' }, 'linux').backend, 'x11');
  assert.equal(chooseGrabber({ DISPLAY: ':0', WAYLAND_DISPLAY: 'wayland-0' }, 'linux').backend, 'portal');
  assert.equal(chooseGrabber({ XDG_SESSION_TYPE: 'wayland' }, 'linux').backend, 'portal');
  assert.equal(chooseGrabber({ FLATPAK_ID: 'io.example.App' }, 'linux').backend, 'portal');
  assert.equal(chooseGrabber({ XDG_SESSION_TYPE: 'wayland', DISPLAY: ':99' }, 'linux').backend, 'x11');
});

test('in a Flatpak sandbox the kind of the session decides, since the Wayland socket is hidden', () => {
  const sandbox = { FLATPAK_ID: 'io.example.App', DISPLAY: ':99' };
  assert.equal(chooseGrabber({ ...sandbox, XDG_SESSION_TYPE: 'wayland' }, 'linux').backend, 'portal');
  assert.equal(chooseGrabber({ ...sandbox, XDG_SESSION_TYPE: 'x11' }, 'linux').backend, 'x11');
  assert.equal(chooseGrabber(sandbox, 'linux').backend, 'x11');
});

test('without a display it says so at once', () => {
  assert.throws(() => chooseGrabber({}, 'linux'), { code: 'NO_DISPLAY' });
});
