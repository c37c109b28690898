/** What the keys of a vendor look like: how they begin, what they consist of, and how long the rest is at least. */
export interface KeyShape {
  readonly prefix: string;
  readonly body: KeyBody;
  readonly least: number;
  /** The prefix alone proves little: the rest must look like chance. */
  readonly doubtful: boolean;
}

/** Characters of a key: hexadecimal, letters and digits, those of a URL, also with points or dollars, base64, paths. */
export type KeyBody = 'hex' | 'plain' | 'url' | 'dotted' | 'dollar' | 'hook' | 'base64' | 'path';

export const KEY_BODIES: Readonly<Record<KeyBody, string>> = {
  hex: '[0-9a-fA-F]',
  plain: '[A-Za-z0-9]',
  url: '[\\w-]',
  dotted: '[\\w.=-]',
  dollar: '[\\w$]',
  hook: '[\\w:%-]',
  base64: '[\\w/+=%-]',
  path: '[\\w/+=.@%-]',
};

/** Each line: the characters, how many at least, and the prefixes that they follow; a question mark for doubtful ones. */
const TABLE: readonly (readonly [body: KeyBody, least: number, prefixes: string])[] = [
  [
    'plain',
    16,
    'AKIA ASIA ABIA ACCA A3T sk_live_ sk_test_ sk_prod_ rk_live_ rk_test_ rk_prod_ pk_live_ pk_test_',
  ],
  ['plain', 16, 'whsec_ sm_aat_ sm_pat_ sm_sat_ AC_live_ oy2?'],
  [
    'plain',
    20,
    'LTAI? API-? lin_oauth_ sntryu_ phx_ phc_ nvapi- tvly- fc- vcp_ vck_ vca_ shippo_live_ shippo_test_',
  ],
  [
    'plain',
    27,
    'NRAK- hf_ api_org_ pplx- npm_ pnu_ gsk_ r8_ lin_api_ ntn_ secret_? ico- csb_v1_ ghp_ gho_ ghs_ ghu_ ghr_',
  ],
  ['plain', 36, '4b1d? AKCp? cmVmd? EZAK EZTK CLOJARS_ EAAM EAAC EAAB fw_? xai-'],
  ['plain', 70, 'rdme_'],
  ['plain', 28, 'BBFF- ak_live_ alcht_ ion_? odt_ ramp_sec_ sqco_ pgar_ flb_live_ NRBR- sk_pr_'],
  ['hex', 28, 'pri_ rootly_ slk_ bb_ma_ bb_pr_ thog-secret-'],
  ['plain', 14, 'rzp_live_ rzp_test_'],
  ['base64', 32, 'glc_'],
  ['base64', 70, 'ABSK ops_ ATATT3 ATCTT3 fm1a_ fm1r_ fm2_'],
  [
    'url',
    18,
    'gldt- glcbt- glft- glsoat- glffct- glimt- glagent- gloas- glptt- GR1348941 xoxe- aio_ sk-or-v1-',
  ],
  [
    'url',
    20,
    'sk-ant- sk-proj- sk-svcacct- sk-admin- xoxb- xoxp- xoxa- xoxr- xoxs- xoxo- xapp- dckr_pat_ dckr_oat_ sq0atp-',
  ],
  [
    'url',
    30,
    'A3-? lsv2_pt_ lsv2_sk_ pcsk_ napi_ hcaik_ hcbik_ hcxik_ secret-live- secret-test- IGQV IGAA y0_ 1//0',
  ],
  ['url', 24, 'figp_ shltm_ mdb_sa_sk_ ptr_? salad_cloud_ sec-c- sub-c- pk-lf- sk-lf- rh-api- NRIQ-'],
  ['base64', 60, 'tkn.v1_'],
  ['base64', 40, 'PHNhbWxw SWMKEY-1- SWMTKN-1-'],
  ['url', 30, 'llx- tgp_v1_ glwt- glrtr- PMAT- akab- HRKU- amzn.mws.'],
  ['url', 20, 'xoxc- xoxd- rnd_ 0x4AAAAAAA WPL_AP1. secret-token:'],
  ['plain', 30, 'oauth: cio? pk_? AKID? BBDC-'],
  ['plain', 70, 'xprv yprv zprv tprv'],
  ['base64', 60, 'AAAAAAAAAAAAAAAAAAAAA? vercel_blob_rw_'],
  ['hex', 36, 'ck_ cs_ e2b_ ES_'],
  ['plain', 24, 'sk_?'],
  ['url', 40, 'os_v2_app_ APA91b'],
  ['plain', 54, 'SUA? SAA? SOA? SXA? SCA? SNA?'],
  ['dotted', 60, 'grub.pbkdf2.'],
  ['url', 20, 'sq0csp- CFPAT- CCIPAT_ CCIPRJ_ ATBB nfp_ nfc_ nfo_ tskey- hvs. hvb. tk-us- sgp_ bkua_ bkpi_'],
  [
    'url',
    20,
    'GOCSPX- PMAK- figd_ figu_ fo1_ pul- rubygems_ duffel_live_ duffel_test_ FLWSECK_TEST- FLWSECK- FLWPUBK_TEST-',
  ],
  [
    'url',
    20,
    'sqa_ sqp_ squ_ patf_ dnkey- fio-u- tfp_ p8e- s-s4t2ud- s-s4t2af- HRKU-AA NRII- NRJS- pat-na1- pat-eu1- pypi-',
  ],
  [
    'url',
    22,
    'EAAA? glsa_ AQVN? LSIO-? tapd_ zpka_ asat_ rpa_ key-? pubkey-? re_? vercel_ turso_ upstash_ neon_ sub_',
  ],
  [
    'url',
    24,
    'ya29. AIza access-sandbox- access-development- access-production- sntrys_ sdk-? mob-? api-? v1.0- sk-?',
  ],
  [
    'url',
    40,
    'sha256~ AGE-SECRET-KEY-1 edgeKey_ ddapi_ ddapp_ cfut_ cfat_ cfk_ sbp_ sb_secret_ sb_publishable_ hooks_',
  ],
  [
    'url',
    22,
    'pscale_tkn_ pscale_pw_ pscale_oauth_ github_pat_ xkeysib- xsmtpsib- postmark_ EZ_ bedrock-api-key- dsn_?',
  ],
  [
    'hex',
    28,
    'dapi dop_v1_ doo_v1_ dor_v1_ shpat_ shpca_ shppa_ shpss_ shprt_ SK? live_? test_? sgp_local_ ddw_',
  ],
  [
    'dotted',
    40,
    'SG. dp.pt. dp.st. dp.sa. dp.ct. dp.scim. dp.audit. dt0c01. dt0s01. dt0s02. sl. sl.u. t1. xoxe.xoxp- xoxe.xoxb-',
  ],
  ['dotted', 18, 'glpat- glrt-'],
  ['hook', 30, 'api.telegram.org/bot'],
  ['hook', 42, 'bot?'],
  ['dollar', 30, 'access_token$production$ access_token$sandbox$'],
  ['dotted', 60, 'pat.? sat.? authress_? sc_? ext_? scauth_? pk.eyJ sk.eyJ tk.eyJ kc_live_ eyJrIjoi'],
  ['path', 20, 'infura.io/v3/ g.alchemy.com/v2/ api.telegram.org/file/bot hooks.zapier.com%2F'],
  [
    'path',
    20,
    'hooks.slack.com/ discord.com/api/webhooks/ discordapp.com/api/webhooks/ webhook.office.com/ hooks.zapier.com/',
  ],
  [
    'path',
    20,
    'hooks.slack.com%2F discord.com%2Fapi%2Fwebhooks%2F outlook.office.com/webhook/ chat.googleapis.com/v1/spaces/',
  ],
];

export const KEY_SHAPES: readonly KeyShape[] = TABLE.flatMap(([body, least, prefixes]) =>
  prefixes.split(' ').map((word) => {
    const doubtful = word.endsWith('?');
    return { prefix: doubtful ? word.slice(0, -1) : word, body, least, doubtful };
  }),
);
