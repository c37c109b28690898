import { type NoData, row } from './row.ts';

/** The screen: capture, OCR, drawing, redaction, vision. */
export const screenFaults = {
  NO_DISPLAY: row<{ why: string }>(
    'world',
    (d) => `No display server is available for screenshot capture: ${d.why}.`,
    'For a page in the browser use browser_take_screenshot; for the screen start it inside a desktop session, or set DISPLAY (Xvfb works too).',
  ),
  DISPLAY_UNREACHABLE: row<{ display: string; why: string }>(
    'world',
    (d) => `The display ${d.display} cannot be reached: ${d.why}.`,
    'Check that it runs and that this user may use it (XAUTHORITY).',
  ),
  NO_SUCH_WINDOW: row<{ wanted: string; titles: readonly string[] }>(
    'input',
    (d) => `No matching window was found for ${d.wanted}.`,
    (d) =>
      d.titles.length
        ? `Windows: ${d.titles.map((title) => `"${title}"`).join(', ')}.`
        : 'No window is open.',
  ),
  WINDOW_HIDDEN: row<{ title: string }>(
    'state',
    (d) => `The window "${d.title}" is minimized or on another desktop, so it has no picture.`,
    'Bring it to the screen first.',
  ),
  NO_SUCH_MONITOR: row<{ index: number; monitors: readonly string[] }>(
    'input',
    (d) => `There is no monitor ${d.index}.`,
    (d) => `Monitors: ${d.monitors.join(', ')}.`,
  ),
  REGION_OUTSIDE: row<{ region: string; width: number; height: number }>(
    'input',
    (d) => `The region ${d.region} lies outside of the picture.`,
    (d) => `Give x, y, width, height inside ${d.width}x${d.height}.`,
  ),
  NO_PORTAL: row<{ why: string }>(
    'world',
    (d) => `The desktop portal does not answer: ${d.why}.`,
    'Install and start xdg-desktop-portal with the part for your desktop, inside the session.',
  ),
  CAPTURE_REFUSED: row<{ by: string }>(
    'world',
    (d) => `${d.by} did not permit the screenshot.`,
    'Allow it in the dialog or in the settings of the system, then call again.',
  ),
  CAPTURE_FAILED: row<{ why: string }>(
    'world',
    (d) => `The screen could not be captured: ${d.why}.`,
    'Call again; if it stays so, look at the log.',
  ),
  PACKAGE_MISSING: row<{ name: string; purpose: string }>(
    'world',
    (d) => `${d.purpose} needs the package ${d.name}, which is not installed or does not load here.`,
    (d) =>
      `Install it beside Sensorium with "npm install ${d.name}" (with -g if Sensorium was installed so).`,
  ),
  NO_SUCH_SCREENSHOT: row<{ id: string }>(
    'missing',
    (d) => `Screenshot not found: ${d.id}.`,
    'Call list_screenshots for the ids that are kept.',
  ),
  PICTURE_UNREADABLE: row<{ what: string }>(
    'world',
    (d) => `${d.what} is not a picture that can be read.`,
    'Take a new screenshot.',
  ),
  INVALID_ANNOTATION: row<{ index: number; field: string; problem: string }>(
    'input',
    (d) => `Annotation ${d.index} cannot be drawn: "${d.field}" ${d.problem}.`,
    'Correct it and call again; nothing was drawn.',
  ),
  SCREEN_WAIT_TIMEOUT: row<{ what: string; ms: number }>(
    'world',
    (d) => `${d.what} within ${d.ms / 1000} s.`,
    'Take a screenshot to see what is there, or wait longer with timeout_ms.',
  ),
  CLIPBOARD_UNAVAILABLE: row<{ why: string }>(
    'world',
    (d) => `The picture could not be put on the clipboard: ${d.why}.`,
    'Install wl-clipboard (Wayland) or xclip (X11), or write a file with -o.',
  ),

  // Reading and redaction
  OCR_LANGUAGE_MISSING: row<{ language: string; engine: string; remedy: string }>(
    'input',
    (d) => `The data for the OCR language "${d.language}" are not installed for ${d.engine}.`,
    (d) => `Get them with "${d.remedy}", or choose another language.`,
  ),
  INVALID_OCR_LANGUAGE: row<{ language: string }>(
    'input',
    (d) => `"${d.language}" is no code of an OCR language.`,
    'Give codes such as "eng" or "deu", several joined with "+".',
  ),
  OCR_ENGINE_MISSING: row<{ engine: string; remedy: string }>(
    'world',
    (d) => `The OCR engine ${d.engine} is not installed, or does not load here.`,
    (d) => `Get it with "${d.remedy}", or choose another with --ocr-engine.`,
  ),
  OCR_FAILED: row<{ engine: string; why: string }>(
    'world',
    (d) => `${d.engine} could not read the picture: ${d.why}.`,
    'Call again; if it stays so, choose another OCR engine.',
  ),
  INVALID_PII_PATTERN: row<{ name: string; problem: string }>(
    'input',
    (d) => `The redaction pattern "${d.name}" cannot be used: ${d.problem}.`,
    'Patterns are in RE2 syntax: no look-around, no back-references.',
  ),

  SETTINGS_NOT_KEPT: row<NoData>(
    'state',
    'Settings can be changed only while the app runs.',
    'Start it with "sensorium app".',
  ),
  INVALID_SETTING: row<{ key: string; value: string }>(
    'input',
    (d) => `The setting ${d.key} cannot be ${d.value}.`,
    'Read settings://current for how the values look.',
  ),

  // Vision models
  API_KEY_MISSING: row<{ provider: string; variable: string; account: string }>(
    'input',
    (d) => `The API key for ${d.provider} is missing.`,
    (d) => `Set ${d.variable}, or put it into the system keychain (service "fotos", account "${d.account}").`,
  ),
  KEYCHAIN_REFUSED: row<{ account: string; why: string }>(
    'world',
    (d) => `The system's keychain did not take the key "${d.account}": ${d.why}.`,
    'Unlock the keychain (on Linux a Secret Service such as GNOME Keyring or KWallet must run), or set the variable of the provider.',
  ),
  NO_SUCH_PROVIDER: row<{ provider: string; known: readonly string[] }>(
    'input',
    (d) => `There is no vision provider "${d.provider}".`,
    (d) => `Known are: ${d.known.join(', ')}.`,
  ),
  VISION_AUTH: row<{ provider: string; status: number; why: string; category: 'auth_error' }>(
    'input',
    (d) => `${d.provider} refused the API key (${d.status}): ${d.why}.`,
    'Check the key, and that it may use the model.',
  ),
  VISION_RATE_LIMITED: row<{
    provider: string;
    retryAfterMs: number;
    why: string;
    category: 'rate_limited';
  }>(
    'state',
    (d) => `${d.provider} takes no more requests for now: ${d.why}.`,
    (d) => `Wait ${Math.ceil(d.retryAfterMs / 1000)} s and call again.`,
  ),
  VISION_NETWORK: row<{ provider: string; url: string; why: string; category: 'network_error' }>(
    'world',
    (d) => `${d.provider} cannot be reached at ${d.url} (${d.why}).`,
    'Check the address and the network; a local model must be running.',
  ),
  VISION_PROVIDER: row<{ provider: string; status: number; why: string; category: 'provider_error' }>(
    'world',
    (d) => `${d.provider} answered with ${d.status}: ${d.why}.`,
    'Check the name of the model; if that is right, call again later.',
  ),
  VISION_TIMEOUT: row<{ provider: string; ms: number; category: 'timeout' }>(
    'world',
    (d) => `${d.provider} did not answer within ${d.ms / 1000} s.`,
    'Call again, or use a faster model.',
  ),
  VISION_INVALID_ANSWER: row<{ provider: string; why: string; category: 'invalid_response' }>(
    'world',
    (d) => `The answer of ${d.provider} cannot be understood: ${d.why}.`,
    'Check that the address belongs to this kind of provider.',
  ),
};
