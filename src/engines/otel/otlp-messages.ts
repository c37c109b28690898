/**
 * The messages of OTLP 1.x as far as they are read. Resource groups, scope groups and their items have the same field
 * numbers for all three signals. Items are declared as bytes, which look the same on the wire as messages do: so each
 * is decoded by itself, others get their turn in between, and a broken one does not take the rest with it.
 */
import { create, createFileRegistry, type DescMessage } from '@bufbuild/protobuf';
import {
  type FieldDescriptorProto_Label,
  type FieldDescriptorProto_Type,
  FileDescriptorProtoSchema,
} from '@bufbuild/protobuf/wkt';

/** Numbers of protobuf's own types. */
const TYPES = {
  double: 1,
  int64: 3,
  int32: 5,
  fixed64: 6,
  bool: 8,
  string: 9,
  message: 11,
  bytes: 12,
  uint32: 13,
  sfixed64: 16,
} as const;

/** `NUMBER NAME TYPE`, where a type with a capital is a message; `[]` behind it: several; `?`: one of these. */
const MESSAGES: Readonly<Record<string, string>> = {
  Request: '1 resource_groups bytes[]',
  ResourceGroup: '1 resource Resource, 2 scope_groups bytes[]',
  Resource: '1 attributes KeyValue[]',
  ScopeGroup: '1 scope Scope, 2 items bytes[]',
  Scope: '1 name string, 2 version string',
  KeyValue: '1 key string, 2 value AnyValue',
  AnyValue:
    '1 string_value string?, 2 bool_value bool?, 3 int_value int64?, 4 double_value double?, 5 array_value Values?, 6 kvlist_value Pairs?, 7 bytes_value bytes?',
  Values: '1 values AnyValue[]',
  Pairs: '1 values KeyValue[]',
  Span: '1 trace_id bytes, 2 span_id bytes, 4 parent_span_id bytes, 5 name string, 6 kind int32, 7 start_time_unix_nano fixed64, 8 end_time_unix_nano fixed64, 9 attributes KeyValue[], 11 events Event[], 13 links Link[], 15 status Status',
  Event: '1 time_unix_nano fixed64, 2 name string, 3 attributes KeyValue[]',
  Link: '1 trace_id bytes, 2 span_id bytes',
  Status: '2 message string, 3 code int32',
  LogRecord:
    '1 time_unix_nano fixed64, 2 severity_number int32, 3 severity_text string, 5 body AnyValue, 6 attributes KeyValue[], 9 trace_id bytes, 10 span_id bytes, 11 observed_time_unix_nano fixed64, 12 event_name string',
  Metric:
    '1 name string, 3 unit string, 5 gauge Numbers?, 7 sum Numbers?, 9 histogram Histograms?, 10 exponential_histogram Exponentials?, 11 summary Summaries?',
  Numbers: '1 data_points Number[]',
  Histograms: '1 data_points Histogram[]',
  Exponentials: '1 data_points Exponential[]',
  Summaries: '1 data_points Summary[]',
  Number: '3 time_unix_nano fixed64, 4 as_double double?, 6 as_int sfixed64?, 7 attributes KeyValue[]',
  Histogram:
    '3 time_unix_nano fixed64, 4 count fixed64, 5 sum double, 9 attributes KeyValue[], 11 min double, 12 max double',
  Exponential:
    '1 attributes KeyValue[], 3 time_unix_nano fixed64, 4 count fixed64, 5 sum double, 12 min double, 13 max double',
  Summary: '3 time_unix_nano fixed64, 4 count fixed64, 5 sum double, 7 attributes KeyValue[]',
  Response: '1 partial_success PartialSuccess',
  PartialSuccess: '1 rejected int64, 2 error_message string',
  Failure: '1 code int32, 2 message string',
};

type MessageName = 'Request' | 'ResourceGroup' | 'ScopeGroup' | 'Span' | 'LogRecord' | 'Metric';

const PACKAGE = 'otlp';
const ONE = 1 as FieldDescriptorProto_Label;
const SEVERAL = 3 as FieldDescriptorProto_Label;

const registry = createFileRegistry(
  create(FileDescriptorProtoSchema, {
    name: 'otlp.proto',
    package: PACKAGE,
    syntax: 'proto3',
    messageType: Object.entries(MESSAGES).map(([name, fields]) => ({
      name,
      field: fields.split(', ').map(fieldOf),
      oneofDecl: fields.includes('?') ? [{ name: 'choice' }] : [],
    })),
  }),
  () => undefined,
);

function fieldOf(line: string) {
  const [number, name = '', kind = ''] = line.split(' ');
  const bare = kind.replace(/\[\]|\?/, '');
  const isMessage = /^[A-Z]/.test(bare);
  return {
    name,
    jsonName: name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
    number: Number(number),
    label: kind.endsWith('[]') ? SEVERAL : ONE,
    type: TYPES[isMessage ? 'message' : (bare as keyof typeof TYPES)] as FieldDescriptorProto_Type,
    ...(isMessage && { typeName: `.${PACKAGE}.${bare}` }),
    ...(kind.endsWith('?') && { oneofIndex: 0 }),
  };
}

export function messageOf(name: MessageName | 'Response' | 'Failure'): DescMessage {
  return registry.getMessage(`${PACKAGE}.${name}`)!;
}
