import { Browsers } from './browsers.tsx';
import { Instances } from './instances.tsx';
import { Server } from './server.tsx';
import { Wire } from './wire.tsx';
import { CONTROL_WORDS } from './words.ts';

/** What a person steers while agents work. */
export function View() {
  return (
    <main class="control-view">
      <h1 class="unseen">{CONTROL_WORDS.title}</h1>
      <Wire />
      <Instances />
      <Browsers />
      <Server />
    </main>
  );
}
