import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { inflateSync } from 'node:zlib';
import { decodeJpeg12 } from './jpeg-12-bit.ts';

const WIDTH = 24;
const HEIGHT = 20;

const SEQUENTIAL = Buffer.from(
  [
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4R',
    'DgsLEBYQERMUFRUVDA8XGBYUGBIUFRT/wQALDAAUABgBAREA/8QAFQABAQAAAAAAAAAAAAAAAAAADAv/xAAqEAAA',
    'BQMCBQQDAQAAAAAAAAABAgMEBgUHCAkRCgsTFCESFSJBACMxUf/aAAgBAQAAPwAeVy1bhErjcBJfeK5+6hBYveCy',
    'dwo2exVLj+NxnNfrbeQP3LWsNl10Ky1pDdNmDaOvkznIsc4LKNwKiYDqnIhZ4NrhA7pasuodbTibbWNI7GMAoxIY',
    'vfN7biYLOmV0zUK3qLRrW2qVPbtnFOUeqnjFRBqQaoVNUFmvWUb/ALAIiP4aDQ6R5hGhjuXTpjYWOaYiEdKzc+T5',
    'AopaoMmBr7aallovvBliphGXvcGW7b0go1Aoq7q9MZdy03StzA1XL4RW0vE0xeTwHBqkR80mhVRyShRLHx89yEXT',
    'ZrTkUK40Z0Yzl37U8kQEYd0ciiJHCwoqdsB0kMfBx6TGYFiNRS2GDeE0Qlb7hwX0ijUUrckhsEbyu2Cdu6ugzVuG',
    'Y9x1WzpymzK6fybuqiWsFNTjg4KVdqLYCool+Gw0NUtJYmNIcLVQgnKE7bvm+R5MaALfs6JmHali5aoDoa4NIMoD',
    '2SCh6e27kCLiIqi1/WO61K8ULcpaG+JD0tGL1y5ERdUgiRL4CeMSs4gHw38CQBD7/vnf8Qu8rww5tYPLq6aUKAYO',
    'vjpfdHfrmHplB9LR+O/j6+9/GwfwA2uI8gVx5hEOx91IJBSKWDR+kwtn6QJ6fRv0pH5228eFPrYPgT/PP///2Q==',
  ].join(''),
  'base64',
);

const PROGRESSIVE = Buffer.from(
  [
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4R',
    'DgsLEBYQERMUFRUVDA8XGBYUGBIUFRT/wgALDAAUABgBAREA/8QAFQABAQAAAAAAAAAAAAAAAAAACwr/2gAIAQEA',
    'AAABHkQtRHGXQxRMHcQvuI//xAAcEAABBQEBAQAAAAAAAAAAAAAHAQUGCAkEABn/2gAIAQEAAQUCzVqI40JfabVA',
    'dCyQ60A5NCEzTFcwK75TgTTBiItbAagl8Soo3IDcvIc1/OrAWPcXHH//xAAuEAABAgMGBAQHAAAAAAAAAAACAQQD',
    'BRIGERMUITEACBUjBxYiJRcYMkFUsdH/2gAIAQEABj8Ca2/8QsrOJJMG3QoTezdUeMLgyGMKqkYYQoFLc033UdN+',
    'JbzNysW7awDZw1nhy54pBNMCXoIxhSGIlDU1y0Snu3LeN6jrxZ34dNuhjZGpXvmfs4uZpw8LBxr7ssdV9O4763NZ',
    'TzNNXLCw0JvmWUS0jLobfqSEIw0SOIQaiwjceirVKluWnSWWGsS0dHy4G4bNYzlmxF1LEl0VAWYe4qJEgVG5qiY3',
    'b9Wo06Wa+VqBnkfCY2j8te/XUU5XFqx8K+tzd9NWu9OlkjwdfMTVft+M64h9jezs9Tfb1u+PEhxChUmgSz9OP7x/',
    '/8QAHRABAQADAAIDAAAAAAAAAAAAAREAITFBUWGh8P/aAAgBAQABPyEPESFZTsMjdR1CW9K1fgCWPRwXSbTPXFjt',
    'NWnA4zRJFrTSbg9ZhVP22ZSRPBUGtkzUay3MdXg8Mo5CQa0r+vjJ2/f9PFmulqSfn6Gf/9oACAEBAAAAEKr/AP/E',
    'ABoQAQADAQEBAAAAAAAAAAAAAAERITEAQXH/2gAIAQEAAT8QNoDLmfQR2AHeS97jSpX1BwDpsD30CgAYiBT6gBWN',
    'kVVydkg9wq4cs29CQ0R4LjOPDIEiNlur4nWo2++G6Snu3PNAV9NAuq89moMCAxR5t3iKrxB87///2Q==',
  ].join(''),
  'base64',
);

