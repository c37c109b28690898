import { browserTool } from './define-tool.ts';
import { ours } from './told.ts';

export const getConfig = browserTool({
  name: 'browser_get_config',
  title: 'Settings',
  summary: 'The settings in force.',
  effect: 'read',
  input: {},
  hasData: true,
  faults: [],
  async run({ deps }) {
    const settings = deps.settings();
    return { results: [ours(JSON.stringify(settings, null, 2))], show: 'nothing', data: settings };
  },
});
