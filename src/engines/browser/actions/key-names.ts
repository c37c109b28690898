const SAME: Readonly<Record<string, string>> = {
  ctrl: 'Control',
  cmd: 'Meta',
  command: 'Meta',
  win: 'Meta',
  windows: 'Meta',
  super: 'Meta',
  mod: 'ControlOrMeta',
  opt: 'Alt',
  option: 'Alt',
  return: 'Enter',
  esc: 'Escape',
  del: 'Delete',
  ins: 'Insert',
  spacebar: 'Space',
  up: 'ArrowUp',
  down: 'ArrowDown',
  left: 'ArrowLeft',
  right: 'ArrowRight',
  pgup: 'PageUp',
  pgdn: 'PageDown',
  pgdown: 'PageDown',
};

/** As Playwright writes them, by how people may. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ...`Control Meta Alt Shift ControlOrMeta Enter Escape Delete Insert Space Tab Backspace Home End PageUp PageDown
  ArrowUp ArrowDown ArrowLeft ArrowRight CapsLock NumLock ScrollLock ContextMenu Pause PrintScreen`
    .split(/\s+/)
    .map((name): [string, string] => [name.toLowerCase(), name]),
  ...Array.from({ length: 24 }, (_, i): [string, string] => [`f${i + 1}`, `F${i + 1}`]),
  ...Object.entries(SAME),
]);

/** Keys that move, delete or send. */
const SILENT = new Set(NAMES.values());
SILENT.delete('Space');

/** Whether a key, in Playwright's names, writes something. */
export const isLetter = (key: string) =>
  !/(Control|Meta|Alt)\+/.test(key) && !SILENT.has(key.replace(/^Shift\+(?=.)/, ''));

/** `ctrl+a`, `enter`, `Cmd+Shift+up`: a key or a chord in Playwright's names, however they were written. */
export const keyName = (written: string) =>
  // A plus at the end of a chord is the key itself.
  written
    .split(/\+(?=.)/)
    .map((part) => part.trim() || part)
    .map((part) => NAMES.get(part.toLowerCase()) ?? part)
    .join('+');
