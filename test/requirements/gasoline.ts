/** Gasoline: 97 modes of five tools, 6 guarantees, 8 requirements, and the 40 known faults of its original. */
import { gasolineFaults } from './gasoline-faults.ts';
import { type Pending, type Row, rowsOf } from './row.ts';

/** The modes by tool: those that are there, and others by the area of the product that they wait for. */
const modes: Readonly<Record<string, Partial<Record<Pending | 'brought', string>>>> = {
  observe: {
    brought:
      'errors logs extension_logs network_waterfall network_bodies websocket_events websocket_status actions ' +
      'vitals page tabs pilot timeline error_bundles screenshot command_result pending_commands ' +
      'failed_commands saved_videos recordings recording_actions playback_results log_diff_report',
  },
  analyze: {
    record:
      'dom performance accessibility error_clusters history security_audit third_party_audit link_health ' +
      'link_validation page_summary annotations annotation_detail api_validation draw_history draw_session',
  },
  generate: {
    record:
      'reproduction test pr_summary har csp sri sarif visual_test annotation_report annotation_issues ' +
      'test_from_context test_heal test_classify',
  },
  configure: {
    brought:
      'store load noise_rule clear health streaming test_boundary_start test_boundary_end recording_start ' +
      'recording_stop playback log_diff telemetry diff_sessions audit_log',
  },
  interact: {
    brought:
      'highlight subtitle save_state load_state list_states delete_state execute_js navigate refresh back ' +
      'forward new_tab screenshot click type select check get_text get_value get_attribute set_attribute ' +
      'focus scroll_to wait_for key_press paste list_interactive upload',
    record: 'record_start record_stop draw_mode_start',
  },
};

const modeRows = Object.entries(modes).flatMap(([tool, areas]) =>
  Object.entries(areas).flatMap(([area, names]) =>
    modesOf(tool, names.split(' '), area === 'brought' ? undefined : (area as Pending)),
  ),
);

function modesOf(tool: string, names: readonly string[], pending: Pending | undefined): readonly Row[] {
  const pairs = names.map((name) => [`${tool} ${name}`, `the mode ${name} of ${tool} does its work`]);
  return rowsOf('gasoline', Object.fromEntries(pairs), pending);
}

const brought = {
  'guarantee 1 schema first': 'tools/list is the contract: its enums are what the tools take',
  'guarantee 2 unknown arguments': 'unknown arguments are ignored and named in a warning',
  'guarantee 3 safety defaults': '500 calls a minute, and answers are redacted before they leave',
  'guarantee 5 async retrieval':
    'a finished command is read with observe command_result and its correlation_id',
  CORE_MCP_PROD_001: 'every call goes through tools/call and a declared schema',
  CORE_MCP_PROD_002: 'every enum value has a handler',
  CORE_MCP_PROD_003: 'every command of the extension has a completion status by correlation id',
  CORE_MCP_PROD_004: 'sync, wait and background control waiting',
  CORE_MCP_PROD_005: 'after_cursor, before_cursor and since_cursor are stable and documented',
  CORE_MCP_PROD_006: 'invalid parameters, modes and actions are structured errors',
  CORE_MCP_PROD_007: "a command that the extension's state forbids says what to do",
  CORE_MCP_PROD_008: 'the documentation equals the schema',
};

/** These two speak of analyze as well. */
const awaited = {
  'guarantee 4 sync by default':
    'analyze and interact wait; background, sync=false and wait=false return a handle',
  'guarantee 6 browser dependency': 'interact and active analyze modes need pilot and extension, and say so',
};

export const gasoline = [
  ...modeRows,
  ...rowsOf('gasoline', brought),
  ...rowsOf('gasoline', awaited, 'record'),
  ...gasolineFaults,
];