const DECODED = Buffer.from(
  [
    'eNoNkn1MllUUwJ/nufecc++5931I603MVq97nWItXSxb5tZwMME+fDUg+sBBjDEp1DlAc4jF7F3pIIMMU1NrBtOQ',
    'FcuCRrBEW61sBkSjOXBmb+bH3HAt1GR2/zzb+fid3zmBV+9NeQm/x++Us2AjXINyvC1eksMyDgfggLqpavWALuJJ',
    'ylEdaoYu8vq9S17SH/X/lFUwBDOwEZ+WW2UUEtAG/SpDd2rD+bxEtaohVairvN+9F/wG3wQzYT9MQDV+hWtll5wN',
    'deChp5N6XJdwK5eqd9Wderse8KJ+o5/y40ECTsIibMczuElG4EkYh4fxOdc9xlU8yo3qhirQLXrIy/Q/9+cElcEh',
    'mIb52IXz6A9pYSf87TZJ6hH9OHfwJB9R9+om/ZceEznykLwkc8ATm8UpMV0elXtoptqlflbZ+goW0z6KqhdVq/Fs',
    'g/3VgiyXfTITXoe4eF9cFcvkiByiVepHtVBv1Ja20BXKcrUps9jusDfsU/JtKaEEvoda0Snmy3bHvsC5uKWe1R26',
    'nD50s3aq8+qyqbApmxYpk+NyLjTBddguom7WgMyAMvWRStPrdL9O0gUqVMcd+1zbbGVkaaTNsRfDMXgQB0VMHpbn',
    '5FqoU9dVvu7TGfwx3aJmFz2vc+0XNieyPqKCRHAhWCbeFEcwSpX0L+Wr87DCXcGjV6mZr/EGM2Husimdye2cbhYG',
    'u4NQFIvT4iI+RrtpmqpWUazHKcyhNurmDNNjrK2wN3U1j/BykwhOBveJ98RFEVAjDVKe6lNFeBrTqYGmaJKrzTmT',
    'bffaJdzCoakx9YEnNohB8YRcTscppmrVCbUXx3ExHaRH1Syzy4yZOnvUlvMErzQt5nKQLvYIXxbKSvqBnnHe5+lP',
    '8B76gH6jUrXe/GTittOGkW6+32wyI+ZbINyGo5hLY3IlDMBD2IYH9XR+mX/hOWbKedqnPX6NmyLDkVXh1yFhAQ5h',
    '6MzcDTVgMc9FZ3WCd/B/vMblr9EpPZt7uTeyNHwn7AmzcD8irabPqNR9/wO4BU9hjFfwNxw3b5kF+oRO49X8Hfth',
    'QdgV9obr8LDzvpnGqAbOQh6O4CLKctl3mK1m2JToMzqXj/E/HAsrwr7wyzCJgsqci/mqE+L4Ck5gKW3jq/yIecNI',
    '+6m+rWu525nJdiw9jv9/Z9P57A==',
  ].join(''),
  'base64',
);

/** The samples that dcmtk decodes from both. */
const decoded = new Uint16Array(Uint8Array.from(inflateSync(DECODED)).buffer);

const largestDifference = (samples: Uint16Array): number =>
  samples.reduce((max, value, at) => Math.max(max, Math.abs(value - (decoded[at] ?? Infinity))), 0);

/** Both were written by dcmtk's dcmcjpeg, which uses libjpeg. */
describe('a JPEG of 12 bits', () => {
  for (const [kind, bytes] of [
    ['sequential', SEQUENTIAL],
    ['progressive', PROGRESSIVE],
  ] as const) {
    test(`that is ${kind} has the samples that dcmtk decodes`, () => {
      const { width, height, samples } = decodeJpeg12(bytes);
      assert.deepEqual([width, height], [WIDTH, HEIGHT]);
      // Inverse cosine transforms differ in their rounding (ITU-T T.83 allows 1).
      assert.ok(largestDifference(samples) <= 1, `differs by ${largestDifference(samples)}`);
    });

    test(`that is ${kind} and changed anywhere ends`, () => {
      for (let at = 2; at < bytes.length; at += 1) {
        const changed = Buffer.from(bytes);
        changed[at] = 255 - (changed[at] ?? 0);
        for (const some of [changed, bytes.subarray(0, at)]) {
          if (announcesTooMuch(some)) continue;
          try {
            decodeJpeg12(some);
          } catch (error) {
            assert.ok(error instanceof Error);
          }
        }
      }
    });
  }

  test('that is cut off shows what is there', () => {
    const { samples } = decodeJpeg12(SEQUENTIAL.subarray(0, SEQUENTIAL.length - 60));
    assert.deepEqual(
      samples.subarray(0, 8 * WIDTH),
      decodeJpeg12(SEQUENTIAL).samples.subarray(0, 8 * WIDTH),
    );
  });

  test('without its frame, of 8 bits or of several components is rejected', () => {
    assert.throws(() => decodeJpeg12(Buffer.from([0xff, 0xd8, 0xff, 0xd9])), /without its frame/);
    const frame = SEQUENTIAL.indexOf(Buffer.from([0xff, 0xc1]));
    for (const [at, value] of [
      [4, 8],
      [9, 3],
    ] as const) {
      const changed = Buffer.from(SEQUENTIAL);
      changed[frame + at] = value;
      assert.throws(() => decodeJpeg12(changed), /not decoded/);
    }
  });
});

/** decode-frame.ts compares the size with that of the file before it decodes. */
function announcesTooMuch(bytes: Buffer): boolean {
  const frame = bytes.indexOf(
    Buffer.from([0xff, bytes.includes(Buffer.from([0xff, 0xc2])) ? 0xc2 : 0xc1]),
  );
  return (
    frame > 0 &&
    frame + 9 <= bytes.length &&
    bytes.readUInt16BE(frame + 5) * bytes.readUInt16BE(frame + 7) > 100_000
  );
}
