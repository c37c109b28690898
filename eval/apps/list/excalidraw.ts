import { join } from 'node:path';
import { type App, any, button, click, inPage, open, press } from '../app.ts';
import { site } from '../bring.ts';

const PAGE = `<!doctype html><title>Drawing</title><style>#app { height: 620px }</style><div id="app"></div>
<script>window.EXCALIDRAW_ASSET_PATH = '/x/'</script><script src="/r/react.production.min.js"></script><script src="/d/react-dom.production.min.js"></script><script src="/x/excalidraw.production.min.js"></script>
<script>ReactDOM.createRoot(document.getElementById('app')).render(React.createElement(ExcalidrawLib.Excalidraw, { handleKeyboardGlobally: true, excalidrawAPI: (api) => { window.api = api }, initialData: { elements: ExcalidrawLib.convertToExcalidrawElements([{ type: 'rectangle', x: 100, y: 100, width: 120, height: 80 }, { type: 'ellipse', x: 300, y: 120, width: 100, height: 100 }]), scrollToContent: true } }))</script>`;

const OPEN = open('/', 'Library');
const elements = (expression: string, wanted: unknown) =>
  inPage(`api.getSceneElements()${expression}`, wanted);
const state = (expression: string, wanted: unknown) => inPage(`api.getAppState().${expression}`, wanted);
const tool = (name: RegExp) => any(name);

export const excalidraw: App = {
  name: 'excalidraw',
  kind: 'React, canvas',
  npm: ['@excalidraw/excalidraw@0.17.6', 'react@18.3.1', 'react-dom@18.3.1'],
  start: ({ packages }) => {
    const modules = join(packages, 'node_modules');
    const folders = {
      '/x': join(modules, '@excalidraw/excalidraw/dist'),
      '/r': join(modules, 'react/umd'),
      '/d': join(modules, 'react-dom/umd'),
    };
    return site(folders, { '/': PAGE });
  },
  jobs: [
    {
      name: 'takes the rectangle tool',
      steps: [OPEN, press('r')],
      check: state('activeTool.type', 'rectangle'),
    },
    {
      name: 'takes the arrow from the bar',
      steps: [OPEN, click(tool(/Arrow/))],
      check: state('activeTool.type', 'arrow'),
    },
    {
      name: 'selects and deletes all',
      steps: [OPEN, press('Control+a'), press('Delete')],
      check: elements('.length', 0),
    },
    {
      name: 'deletes all and takes it back',
      steps: [OPEN, press('Control+a'), press('Delete'), click(button(/Undo/))],
      check: elements('.length', 2),
    },
    {
      name: 'moves all by keys',
      steps: [OPEN, press('Control+a'), press('ArrowRight'), press('ArrowRight')],
      check: elements('[0].x > 100', true),
    },
    {
      name: 'doubles all',
      steps: [OPEN, press('Control+a'), press('Control+d')],
      check: elements('.length', 4),
    },
    {
      name: 'groups all',
      steps: [OPEN, press('Control+a'), press('Control+g')],
      check: elements('[0].groupIds.length', 1),
    },
    {
      name: 'zooms in',
      steps: [OPEN, click(button(/Zoom in/), /110/)],
      check: state('zoom.value > 1', true),
    },
    {
      name: 'opens the menu and the help',
      steps: [OPEN, press('?', /Keyboard shortcuts/), press('Escape')],
      check: state('openDialog', null),
    },
    { name: 'goes dark', steps: [OPEN, press('Alt+Shift+D')], check: state('theme', 'dark') },
  ],
};
