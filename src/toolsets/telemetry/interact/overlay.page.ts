/*
 * Made by script in a world of our own and styled by properties, which no content security policy forbids.
 */

/** A bar at the lower edge; a closed shadow root keeps it out of the page's own selectors. "" takes it away. */
export function showCaption(words: string): void {
  const world = globalThis as unknown as { sensoriumCaption?: HTMLElement | undefined };
  world.sensoriumCaption?.remove();
  world.sensoriumCaption = undefined;
  if (!words || !document.documentElement) return;
  const host = document.createElement('div');
  host.setAttribute('aria-hidden', 'true');
  const place =
    'position:fixed; left:0; right:0; bottom:24px; z-index:2147483647; pointer-events:none; display:flex; ' +
    'justify-content:center; margin:0; padding:0;';
  host.style.cssText = place.replaceAll(';', ' !important;');
  const bar = document.createElement('div');
  bar.style.cssText =
    'font:600 18px/1.4 system-ui, sans-serif; color:#fff; background:rgba(0,0,0,0.82); padding:8px 18px; ' +
    'border-radius:8px; max-width:80vw; text-align:center;';
  bar.textContent = words;
  host.attachShadow({ mode: 'closed' }).append(bar);
  document.documentElement.append(host);
  world.sensoriumCaption = host;
}

/** A frame around a place of the viewport, for so long. */
export function drawMark(
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
  ms: number,
): void {
  const host = document.createElement('div');
  host.setAttribute('aria-hidden', 'true');
  const look =
    `position:fixed; left:${x - 3}px; top:${y - 3}px; width:${width}px; height:${height}px; ` +
    'border:3px solid #ff3b30; border-radius:4px; z-index:2147483647; pointer-events:none; margin:0; padding:0; ' +
    'box-sizing:content-box; box-shadow:0 0 0 3px rgba(255,59,48,0.35);';
  host.style.cssText = look.replaceAll(';', ' !important;');
  document.documentElement.append(host);
  setTimeout(() => host.remove(), ms);
}
