/**
 * What passed on the wire as a person thinks of it: one request with its answer, one query with its rows, one command
 * with its reply. Secrets are hidden, and long texts cut, before it is recorded.
 */
import { z } from 'zod';

/** Where a trace context was found: in a header (HTTP, gRPC), or in a comment of the statement (sqlcommenter). */
const traceFound = z.object({
  from: z.enum(['traceparent', 'sqlcommenter']),
  /** 32 hex digits. */
  traceId: z.string(),
  /** 16 hex digits: the caller's span, so the parent of what the service does. */
  spanId: z.string(),
});

export const exchangeData = z.object({
  /**
   * Unique in the record: the connection's id, a dot, and a number from 1 on. What still ran when it was recorded
   * (`state` running) is told once more under the same id when it is over: the later item counts.
   */
  exchangeId: z.string(),
  /** What is spoken, by the name of its decoder; calls of gRPC have that name instead. */
  protocol: z.string(),
  /** What it is there: request, call, message, query, prepare, copy, cancel, login, command, push, … */
  kind: z.string(),
  /** The local port of the rule that it came by. */
  port: z.int(),
  /** The id of its flow (ConnID); `where.connection` says the same. */
  connection: z.string(),
  /** Both ends, as HOST:PORT. */
  client: z.string(),
  target: z.string(),
  /**
   * running: no end yet, `ms` is so far. done: answered. failed: answered with an error, which `error` says. lost: the
   * connection, or what we could follow of it, was over before the answer.
   */
  state: z.enum(['running', 'done', 'failed', 'lost']),
  /** First byte of the question, in microseconds since the epoch. The item's own time is the end, or when it was told. */
  startTime: z.number(),
  /** From the first byte of the question to the last of the answer. */
  ms: z.number(),
  /** From the last byte of the question to the first of the answer. */
  waitMs: z.number().optional(),
  /** The whole question in words: "GET /cart?page=2", the SQL as sent, "HGETALL cart:7", "/shop.Cart/Add". */
  question: z.string(),
  /** How long the question is where `question` was cut. */
  questionLength: z.int().optional(),
  /** Values that were sent beside the text of a statement, or the fields of a gRPC message as JSON; null is NULL. */
  parameters: z.array(z.string().nullable()).optional(),
  /**
   * The question without its values, so that the same one with others counts as the same: SQL with ? for literals,
   * "GET /users/:id", "GET cart:?". For grouping.
   */
  statement: z.string(),
  /** Of HTTP and gRPC. `url` is absolute; the host is the one that the client named. */
  method: z.string().optional(),
  url: z.string().optional(),
  /** Headers that tell one request from another, in small letters; none that carries credentials. */
  headers: z.array(z.tuple([z.string(), z.string()])).optional(),
  /** Of a WebSocket message or a push: up is from the client. */
  direction: z.enum(['up', 'down']).optional(),
  /** The answer in a line: "200 OK application/json", "SELECT 3: id=1 name=Ann", "OK". */
  result: z.string().optional(),
  /** Rows that came back, and rows that were changed. */
  rows: z.int().optional(),
  affected: z.int().optional(),
  /** On the wire, with all framing. */
  bytesUp: z.int(),
  bytesDown: z.int(),
  /** HTTP's status, gRPC's status, MySQL's error number. */
  status: z.int().optional(),
  /** What went wrong, in the answerer's words, and its code there: 23505, WRONGTYPE, ER_DUP_ENTRY, NOT_FOUND. */
  error: z.string().optional(),
  errorCode: z.string().optional(),
  /** How the connection stands after it, where the protocol tells: no transaction, in one, in one that has failed. */
  transaction: z.enum(['idle', 'open', 'failed']).optional(),
  /** The same for all that ran in one transaction: the connection's id, "t", and a number. */
  transactionId: z.string().optional(),
  /** The name of the prepared statement that it ran; empty for the unnamed one. */
  prepared: z.string().optional(),
  /** It was asked before the answers to earlier ones on its connection had come, so `ms` holds their time, too. */
  isPipelined: z.literal(true).optional(),
  /** A cancel that was sent for it, or that it is: the server process that it names. */
  process: z.int().optional(),
  /** Trace contexts found in it. */
  traces: z.array(traceFound).optional(),
  /**
   * Marks of values that it asked with and was answered, by which exchanges that share one are known: three characters
   * each, one for the place and two for the value. No value can be read from them.
   */
  values: z.string().optional(),
  /** Numbers of its first and last message in `wire_flow` of the connection. */
  firstMessage: z.int(),
  lastMessage: z.int(),
});
