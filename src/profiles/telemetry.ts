/** What agents are told once about the telemetry tools. */
export const TELEMETRY_INSTRUCTIONS =
  'Telemetry: observe reads the record (start with error_bundles), ' +
  'analyze looks closer, generate makes tests, ' +
  'configure marks tests, records actions, hides noise; its health says what is missing.';
