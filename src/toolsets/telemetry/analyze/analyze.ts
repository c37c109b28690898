import { answerBudget } from '../../../kernel/arguments.ts';
import { defineModal } from '../../../kernel/modal.ts';
import { within } from '../../../kernel/within.ts';
import { telemetryMode } from '../arguments.ts';
import { withDeltas } from '../call-deltas.ts';
import type { TelemetryDeps } from '../deps.ts';
import { named } from '../interact/define-action.ts';
import { annotationDetail, annotations, drawHistory, drawSession } from '../marks/annotation-modes.ts';
import { storyMode } from '../story/explain.ts';
import { accessibility } from './accessibility/accessibility.ts';
import { apiValidation } from './api/api-validation.ts';
import { errorClusters } from './clusters/error-clusters.ts';
import { computedStyles } from './computed-styles.ts';
import { dataTable } from './data-table.ts';
import { dom } from './dom.ts';
import { forms, formValidation } from './forms.ts';
import { history } from './history.ts';
import { linkHealth, linkValidation } from './links/link-modes.ts';
import { pageSummary } from './page-summary.ts';
import { performance } from './performance/performance.ts';
import { securityAudit } from './security/security-audit.ts';
import { storage } from './storage.ts';
import { thirdPartyAudit } from './third-party/third-party-audit.ts';
import { visualBaseline, visualDiff } from './visual/visual.ts';

const MOST_SETTLING_MS = 100;

/** What Gasoline's specification names. */
const MODES = {
  dom,
  performance,
  accessibility,
  error_clusters: errorClusters,
  history,
  security_audit: securityAudit,
  third_party_audit: thirdPartyAudit,
  link_health: linkHealth,
  link_validation: linkValidation,
  page_summary: pageSummary,
  api_validation: apiValidation,
  annotations,
  annotation_detail: annotationDetail,
  draw_history: drawHistory,
  draw_session: drawSession,
};
const MORE = {
  computed_styles: computedStyles,
  forms,
  form_validation: formValidation,
  data_table: dataTable,
  visual_baseline: visualBaseline,
  visual_diff: visualDiff,
  storage,
};

export const analyze = analyzeBy(MODES);

/** In the product; another name for its tool `explain` is taken and not listed. */
const whole: typeof analyze = analyzeBy({ ...MODES, ...MORE, story: storyMode });
export const analyzeBeside: typeof analyze = { ...whole, listed: analyzeBy({ ...MODES, ...MORE }) };

function analyzeBy(modes: Parameters<typeof named>[0]) {
  return defineModal<TelemetryDeps>({
    name: 'analyze',
    title: 'Analyze',
    summary: 'Make sense of a page and the record.',
    effect: 'write',
    openWorld: true,
    key: 'what',
    marked: { argument: 'background', means: 'looks at the page now' },
    shared: { ...answerBudget, ...telemetryMode },
    faults: [
      'HUMAN_IN_CONTROL',
      ...(['PILOT_DISABLED', 'NO_PAGE', 'NO_SUCH_TAB', 'QUEUE_FULL', 'COMMAND_EXISTS'] as const),
      ...(['COMMAND_EXPIRED', 'COMMAND_TIMEOUT', 'ELEMENT_NOT_FOUND', 'AMBIGUOUS_TARGET'] as const),
      ...(['INVALID_CURSOR', 'CURSOR_EXPIRED', 'STORE_UNAVAILABLE', 'STORE_DAMAGED'] as const),
      ...(['NEEDS_CHROMIUM', 'FILE_NOT_ALLOWED', 'FOLDER_NOT_WRITABLE', 'NOTHING_RECORDED'] as const),
      ...(['TRACE_RUNS', 'NO_TRACE', 'PACKAGE_MISSING', 'NO_SUCH_BASELINE', 'NO_SUCH_MARK'] as const),
      ...(['LIGHTHOUSE_FAILED', 'SCRIPTS_REFUSED'] as const),
    ],
    modes: named(modes),
    async around(call, _mode, run) {
      // What the browser has seen but not told yet belongs into this answer.
      await within(call.deps.settled(), MOST_SETTLING_MS);
      return withDeltas(call, 'analyze', await run());
    },
  });
}
