import { Browsers } from './browsers.tsx';
import { Checks } from './checks.tsx';
import { Instances } from './instances.tsx';
import { Runs } from './runs.tsx';
import { Server } from './server.tsx';
import { said } from './traffic.ts';
import { Wire } from './wire.tsx';
import { CONTROL_WORDS } from './words.ts';

/** What a person steers while agents work. */
export function View() {
  return (
    <main class="control-view">
      <h1 class="unseen">{CONTROL_WORDS.title}</h1>
      <Parts />
      {/* What the last deed led to stays in sight, wherever on the page it was done. */}
      <p class={said.value?.isRefused ? 'said outcome-line problem' : 'said outcome-line'} role="status">
        {said.value?.words ?? ''}
      </p>
      <Wire />
      <Instances />
      <Runs />
      <Browsers />
      <Server />
      <Checks />
    </main>
  );
}

/** The page is long: the way to each of its parts. */
function Parts() {
  return (
    <nav class="parts" aria-label={CONTROL_WORDS.parts}>
      {Object.entries(CONTROL_WORDS.partNames).map(([id, name]) => (
        <button key={id} type="button" class="chip" onClick={() => goTo(id)}>
          {name}
        </button>
      ))}
    </nav>
  );
}

/** Keys go on from there, too. */
function goTo(part: string): void {
  const heading = document.getElementById(`control-${part}`);
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  heading.scrollIntoView({ block: 'start' });
}
