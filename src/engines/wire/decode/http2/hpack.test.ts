import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HpackDecoder } from './hpack.ts';
import { huffmanDecode } from './huffman.ts';

const hex = (text: string) => Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex'));
const pairs = (...lines: string[]) =>
  lines.map((line) => {
    const at = line.indexOf(': ');
    return [line.slice(0, at), line.slice(at + 2)];
  });

const REQUESTS = [
  pairs(':method: GET', ':scheme: http', ':path: /', ':authority: www.example.com'),
  pairs(
    ':method: GET',
    ':scheme: http',
    ':path: /',
    ':authority: www.example.com',
    'cache-control: no-cache',
  ),
  pairs(
    ':method: GET',
    ':scheme: https',
    ':path: /index.html',
    ':authority: www.example.com',
    'custom-key: custom-value',
  ),
];

const date = 'date: Mon, 21 Oct 2013 20:13:21 GMT';
const location = 'location: https://www.example.com';
const cookie = 'set-cookie: foo=ASDJKHQKBZXOQWEOPIUAXQWEOIU; max-age=3600; version=1';
const RESPONSES = [
  pairs(':status: 302', 'cache-control: private', date, location),
  pairs(':status: 307', 'cache-control: private', date, location),
  pairs(
    ':status: 200',
    'cache-control: private',
    date.replace(':21 GMT', ':22 GMT'),
    location,
    'content-encoding: gzip',
    cookie,
  ),
];

// RFC 7541, appendix C.3 to C.6.
const VECTORS: [name: string, table: number, blocks: string[], expected: string[][][], sizes: number[]][] = [
  [
    'requests without Huffman',
    4096,
    [
      '8286 8441 0f77 7777 2e65 7861 6d70 6c65 2e63 6f6d',
      '8286 84be 5808 6e6f 2d63 6163 6865',
      '8287 85bf 400a 6375 7374 6f6d 2d6b 6579 0c63 7573 746f 6d2d 7661 6c75 65',
    ],
    REQUESTS,
    [57, 110, 164],
  ],
  [
    'requests with Huffman',
    4096,
    [
      '8286 8441 8cf1 e3c2 e5f2 3a6b a0ab 90f4 ff',
      '8286 84be 5886 a8eb 1064 9cbf',
      '8287 85bf 4088 25a8 49e9 5ba9 7d7f 8925 a849 e95b b8e8 b4bf',
    ],
    REQUESTS,
    [57, 110, 164],
  ],
  [
    'responses without Huffman, with eviction',
    256,
    [
      '4803 3330 3258 0770 7269 7661 7465 611d 4d6f 6e2c 2032 3120 4f63 7420 3230 3133 2032 303a 3133 3a32 3120 474d 546e 1768 7474 7073 3a2f 2f77 7777 2e65 7861 6d70 6c65 2e63 6f6d',
      '4803 3330 37c1 c0bf',
      '88c1 611d 4d6f 6e2c 2032 3120 4f63 7420 3230 3133 2032 303a 3133 3a32 3220 474d 54c0 5a04 677a 6970 7738 666f 6f3d 4153 444a 4b48 514b 425a 584f 5157 454f 5049 5541 5851 5745 4f49 553b 206d 6178 2d61 6765 3d33 3630 303b 2076 6572 7369 6f6e 3d31',
    ],
    RESPONSES,
    [222, 222, 215],
  ],
  [
    'responses with Huffman, with eviction',
    256,
    [
      '4882 6402 5885 aec3 771a 4b61 96d0 7abe 9410 54d4 44a8 2005 9504 0b81 66e0 82a6 2d1b ff6e 919d 29ad 1718 63c7 8f0b 97c8 e9ae 82ae 43d3',
      '4883 640e ffc1 c0bf',
      '88c1 6196 d07a be94 1054 d444 a820 0595 040b 8166 e084 a62d 1bff c05a 839b d9ab 77ad 94e7 821d d7f2 e6c7 b335 dfdf cd5b 3960 d5af 2708 7f36 72c1 ab27 0fb5 291f 9587 3160 65c0 03ed 4ee5 b106 3d50 07',
    ],
    RESPONSES,
    [222, 222, 215],
  ],
];

for (const [name, table, blocks, expected, sizes] of VECTORS) {
  test(`RFC 7541: ${name}`, () => {
    const decoder = new HpackDecoder();
    // The examples with eviction presume a table of 256 bytes, which a size update sets.
    if (table === 256) decoder.decode(hex('3fe101'));
    for (const [at, block] of blocks.entries()) {
      assert.deepEqual(decoder.decode(hex(block)), expected[at]);
      assert.equal(decoder.tableSize, sizes[at]);
    }
  });
}

test('RFC 7541, C.2: the four ways to write a field', () => {
  const decoder = new HpackDecoder();
  const block = hex('400a 6375 7374 6f6d 2d6b 6579 0d63 7573 746f 6d2d 6865 6164 6572');
  assert.deepEqual(decoder.decode(block), [['custom-key', 'custom-header']]);
  assert.equal(decoder.tableSize, 55);
  assert.deepEqual(decoder.decode(hex('040c 2f73 616d 706c 652f 7061 7468')), [[':path', '/sample/path']]);
  assert.deepEqual(decoder.decode(hex('1008 7061 7373 776f 7264 0673 6563 7265 74')), [
    ['password', 'secret'],
  ]);
  assert.deepEqual(decoder.decode(hex('82')), [[':method', 'GET']]);
  assert.equal(decoder.tableSize, 55);
});

test('what breaks the rules is refused', () => {
  const refused = (block: string, reason: RegExp) =>
    assert.throws(() => new HpackDecoder().decode(hex(block)), reason);
  refused('80', /index 0/);
  refused('be', /index 62/);
  refused('40', /ends too early/);
  refused('400a 63', /ends too early/);
  refused('3f e2 1f', /table size 4097/);
  refused('ff ff ff ff ff ff ff ff', /too large/);
  assert.throws(() => huffmanDecode(hex('ff ff ff ff')), /end-of-string/);
  assert.throws(() => huffmanDecode(hex('00')), /padding/);
});

test('a small index cannot unfold to an endless list', () => {
  const decoder = new HpackDecoder();
  decoder.decode(Buffer.concat([hex('4001 61 7f 81 1e'), Buffer.alloc(3968, 0x62)]));
  assert.throws(() => decoder.decode(new Uint8Array(1000).fill(0xbe)), /longer than/);
});
