/** What agents are told once about the telemetry tools. */
export const TELEMETRY_INSTRUCTIONS =
  'Telemetry: observe reads the record (start with error_bundles), error_id and request_id fetch one in full; ' +
  'configure marks tests, records actions, hides noise, and its health says what is missing.';
