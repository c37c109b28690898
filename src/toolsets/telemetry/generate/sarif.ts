import { z } from 'zod';
import { fault } from '../../../kernel/fault.ts';
import { hideSecrets } from '../../../kernel/hide-secrets.ts';
import { type FindingRun, sarifLog } from '../../../report/sarif.ts';
import { defineMode } from '../deps.ts';
import { trackedTab } from '../tabs.ts';
import { deliverReply } from './deliver.ts';
import { accessibilityRun, errorRun, securityRun } from './findings.ts';
import { findingArguments, saveTo } from './generate-arguments.ts';

export const sarif = defineMode({
  summary: 'Accessibility, errors, security as SARIF.',
  input: z.object({ ...findingArguments, ...saveTo }),
  timeoutMs: () => 180_000,
  async run(call) {
    const { args, deps, signal } = call;
    const { scope: selector, include_passes: withPasses = false } = args;
    const tab = await trackedTab(deps.engine);
    const isLooked = tab !== undefined && deps.pilot.isOn;
    if (selector !== undefined) {
      deps.pilot.assertOn();
      if (!tab) throw fault('NO_PAGE', { wanted: 'sarif' });
    }
    const found = [
      ...(isLooked ? [await accessibilityRun(deps, tab, { selector, withPasses, signal })] : []),
      await errorRun(deps),
      await securityRun(deps, tab?.url ?? 'about:blank', signal),
    ];
    // A page that was looked at and has nothing wrong is told as such.
    const runs = found.filter(
      ({ category, findings }) => category === 'accessibility' || findings.length > 0,
    );
    if (runs.length === 0)
      throw fault('NOTHING_RECORDED', {
        what: 'page that is open, and no errors',
        next: 'Open one with interact({action:"navigate", url})',
      });
    const { log, left } = sarifLog(runs);
    const count = runs.reduce((sum, { findings }) => sum + findings.length, 0);
    return deliverReply(
      call,
      { name: 'findings.sarif', key: 'sarif', pieces: JSON.stringify(hideSecrets(log, deps)), isJson: true },
      `${count - left} findings${left > 0 ? ` (${left} lesser ones left out)` : ''}`,
      {
        findings: Object.fromEntries(runs.map((run) => [run.category, countsOf(run)])),
        left_out: left || undefined,
        ...(!isLooked && {
          notes: [`Accessibility was not looked at: ${tab ? 'the pilot is off' : 'no page is open'}.`],
        }),
      },
    );
  },
});

/** A field called "pass" would be taken for a password. */
function countsOf({ findings }: FindingRun): object {
  const name = { pass: 'passed', review: 'review' };
  const counts = Map.groupBy(findings, ({ outcome, level }) => (outcome === 'fail' ? level : name[outcome]));
  return Object.fromEntries([...counts].map(([name, some]) => [name, some.length]));
}
