import { z } from 'zod';
import { type Resumption, resumeScript } from '../../../engines/browser/context/paused-script.ts';
import { badArguments, contextTool } from '../define-tool.ts';

const NAME = 'browser_resume';

export const resume = contextTool({
  name: NAME,
  title: 'Resume',
  summary: 'Let a script go on that is paused in this browser; answers when it pauses again or ends.',
  effect: 'write',
  input: {
    step: z.boolean().optional().describe('Pause again before its next action.'),
    location: z.string().min(1).optional().describe('Pause at file:line, such as "example.spec.ts:42".'),
  },
  faults: ['NOT_PAUSED', 'INVALID_ARGUMENTS', 'BROWSER_CRASHED'],
  // A script takes the time that it takes.
  timeoutMs: () => 3_600_000,
  async run({ args: { step, location }, context, signal }) {
    const how = location === undefined ? (step ? 'step' : 'on') : placeOf(location);
    const script = await resumeScript(context.context, how, signal);
    return { view: { kind: 'paused', script }, show: 'nothing' };
  },
});

/** The last colon counts: the file may be on a drive. */
function placeOf(location: string): Resumption {
  const colon = location.lastIndexOf(':');
  if (colon < 2) return { file: location };
  const line = Number(location.slice(colon + 1));
  if (!Number.isInteger(line)) throw badArguments(NAME, `"location" is no file:line: ${location}`);
  return { file: location.slice(0, colon), line };
}
