/** How a report looks, in dark and light, on a phone and on paper. */
export const WINDOW_STYLE = `
:root{color-scheme:light dark;--ground:light-dark(#f3f4f8,#0d0f14);--surface:light-dark(#fff,#13161d);--line:light-dark(#d5dae4,#2c3340);--text:light-dark(#1a1f2b,#e7eaf1);--quiet:light-dark(#566074,#98a1b3);--accent:light-dark(#4353d0,#8b9aff);--bad:light-dark(#c0232e,#ff7676);--warn:light-dark(#805300,#f3b64c)}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--text);font:14px/1.5 system-ui,sans-serif}
main{max-width:1240px;margin:auto;padding:16px}
h1{margin:0 0 8px;font-size:20px}h2{margin:0 0 6px;font-size:15px}h3{margin:14px 0 4px;font-size:13px}
a{color:var(--accent)}
.quiet{color:var(--quiet)}
dl{display:grid;grid-template-columns:1fr;margin:0;gap:2px 16px}
dl div{display:grid;grid-template-columns:minmax(90px,180px) 1fr;gap:12px}
dt{color:var(--quiet)}dd{margin:0;overflow-wrap:anywhere}
.wrong{margin:12px 0;padding:12px 16px;border-left:3px solid var(--bad);background:var(--surface)}
.wrong ol{margin:0;padding-left:22px}.wrong li{overflow-wrap:anywhere}
.timeline{display:block;width:100%;margin:12px 0;border:1px solid var(--line);background:var(--surface)}
.timeline text{fill:var(--quiet);font-size:11px}.timeline .bar{fill:var(--accent);opacity:.65}.timeline .bad{fill:var(--bad)}
.timeline a:focus rect,.timeline a:hover rect{stroke:var(--text);stroke-width:1.5}
.choices{display:flex;flex-wrap:wrap;margin:12px 0;border:1px solid var(--line);gap:4px 16px}
.item{border-bottom:1px solid var(--line);background:var(--surface)}
.item>:not(summary){margin-left:16px;margin-right:16px}.item[open]{padding-bottom:14px}
summary{display:flex;padding:5px 10px;align-items:baseline;gap:12px;cursor:pointer}
.offset,.mark{flex:none;color:var(--quiet);font-variant-numeric:tabular-nums}.offset{min-width:84px;text-align:right}
.kind{flex:none;min-width:84px;color:var(--quiet)}
.what{flex:1;min-width:0;overflow:hidden;font-family:ui-monospace,Menlo,Consolas,monospace;font-size:12.5px;text-overflow:ellipsis;white-space:nowrap}
.item[open] .what{overflow-wrap:anywhere;white-space:normal}
.trouble .what,.trouble .mark{color:var(--bad)}.warn .what{color:var(--warn)}
.item:target{outline:2px solid var(--accent);outline-offset:-2px}
pre{max-height:420px;margin-top:0;margin-bottom:0;padding:10px;overflow:auto;border:1px solid var(--line);background:var(--ground);font:12px/1.5 ui-monospace,Menlo,Consolas,monospace;overflow-wrap:anywhere;white-space:pre-wrap}
img{max-width:calc(100% - 32px);border:1px solid var(--line)}
main:has(#only-wrong:checked) .item:not(.trouble){display:none}
@media (max-width:600px){.kind{display:none}.offset{min-width:64px}dl div{grid-template-columns:1fr;gap:0}}
@media print{.choices,.timeline{display:none}pre{max-height:none}}
`;
