import { z } from 'zod';
import { judgePolicy } from '../../../engines/browser/judge-policy.ts';
import { defineMode, type TelemetryDeps } from '../deps.ts';
import { deliverReply } from './deliver.ts';
import { address, policyArguments, saveTo } from './generate-arguments.ts';
import { POLICY_MODES, policyOf } from './policy.ts';
import { type SiteParts, siteParts } from './site-parts.ts';

const REPORTS = '/csp-report';

export const csp = defineMode({
  summary: 'Policy that allows what the site loaded.',
  input: z.object({
    mode: z.enum(POLICY_MODES).default('moderate'),
    ...policyArguments,
    ...address,
    ...saveTo,
  }),
  async run(call) {
    const { args, deps } = call;
    const site = await siteParts(call);
    const { mode, include_report_uri: isReported = false } = args;
    const excluded = (args.exclude_origins ?? []).map((one) => URL.parse(one)?.origin ?? one);
    const policy = policyOf(site, {
      mode,
      excluded,
      reportUri: isReported ? REPORTS : undefined,
      ...(await textsOf(deps, site)),
    });
    const findings = await judgePolicy(policy.text);
    const grave = findings.filter(({ severity }) => severity === 'high').length;
    const header = `Content-Security-Policy${mode === 'report_only' ? '-Report-Only' : ''}`;
    const origins = new Set(site.requests.flatMap(({ data }) => URL.parse(data.url)?.origin ?? []));
    return deliverReply(
      call,
      { name: 'policy.txt', key: 'policy', pieces: policy.text },
      `${header} for ${site.origin}, from ${site.requests.length} requests; ${grave} grave findings`,
      {
        status: 'ok',
        mode,
        header,
        origin: site.origin,
        directives: Object.fromEntries(
          Object.entries(policy.directives).map(([name, values]) => [name, values.join(' ')]),
        ),
        origins_observed: origins.size,
        findings,
        warnings: [
          ...policy.warnings,
          ...(site.changed > 0
            ? [
                `${site.changed} documents are not kept as they came (secrets hidden, or too long): their inline scripts are allowed only as far as the open page has them.`,
              ]
            : []),
          ...(mode === 'report_only'
            ? []
            : ['Try it as report_only first: what was not walked through is not allowed.']),
        ],
      },
    );
  },
});

const MOST_TEXTS = 500;

/** Of what came as files; scripts of the documents themselves are among theirs. */
async function textsOf({ store }: TelemetryDeps, { requests, documents }: SiteParts) {
  const texts = {
    script: documents.flatMap(({ scripts, handlers }) => [...scripts, ...handlers]),
    stylesheet: [] as string[],
  };
  for (const { data } of requests.filter(({ data }) => data.type in texts).slice(-MOST_TEXTS)) {
    const { responseBody: body } = data;
    const bytes = body && !('withheld' in body) ? await store.getBody(body) : undefined;
    if (bytes) texts[data.type as keyof typeof texts].push(Buffer.from(bytes).toString());
  }
  return { scripts: texts.script, styles: texts.stylesheet };
}
