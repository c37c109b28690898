import type { Chance } from './random.ts';

export interface Theme {
  readonly name: string;
  readonly isDark: boolean;
  readonly css: string;
}

interface Colours {
  readonly page: string;
  readonly ink: string;
  readonly faint: string;
  readonly panel: string;
  readonly line: string;
  readonly accent: string;
  readonly side: string;
  readonly sideInk: string;
}

const light: Record<string, Colours> = {
  paper: {
    page: '#fff',
    ink: '#1f2328',
    faint: '#59636e',
    panel: '#f6f8fa',
    line: '#d1d9e0',
    accent: '#0969da',
    side: '#f6f8fa',
    sideInk: '#1f2328',
  },
  grey: {
    page: '#f3f3f3',
    ink: '#222',
    faint: '#555',
    panel: '#fff',
    line: '#ccc',
    accent: '#005fb8',
    side: '#e4e4e4',
    sideInk: '#333',
  },
  sand: {
    page: '#fdf6e3',
    ink: '#4a5a61',
    faint: '#5f6f75',
    panel: '#eee8d5',
    line: '#d8cfb6',
    accent: '#1c6fa8',
    side: '#073642',
    sideInk: '#c8d3d3',
  },
};
const dark: Record<string, Colours> = {
  night: {
    page: '#0d1117',
    ink: '#e6edf3',
    faint: '#9198a1',
    panel: '#151b23',
    line: '#3d444d',
    accent: '#4493f8',
    side: '#010409',
    sideInk: '#d1d7e0',
  },
  slate: {
    page: '#1e1e1e',
    ink: '#d4d4d4',
    faint: '#a0a0a0',
    panel: '#2d2d2d',
    line: '#454545',
    accent: '#4fc1ff',
    side: '#252526',
    sideInk: '#cccccc',
  },
  terminal: {
    page: '#000',
    ink: '#33dd66',
    faint: '#29a64f',
    panel: '#0a140a',
    line: '#1d5c2f',
    accent: '#e6e666',
    side: '#101010',
    sideInk: '#33dd66',
  },
};

const sansFonts = ['DejaVu Sans', 'Liberation Sans', 'Liberation Sans', 'Noto Sans', 'Liberation Serif'];
const monoFonts = ['DejaVu Sans Mono', 'Liberation Mono', 'Noto Sans Mono'];

export function makeTheme(chance: Chance, isDark: boolean): Theme {
  const set = isDark ? dark : light;
  const name = chance.pick(Object.keys(set));
  const c = set[name]!;
  const sans = chance.pick(sansFonts);
  const mono = chance.pick(monoFonts);
  const size = chance.pick([13, 14, 14, 15, 16]);
  const css = `
    * { box-sizing: border-box }
    body { margin: 0; padding: 20px 26px; background: ${c.page}; color: ${c.ink}; font: ${size}px/1.45 '${sans}'; overflow: hidden; overflow-wrap: anywhere }
    pre { font: ${size}px/1.5 '${mono}'; margin: 0; white-space: pre-wrap }
    h2 { font-size: 22px; margin: 0 0 12px } h3 { font-size: 16px; margin: 0 }
    p { margin: 0 0 9px } small { color: ${c.faint}; font-size: 12px }
    table { border-collapse: collapse; width: 100% }
    th, td { text-align: left; padding: 7px 12px; border: 1px solid ${c.line} } th { background: ${c.panel} }
    .grid { display: grid; grid-template-columns: 1fr 1fr; gap: 10px 28px; margin: 8px 0 16px }
    .label { font-size: 12px; color: ${c.faint} }
    .input { border: 1px solid ${c.line}; background: ${c.panel}; border-radius: 5px; padding: 6px 10px }
    .button { display: inline-block; background: ${c.accent}; color: ${isDark ? '#05131f' : '#fff'}; padding: 7px 16px; border-radius: 5px }
    .columns { display: flex; gap: 20px }
    .side { width: 210px; background: ${c.side}; color: ${c.sideInk}; padding: 12px; line-height: 2 }
    .talk { flex: 1; min-width: 0 }
    .bubble { background: ${c.panel}; border-radius: 9px; padding: 7px 12px; margin-bottom: 7px; max-width: 88% }
    .bubble.own { background: ${c.accent}; color: ${isDark ? '#05131f' : '#fff'} } .bubble.own small { color: inherit }
    .cards { display: grid; grid-template-columns: repeat(3, 1fr); gap: 12px }
    .card { border: 1px solid ${c.line}; background: ${c.panel}; border-radius: 7px; padding: 9px 13px }
    .big { font-size: 26px } .entry { border-bottom: 1px solid ${c.line}; padding: 7px 0 }
    .k { color: ${isDark ? '#c586c0' : '#8250df'} } .f { color: ${isDark ? '#dcdcaa' : '#795e26'} } .t { color: ${isDark ? '#4ec9b0' : '#116329'} }
    .s { color: ${isDark ? '#ce9178' : '#a31515'} } .c { color: ${isDark ? '#7fa86a' : '#3f7a3f'} }`;
  return { name: `${name}, ${sans}, ${size}px`, isDark, css };
}
