export const INSTANCE_INSTRUCTIONS =
  'More browsers: browser_instance new opens one (mode, headless, profile, extensions, url, proxy, name; endpoint ' +
  'for cdp, playwright and grid; shared for other sessions too), which every browser tool uses from then on; pass ' +
  'instanceId to act in another one, activate without it to go back to the first browser. They end with the session.';
