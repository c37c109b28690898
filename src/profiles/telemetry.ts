/** What agents are told once about the telemetry tools. */
export const TELEMETRY_INSTRUCTIONS =
  'Telemetry: configure health says what is connected and what to do next; observe error_bundles shows each ' +
  'error with the requests, actions and log lines around it, observe timeline the whole story. Lists are newest ' +
  'first; metadata.after_cursor leads to older items. error_id and request_id fetch one in full. interact acts on ' +
  'the page; navigate and refresh answer with perf_diff. configure noise_rule auto_detect hides what repeats itself.';
