import { useEffect } from 'preact/hooks';
import * as state from '../state.ts';
import { Draw } from './draw.tsx';
import { DrawRequests } from './draw-requests.tsx';
import { Grid } from './grid.tsx';
import { startLooking } from './looking.ts';
import { Requests } from './requests.tsx';
import { Whole } from './whole.tsx';
import { LIVE_WORDS } from './words.ts';

/** All pages of all browsers as they are now, and what agents ask the person for. */
export function View() {
  useEffect(startLooking, []);
  const page = state.page.value;
  const { value: drawing } = state.drawing;
  if (drawing !== undefined) return <Draw key={drawing} id={drawing} />;
  return (
    <main class="live-view">
      <h1 class="unseen">{LIVE_WORDS.title}</h1>
      <Requests />
      <DrawRequests />
      {page === undefined ? <Grid /> : <Whole key={page} id={page} />}
    </main>
  );
}
