/** The popup: one sentence that says how things stand and what to do next, and the buttons for it. */

import { debugging } from './drive/debugging.ts';
import { showSite } from './popup-site.ts';
import type { PopupWord } from './popup-words.ts';
import { readSettings } from './settings.ts';
import { type Standing, sentence } from './standing.ts';

const element = <T extends HTMLElement>(id: string) => document.getElementById(id) as T;
const ask = (word: PopupWord) => chrome.runtime.sendMessage(word) as Promise<Standing>;

function show(standing: Standing): void {
  element('sentence').textContent = sentence(standing);
  const isPairing = standing.is === 'pairing';
  element('code').hidden = !isPairing;
  element('tries').hidden = !isPairing || standing.left === 5;
  if (isPairing) {
    element('code').textContent = standing.code;
    element('tries').textContent = `A wrong code was given; ${standing.left} tries are left.`;
  }
  element('pair').hidden = standing.is === 'connected' || isPairing;
  element('part').hidden = standing.is === 'alone';
  element('part').textContent = isPairing ? 'Stop' : 'Forget';
}

const bind = (id: 'pair' | 'part') => element(id).addEventListener('click', async () => show(await ask(id)));
bind('pair');
bind('part');

const port = element<HTMLInputElement>('port');
port.addEventListener('change', async () => {
  const named = Number(port.value);
  const isPort = Number.isInteger(named) && named > 0 && named < 65_536;
  port.setCustomValidity(isPort || port.value === '' ? '' : 'A port is a number from 1 to 65535.');
  if (!port.reportValidity()) return;
  await (isPort ? chrome.storage.local.set({ port: named }) : chrome.storage.local.remove('port'));
  show(await ask('anew'));
});

chrome.storage.onChanged.addListener((changes, area) => {
  const changed = area === 'session' ? changes.standing?.newValue : undefined;
  if (changed) show(changed as Standing);
});
port.value = String((await readSettings()).port ?? '');
show(await ask('look'));
await showSite(() => ask('paused'));

const drive = element<HTMLInputElement>('drive');
element('driving').hidden = debugging === undefined;
drive.checked = (await chrome.storage.local.get('drive')).drive === true;
drive.addEventListener('change', async () => {
  if (drive.checked) await chrome.storage.local.set({ drive: true });
  else await ask('undrive');
});
