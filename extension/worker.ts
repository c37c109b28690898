/** The extension's worker: it holds the connection, tells the popup how things stand, and does what it asks. */
import { EXTENSION_ORIGIN } from '../src/contract/extension.ts';
import { Drive } from './drive/drive.ts';
import { Link } from './link.ts';
import type { PopupWord } from './popup-words.ts';
import { badge, type Standing, sentence } from './standing.ts';
import { Watch } from './watch/watch.ts';

const link = new Link(changed, (news) => {
  if (news.type === 'welcome') return watch.connected(news.rules);
  if (news.type === 'kept') return watch.kept(news.upTo);
  if (news.type === 'drive') return drive.run(news);
  void drive.end('the server is away');
  return news.type === 'parted' ? watch.parted() : undefined;
});
const drive = new Drive((driven) => void link.send(driven));
const watch = new Watch((batches) => link.send({ type: 'seen', batches }));

function changed(standing: Standing): void {
  const { text, color } = badge(standing);
  void chrome.action.setBadgeText({ text });
  void chrome.action.setBadgeBackgroundColor({ color });
  void chrome.action.setTitle({ title: `Sensorium: ${sentence(standing)}` });
  // The popup looks here; it hears of every change.
  void chrome.storage.session.set({ standing });
}

const wake = () => link.wake();
chrome.runtime.onStartup.addListener(wake);
chrome.runtime.onInstalled.addListener(wake);
chrome.alarms.onAlarm.addListener(wake);
chrome.runtime.onMessage.addListener((message, sender, answer) => {
  // Only pages of ours may say such things, and no script of ours in a page of others.
  if (sender.origin !== EXTENSION_ORIGIN) return;
  void obey(message as PopupWord).then(() => answer(link.standing));
  return true; // the answer comes later
});
// Scripts of ours that run in pages have no business with the secret.
void chrome.storage.local.setAccessLevel({ accessLevel: 'TRUSTED_CONTEXTS' });
void chrome.alarms.create('wake', { periodInMinutes: 0.5 });
void wake();

async function obey(word: PopupWord): Promise<void> {
  if (word === 'pair') await link.pair();
  else if (word === 'part') await link.part();
  else if (word === 'anew') await link.anew();
  else if (word === 'paused') await watch.apply();
  else if (word === 'undrive') await drive.cancel();
  else await link.wake();
}
