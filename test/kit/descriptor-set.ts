/** The descriptor set of a small service, as protoc would write it for shop.proto. */
import { create, toBinary } from '@bufbuild/protobuf';
import {
  FieldDescriptorProto_Label,
  FieldDescriptorProto_Type,
  FileDescriptorSetSchema,
} from '@bufbuild/protobuf/wkt';

export function descriptorSet(): Uint8Array {
  const label = FieldDescriptorProto_Label.OPTIONAL;
  const { STRING, INT32 } = FieldDescriptorProto_Type;
  const field = [
    { name: 'user_name', jsonName: 'userName', number: 1, label, type: STRING },
    { name: 'count', jsonName: 'count', number: 2, label, type: INT32 },
  ];
  const method = ['Add', 'Watch'].map((name) => ({
    name,
    inputType: '.shop.Item',
    outputType: '.shop.Item',
  }));
  const file = {
    name: 'shop.proto',
    package: 'shop',
    syntax: 'proto3',
    messageType: [{ name: 'Item', field }],
    service: [{ name: 'Cart', method }],
  };
  return toBinary(FileDescriptorSetSchema, create(FileDescriptorSetSchema, { file: [file] }));
}
