export const INSTANCE_INSTRUCTIONS =
  'instanceId names a browser of browser_instance new, which every browser tool uses until another is activated.';
