/** The extension's worker: it holds the connection, tells the popup how things stand, and does what it asks. */
import { Drive } from './drive/drive.ts';
import { Hand } from './hand/hand.ts';
import { Link } from './link.ts';
import { badge, type DrivenGroup, type Standing, sentence } from './popup/standing.ts';
import type { PopupWord, Shown } from './popup/words.ts';
import { pausedUntil } from './settings.ts';
import { Watch } from './watch/watch.ts';

const link = new Link(standingChanged, (news) => {
  if (news.type === 'welcome') {
    void hand.connected();
    return watch.connected(news.rules);
  }
  if (news.type === 'kept') return watch.kept(news.upTo);
  if (news.type === 'taken') return hand.taken(news.id, news.why);
  if (news.type === 'answered') return hand.answered(news.answer);
  if (news.type === 'drive') return drive.run(news);
  void drive.end('the server is away');
  if (news.type === 'parted') return Promise.all([watch.parted(), hand.parted()]);
});
const drive = new Drive((driven) => void link.send(driven), drivenChanged);
const watch = new Watch((batches) => link.send({ type: 'seen', batches }));
const hand = new Hand((message) => link.send(message));

/** The popup looks there; it hears of every change. */
const show = (shown: Partial<Shown>) => chrome.storage.session.set(shown);

function standingChanged(standing: Standing): void {
  void chrome.action.setTitle({ title: `Sensorium: ${sentence(standing)}` });
  void show({ standing });
  void showBadge();
}

function drivenChanged(driven: readonly DrivenGroup[]): void {
  void show({ driven });
  void showBadge();
}

async function showBadge(): Promise<void> {
  const until = await pausedUntil();
  const { text, color } = badge(link.standing, drive.groups, until > Date.now());
  void chrome.action.setBadgeText({ text });
  void chrome.action.setBadgeBackgroundColor({ color });
  if (until > Date.now()) void chrome.alarms.create('pause', { when: until });
}

const wake = () => link.wake();
chrome.runtime.onStartup.addListener(wake);
chrome.runtime.onInstalled.addListener(wake);
chrome.alarms.onAlarm.addListener(() => {
  void showBadge();
  void wake();
});
/** Pages of ours say so; scripts of ours in pages of others come under the origin of those. */
const own = chrome.runtime.getURL('').slice(0, -1);
chrome.runtime.onMessage.addListener((message, sender, answer) => {
  if (sender.origin !== own) return;
  void obey(message as PopupWord).then(answer, (error: unknown) => answer({ why: String(error) }));
  return true; // the answer comes later
});
chrome.commands.onCommand.addListener((command, tab) => {
  if (command !== 'draw' || tab?.id === undefined) return;
  // Without a server there is nobody to draw for: the popup says what to do.
  if (link.standing.is === 'alone') void chrome.action.openPopup().catch(() => {});
  else void hand.draw(tab.id).catch(() => {}); // a page of the browser itself
});
// Scripts of ours that run in pages have no business with the secret.
void chrome.storage.local.setAccessLevel?.({ accessLevel: 'TRUSTED_CONTEXTS' });
void chrome.alarms.create('wake', { periodInMinutes: 0.5 });
drivenChanged([]);
void wake();

/** The answer to what was given says what became of it; every other one how things stand. */
async function obey(word: PopupWord): Promise<unknown> {
  if (typeof word === 'object') return 'give' in word ? hand.give(word.give) : hand.draw(word.draw);
  if (word === 'pair') await link.pair();
  else if (word === 'part') await link.part();
  else if (word === 'anew') await link.anew();
  else if (word === 'chosen') await Promise.all([watch.apply(), showBadge()]);
  else if (word === 'undrive') await drive.cancel();
  else await link.wake();
  return link.standing;
}
