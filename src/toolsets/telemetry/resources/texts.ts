/** The words of the resources. Calls in them are read by a test, so that none names what does not exist. */

export const QUICKSTART = `# Quick start

1. \`configure({action:"health"})\` says what is connected and what to do next.
2. \`interact({action:"navigate", url:"http://localhost:3000"})\` opens the page; everything it does is recorded from its first script on.
3. \`observe({what:"error_bundles"})\` shows each error with the requests, actions and log lines around it.
4. \`interact({action:"list_interactive"})\` gives selectors; \`interact({action:"click", selector:"text=Save"})\` uses one.
5. \`observe({what:"timeline"})\` tells the whole story, newest first.
`;

export const GUIDE = `# Guide

## Tools
- \`observe\`: read what was seen. Lists are short, newest first, and give ids: \`error_id\` and \`request_id\` fetch one in full.
- \`analyze\`: make sense of it: \`analyze({what:"error_clusters"})\`, \`analyze({what:"dom", selector:"#save"})\`.
- \`configure\`: health, stored data, noise, streaming, tests, recordings, audit.
- \`interact\`: act on a page with trusted input.

## Lists and cursors
A cursor is \`<time>:<sequence>\` and stays good across eviction and restart.
- \`after_cursor\`: older than it. \`metadata.after_cursor\` of an answer leads to the next older page.
- \`before_cursor\`: newer than it. \`metadata.before_cursor\` leads to newer ones.
- \`since_cursor\`: newer or equal, all of them whatever the page size.
- A cursor whose items are gone is \`cursor_expired\`; with \`restart_on_eviction:true\` the list goes on from the oldest item left.

\`\`\`js
observe({what:"logs", min_level:"warn", limit:20})
observe({what:"network_waterfall", status_min:400})
observe({what:"network_bodies", url:"/api/orders", body_path:"items[0].price"})
\`\`\`

## Noise
Built-in rules hide what every project says. \`metadata.filtered_count\` tells how much; \`include_noise:true\` shows it. \`configure({action:"noise_rule", noise_action:"auto_detect"})\` proposes more; \`configure({action:"noise_rule", pattern:"^heartbeat"})\` hides one kind at once.

## Commands
\`interact\` waits up to 15 s. With \`background:true\` (or \`sync:false\`, \`wait:false\`) it answers at once with a \`correlation_id\`; \`observe({what:"command_result", correlation_id:"…"})\` tells how it ended: pending, complete, error, expired or timeout. Commands for one tab run in order.

## Selectors
CSS, \`text=\`, \`role=\`, \`label=\`, \`placeholder=\`, \`aria-label=\`, \`host >>> inner\`, \`:nth-match(n)\`, refs of a snapshot and Playwright locators. One element in one frame is meant; several are refused.

## Tests and recordings
\`configure({action:"test_boundary_start", test_id:"checkout"})\` tags everything until \`test_boundary_end\`; then \`observe({what:"errors", test_id:"checkout"})\`.
\`configure({action:"recording_start"})\`, \`recording_stop\`, \`playback\`, \`log_diff\` record, repeat and compare.
`;

/** By capability and level. */
export const PLAYBOOKS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  performance: {
    quick: `# Performance, quick

1. \`interact({action:"refresh"})\`: \`perf_diff\` says whether the load became better or worse.
2. \`observe({what:"vitals"})\`: LCP, CLS, INP, FCP, TTFB with their causes.
3. \`observe({what:"network_waterfall", limit:20})\`: what took long.
`,
    full: `# Performance, full

1. \`configure({action:"diff_sessions", session_action:"capture", name:"before"})\`.
2. \`interact({action:"navigate", url:"…"})\` the pages in question, each twice: the second answer compares.
3. \`observe({what:"vitals"})\` for each; look at \`attribution\`.
4. \`observe({what:"network_waterfall"})\`: large transfers, late starts, missing caches.
5. \`observe({what:"timeline", include:["actions","network","vitals"]})\`: what an action set off.
6. Change something, repeat, then \`configure({action:"diff_sessions", session_action:"compare", compare_a:"before"})\`.
`,
  },
  accessibility: {
    quick: `# Accessibility, quick

1. \`interact({action:"list_interactive"})\`: an empty \`label\` is an element without a name.
2. \`interact({action:"key_press", text:"Tab"})\` a few times, with \`observe({what:"screenshot"})\` between: is the focus to be seen?
3. \`observe({what:"logs", source:"issue"})\`: what the browser itself complains of.
`,
    full: `# Accessibility, full

1. \`interact({action:"list_interactive"})\` on every page: names, roles, labels.
2. Walk through the page by keyboard only: \`interact({action:"key_press", text:"Tab"})\`, \`Enter\`, \`Escape\`.
3. \`interact({action:"click", selector:"role=button[name=\\"Save\\"]"})\`: what roles and names find, assistive technology finds.
4. \`observe({what:"screenshot", full_page:true})\`: contrast and size by eye.
5. \`configure({action:"recording_start"})\` before, \`playback\` after a change: nothing that was reachable is lost.
`,
  },
  security: {
    quick: `# Security, quick

1. \`observe({what:"logs", source:"security"})\` and \`observe({what:"logs", source:"csp"})\`.
2. \`observe({what:"network_waterfall", url:"http://"})\`: what goes without encryption.
3. \`observe({what:"network_waterfall", request_id:1})\` of a document (its id from the list): headers and cookies it sets.
`,
    full: `# Security, full

1. \`observe({what:"network_waterfall"})\`, then \`request_id\` for each document: security headers, \`set_cookies\` without HttpOnly, Secure or SameSite.
2. \`observe({what:"network_bodies", body_key:"token"})\` and the like: secrets where they do not belong.
3. \`observe({what:"network_bodies", status_min:400})\`: what errors give away.
4. \`observe({what:"websocket_events"})\`: what goes over sockets.
5. \`configure({action:"audit_log"})\`: what agents did.
`,
  },
};

export const ALIASES: Readonly<Record<string, string>> = {
  performance_analysis: 'performance',
  accessibility_audit: 'accessibility',
  security_audit: 'security',
};

export const DEMOS: Readonly<Record<string, string>> = {
  ws: `# Demo: sockets

\`\`\`js
observe({what:"websocket_status"})
observe({what:"websocket_events", direction:"incoming", limit:20})
observe({what:"websocket_events", connection_id:"…"})
\`\`\`
`,
  recording: `# Demo: record, repeat, compare

\`\`\`js
configure({action:"recording_start", name:"checkout", url:"http://localhost:3000"})
interact({action:"click", selector:"text=Buy"})
configure({action:"recording_stop"})
configure({action:"playback", recording_id:"checkout"})
configure({action:"log_diff", original_id:"checkout-…", replay_id:"play_…"})
observe({what:"playback_results", recording_id:"checkout"})
\`\`\`
`,
  dependencies: `# Demo: who is talked to

\`\`\`js
observe({what:"network_waterfall", limit:200, include_noise:true})
observe({what:"network_bodies", url:"api."})
\`\`\`
`,
  annotations: `# Demo: point at something

\`\`\`js
interact({action:"highlight", selector:"text=Total", duration_ms:10000})
interact({action:"subtitle", text:"This number is wrong"})
observe({what:"screenshot"})
\`\`\`
`,
};
