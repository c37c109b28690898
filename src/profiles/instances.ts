export const INSTANCE_INSTRUCTIONS = 'tab may also be the id of a browser of browser_instance.';
