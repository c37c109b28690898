/** What agents are told once about the telemetry tools. */
export const TELEMETRY_INSTRUCTIONS =
  'Telemetry: observe reads what pages did (start with error_bundles); lists are newest first, ' +
  'metadata.after_cursor leads to older ones, error_id and request_id fetch one in full. configure health says ' +
  'what is missing.';
