import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseCapture } from './choose-capture.ts';

test('the session decides', () => {
  assert.equal(chooseCapture({}, 'win32').backend, 'native');
  assert.equal(chooseCapture({}, 'darwin').backend, 'native');
  assert.equal(chooseCapture({ DISPLAY: ':0' }, 'linux').backend, 'x11');
  assert.equal(chooseCapture({ DISPLAY: ':0', WAYLAND_DISPLAY: 'wayland-0' }, 'linux').backend, 'portal');
  assert.equal(chooseCapture({ XDG_SESSION_TYPE: 'wayland' }, 'linux').backend, 'portal');
  assert.equal(chooseCapture({ FLATPAK_ID: 'io.example.App' }, 'linux').backend, 'portal');
  assert.equal(chooseCapture({ XDG_SESSION_TYPE: 'wayland', DISPLAY: ':99' }, 'linux').backend, 'x11');
});

test('in a Flatpak sandbox the kind of the session decides, since the Wayland socket is hidden', () => {
  const sandbox = { FLATPAK_ID: 'io.example.App', DISPLAY: ':99' };
  assert.equal(chooseCapture({ ...sandbox, XDG_SESSION_TYPE: 'wayland' }, 'linux').backend, 'portal');
  assert.equal(chooseCapture({ ...sandbox, XDG_SESSION_TYPE: 'x11' }, 'linux').backend, 'x11');
  assert.equal(chooseCapture(sandbox, 'linux').backend, 'x11');
});

test('without a display it says so at once', () => {
  assert.throws(() => chooseCapture({}, 'linux'), { code: 'NO_DISPLAY' });
});
