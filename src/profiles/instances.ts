export const INSTANCE_INSTRUCTIONS = 'tab: also the id of a browser_instance.';
