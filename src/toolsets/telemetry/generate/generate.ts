import { answerBudget } from '../../../kernel/arguments.ts';
import { defineModal } from '../../../kernel/modal.ts';
import { within } from '../../../kernel/within.ts';
import { telemetryMode } from '../arguments.ts';
import { withDeltas } from '../call-deltas.ts';
import type { TelemetryDeps } from '../deps.ts';
import { annotationIssues, annotationReport } from '../marks/annotation-files.ts';
import { csp } from './csp.ts';
import { har } from './har.ts';
import { prSummary } from './pr-summary.ts';
import { reproduction } from './reproduction.ts';
import { sarif } from './sarif.ts';
import { sri } from './sri.ts';
import { test } from './test.ts';
import { testClassify } from './test-classify.ts';
import { testFromContext } from './test-from-context.ts';
import { testHeal } from './test-heal.ts';
import { visualTest } from './visual-test.ts';

const MOST_SETTLING_MS = 1000;

export const generate = defineModal<TelemetryDeps>({
  name: 'generate',
  title: 'Generate',
  summary: 'Make files of the record.',
  effect: 'write',
  openWorld: true,
  key: 'format',
  aliases: ['what'],
  shared: { ...answerBudget, ...telemetryMode },
  faults: [
    'NOTHING_RECORDED',
    'NO_SUCH_TAB',
    'NO_SUCH_RECORDING',
    'NO_SUCH_ITEM',
    'NO_PAGE',
    'PILOT_DISABLED',
    'NEEDS_CHROMIUM',
    'ELEMENT_NOT_FOUND',
    'FILE_NOT_ALLOWED',
    'FILE_EXISTS',
    'FOLDER_NOT_WRITABLE',
    'STORE_UNAVAILABLE',
    'STORE_DAMAGED',
  ],
  modes: {
    reproduction,
    test,
    pr_summary: prSummary,
    har,
    csp,
    sri,
    sarif,
    test_from_context: testFromContext,
    test_classify: testClassify,
    test_heal: testHeal,
    visual_test: visualTest,
    annotation_report: annotationReport,
    annotation_issues: annotationIssues,
  },
  async around(call, _mode, run) {
    // What has been seen but not told yet belongs into what is made.
    await within(call.deps.settled(), MOST_SETTLING_MS);
    return withDeltas(call, 'generate', await run());
  },
});
