/** Signatures of PKWARE's APPNOTE 6.3.10, sections 4.3.7, 4.3.12 and 4.3.16. */
const LOCAL_HEADER = 0x04034b50;
const DIRECTORY_HEADER = 0x02014b50;
const END_OF_DIRECTORY = 0x06054b50;

/** Bytes of the end of a ZIP in which its directory is announced: the record and the longest comment. */
const TAIL = 22 + 65_535;

const STORED = 0;
const DEFLATED = 8;

export type ZipEntry = {
  readonly name: string;
  /** Its first bytes, at most so many. Throws where it is neither stored nor deflated. */
  readonly readHead: (size: number) => Promise<Uint8Array<ArrayBuffer>>;
};

/** The files in a ZIP in the order of its directory. Empty where it is no ZIP, or a ZIP64. */
export async function readZipEntries(zip: Blob): Promise<readonly ZipEntry[]> {
  const tail = await readView(zip, Math.max(0, zip.size - TAIL), zip.size);
  const end = findLast(tail, END_OF_DIRECTORY);
  if (end === undefined) return [];
  const size = tail.getUint32(end + 12, true);
  const offset = tail.getUint32(end + 16, true);
  const directory = await readView(zip, offset, offset + size);
  const entries: ZipEntry[] = [];
  for (let at = 0; at + 46 <= size && at + 46 <= directory.byteLength; ) {
    if (directory.getUint32(at, true) !== DIRECTORY_HEADER) break;
    const [name, extra, comment] = [28, 30, 32].map((field) =>
      directory.getUint16(at + field, true),
    ) as [number, number, number];
    const bytes = new Uint8Array(directory.buffer, at + 46, name);
    entries.push({
      name: new TextDecoder().decode(bytes),
      readHead: headReader(zip, {
        method: directory.getUint16(at + 10, true),
        packed: directory.getUint32(at + 20, true),
        offset: directory.getUint32(at + 42, true),
      }),
    });
    at += 46 + name + extra + comment;
  }
  return entries.filter(({ name }) => !name.endsWith('/'));
}

type Location = { method: number; packed: number; offset: number };

const headReader =
  (zip: Blob, { method, packed, offset }: Location): ZipEntry['readHead'] =>
  async (size) => {
    const header = await readView(zip, offset, offset + 30);
    if (header.getUint32(0, true) !== LOCAL_HEADER) throw new Error('The ZIP is damaged');
    const start = offset + 30 + header.getUint16(26, true) + header.getUint16(28, true);
    // A deflated head is hardly longer than its content.
    const end = start + Math.min(packed, size);
    const head = new Uint8Array(await zip.slice(start, end).arrayBuffer());
    if (method === STORED) return head;
    if (method === DEFLATED) return inflateHead(head, size);
    throw new Error(`Method ${method} is not supported`);
  };

/** Inflates the beginning of deflated bytes; what is cut off is no error. */
export async function inflateHead(
  packed: Uint8Array<ArrayBuffer>,
  size: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const head = new Uint8Array(size);
  let length = 0;
  const { readable, writable } = new DecompressionStream('deflate-raw');
  // Fails where the bytes are cut off; what came before has been read by then.
  const writer = writable.getWriter();
  void writer.write(packed).catch(() => undefined);
  void writer.close().catch(() => undefined);
  const reader = readable.getReader();
  while (length < size) {
    const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }));
    if (done || !value) break;
    head.set(value.subarray(0, size - length), length);
    length = Math.min(size, length + value.length);
  }
  await reader.cancel().catch(() => undefined);
  return head.subarray(0, length);
}

const readView = async (blob: Blob, from: number, to: number) =>
  new DataView(await blob.slice(from, to).arrayBuffer());

function findLast(view: DataView, signature: number): number | undefined {
  for (let at = view.byteLength - 22; at >= 0; at -= 1)
    if (view.getUint32(at, true) === signature) return at;
  return undefined;
}
