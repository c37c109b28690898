/** Texts that belong to moments of a video, as files that players read beside it. */

export interface Cue {
  /** Milliseconds from the start of the video. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** An empty text shows nothing and is left out. */
export function writeWebvtt(cues: readonly Cue[]): string {
  const blocks = cues
    .filter(({ text, start, end }) => text.trim() !== '' && end > start)
    .map(
      ({ start, end, text }, index) => `${index + 1}\n${clock(start)} --> ${clock(end)}\n${plain(text)}\n`,
    );
  return ['WEBVTT\n', ...blocks].join('\n');
}

/** Each thing lasts until the next one, the last until the end; what came before the start was there then. */
export function cuesOf(
  marks: readonly { readonly at: number; readonly text: string }[],
  end: number,
): readonly Cue[] {
  const order = marks.toSorted((a, b) => a.at - b.at);
  return order.map(({ at, text }, index) => ({
    start: Math.max(0, at),
    end: Math.min(end, order[index + 1]?.at ?? end),
    text,
  }));
}

/** 01:02:03.456 */
function clock(ms: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const whole = Math.floor(ms / 1000);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60].map(two);
  return `${parts.join(':')}.${String(Math.floor(ms % 1000)).padStart(3, '0')}`;
}

/** Lines of a cue may not be empty, nor look like the arrow between its times or like markup. */
const plain = (text: string) =>
  text
    .trim()
    .replaceAll(/\s*\n\s*/g, '\n')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
