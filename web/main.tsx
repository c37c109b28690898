import { effect, signal } from '@preact/signals';
import { render } from 'preact';
import { api } from './api.ts';
import { refreshAbout, startFeed } from './feed.ts';
import { Login } from './login.tsx';
import { seekCall } from './seek-call.ts';
import { Shell } from './shell.tsx';
import { entry, entryProblem, readAddress, writeAddress } from './state.ts';
import { WORDS } from './words.ts';

function App() {
  if (entry.value === 'asking') return <p class="quiet centred">{WORDS.loading}</p>;
  return entry.value === 'in' ? <Shell /> : <Login />;
}

/** By the code of the link, else by the cookie of an earlier visit, else without a key where none is needed. */
async function enter(code: string | undefined): Promise<void> {
  try {
    if (code !== undefined) await api.login(code);
    entry.value = 'in';
  } catch {
    const isKnown = await api.about().then(
      () => true,
      () => false,
    );
    entryProblem.value = isKnown ? '' : WORDS.login.used;
    entry.value = isKnown ? 'in' : 'out';
  }
}

const { code, call } = readAddress();
const sought = signal(call);
writeAddress();
startFeed();
effect(() => {
  if (entry.value === 'in') void refreshAbout();
});
effect(() => {
  if (entry.value === 'in' && sought.value !== undefined) void seekCall(sought.value);
});
render(<App />, document.getElementById('app')!);
void enter(code);
// A link that is pasted over this one shows what it says, and may bring a fresh code.
addEventListener('hashchange', () => {
  const { code: fresh, call: other } = readAddress();
  sought.value = other;
  if (fresh !== undefined) void enter(fresh);
});
