import { z } from 'zod';

/** HAR 1.2 (W3C draft), strict: only the fields of the specification and those with an underscore we declare. */
const comment = z.string().optional();
const nameValue = z.strictObject({ name: z.string(), value: z.string(), comment });
const iso = z.iso.datetime();
const cookie = z.strictObject({
  name: z.string(),
  value: z.string(),
  path: z.string().optional(),
  domain: z.string().optional(),
  expires: iso.optional(),
  httpOnly: z.boolean().optional(),
  secure: z.boolean().optional(),
  sameSite: z.string().optional(),
  comment,
});
const size = z.int().min(-1);
const part = z.number().min(-1);
const request = z.strictObject({
  method: z.string().min(1),
  url: z.string().min(1),
  httpVersion: z.string(),
  cookies: z.array(cookie),
  headers: z.array(nameValue),
  queryString: z.array(nameValue),
  postData: z
    .strictObject({
      mimeType: z.string(),
      params: z.array(
        z.strictObject({
          name: z.string(),
          value: z.string().optional(),
          fileName: z.string().optional(),
          contentType: z.string().optional(),
          comment,
        }),
      ),
      text: z.string(),
      comment,
      _encoding: z.literal('base64').optional(),
    })
    .optional(),
  headersSize: size,
  bodySize: size,
  comment,
});
const response = z.strictObject({
  status: z.int().min(0),
  statusText: z.string(),
  httpVersion: z.string(),
  cookies: z.array(cookie),
  headers: z.array(nameValue),
  content: z.strictObject({
    size: z.int().min(0),
    compression: z.int().optional(),
    mimeType: z.string(),
    text: z.string().optional(),
    encoding: z.literal('base64').optional(),
    comment,
  }),
  redirectURL: z.string(),
  headersSize: size,
  bodySize: size,
  comment,
  _error: z.string().optional(),
  _transferSize: z.int().min(0).optional(),
});
const entry = z.strictObject({
  pageref: z.string().optional(),
  startedDateTime: iso,
  time: z.number().min(0),
  request,
  response,
  cache: z.strictObject({}),
  timings: z.strictObject({
    blocked: part,
    dns: part,
    connect: part,
    send: z.number().min(0),
    wait: z.number().min(0),
    receive: z.number().min(0),
    ssl: part,
    comment,
  }),
  serverIPAddress: z.string().optional(),
  connection: z.string().optional(),
  comment,
  _resourceType: z.string().optional(),
  _priority: z.string().optional(),
  _initiator: z
    .strictObject({ type: z.string(), url: z.string().optional(), lineNumber: z.int().min(0).optional() })
    .optional(),
  _fromCache: z.enum(['memory', 'disk']).optional(),
  _webSocketMessages: z
    .array(
      z.strictObject({
        type: z.enum(['send', 'receive']),
        time: z.number(),
        opcode: z.int(),
        data: z.string(),
      }),
    )
    .optional(),
});
const program = z.strictObject({ name: z.string(), version: z.string(), comment });
export const harSchema = z.strictObject({
  log: z.strictObject({
    version: z.literal('1.2'),
    creator: program,
    browser: program.optional(),
    pages: z
      .array(
        z.strictObject({
          startedDateTime: iso,
          id: z.string(),
          title: z.string(),
          pageTimings: z.strictObject({ onContentLoad: part, onLoad: part, comment }),
          comment,
        }),
      )
      .optional(),
    entries: z.array(entry),
    comment,
  }),
});
