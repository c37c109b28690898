export const INSTANCE_INSTRUCTIONS =
  'instanceId: a browser of browser_instance; left out: the one opened or activated last.';
