/** Walks binary messages without decoding them: a few bytes can stand for thousands of objects. */
import type { DescMessage } from '@bufbuild/protobuf';
import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';

/** As deep as protobuf itself goes. */
const MOST_DEPTH = 100;

/** What stands in a message under that number, one after the other. */
export function* fieldsOf(message: Uint8Array, wanted: number): Generator<Uint8Array> {
  const reader = new BinaryReader(message);
  while (reader.pos < reader.len) {
    const [number, type] = reader.tag();
    if (number === wanted && type === WireType.LengthDelimited) yield reader.bytes();
    else reader.skip(type, number);
  }
}

/** Throws where a message has more fields than that, with those of the messages in it. */
export function checkFields(desc: DescMessage, message: Uint8Array, most: number): void {
  let left = most;
  const walk = (of: DescMessage, bytes: Uint8Array, depth: number): void => {
    if (depth > MOST_DEPTH) throw new Error('it is nested too deeply');
    const reader = new BinaryReader(bytes);
    while (reader.pos < reader.len) {
      const [number, type] = reader.tag();
      if (--left < 0) throw new Error(`it has more than ${most} fields`);
      const inner = of.fields.find((field) => field.number === number)?.message;
      if (inner && type === WireType.LengthDelimited) walk(inner, reader.bytes(), depth + 1);
      else reader.skip(type, number);
    }
  };
  walk(desc, message, 0);
}
