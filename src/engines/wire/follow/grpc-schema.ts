import { createFileRegistry, createRegistry, fromBinary, toJson } from '@bufbuild/protobuf';
import { FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';
import type { ReadMessage } from '../decode/grpc/call.ts';

/**
 * Reads messages of gRPC by descriptor sets, as `protoc --descriptor_set_out` and `buf build -o` write them. Fails where
 * the bytes are none.
 */
export function readerBySchema(files: readonly Uint8Array[]): ReadMessage {
  const registry = createRegistry(
    ...files.map((bytes) => createFileRegistry(fromBinary(FileDescriptorSetSchema, bytes))),
  );
  return (path, side, bytes) => {
    const [, service = '', name] = /^\/([^/]+)\/([^/]+)$/.exec(path) ?? [];
    const method = registry.getService(service)?.methods.find((one) => one.name === name);
    if (!method) return undefined;
    const type = side === 'request' ? method.input : method.output;
    try {
      return JSON.stringify(toJson(type, fromBinary(type, bytes), { registry, useProtoFieldName: true }));
    } catch {
      return undefined; // another version of it: shown by wire types
    }
  };
}
