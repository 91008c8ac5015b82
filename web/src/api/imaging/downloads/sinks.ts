import { saveBlob } from '../../../lib/files/save-file.ts';

/** Where the bytes of a download go until it is whole. */
export type Sink = {
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Drops everything written, when the server starts the file over. */
  restart(): Promise<void>;
  finish(): Promise<void>;
  discard(): Promise<void>;
};

/** Bytes collected before they are folded into a Blob, which the browser may keep on disk. */
const FOLD_AT = 8 * 1024 * 1024;

/** Bytes up to which a file is collected by the page itself; see docs/decisions/files.md. */
export const BLOB_LIMIT = 256 * 1024 * 1024;

type Named = { name: string; size: number };

/** Where a file of this size goes; undefined where the browser has to download it by itself. */
export function openSink({ name, size }: Named): Promise<Sink | undefined> {
  return size > BLOB_LIMIT ? pickedFileSink(name) : Promise.resolve(blobSink(name));
}

/** Collects the file in the browser and saves it under its name at the end. */
function blobSink(name: string): Sink {
  let folded: Blob[] = [];
  let loose: Uint8Array<ArrayBuffer>[] = [];
  let looseBytes = 0;
  const fold = () => {
    if (loose.length > 0) folded.push(new Blob(loose));
    loose = [];
    looseBytes = 0;
  };
  const clear = async () => {
    folded = [];
    loose = [];
    looseBytes = 0;
  };
  return {
    write: async (bytes) => {
      loose.push(bytes);
      looseBytes += bytes.byteLength;
      if (looseBytes >= FOLD_AT) fold();
    },
    restart: clear,
    finish: async () => {
      fold();
      saveBlob(new Blob(folded, { type: 'application/octet-stream' }), name);
      await clear();
    },
    discard: clear,
  };
}

/** Writes to the file that the user picked; buffers nothing. */
export function fileSink(writable: FileSystemWritableFileStream): Sink {
  return {
    write: (bytes) => writable.write(bytes),
    restart: async () => {
      await writable.seek(0);
      await writable.truncate(0);
    },
    finish: () => writable.close(),
    discard: () => writable.abort(),
  };
}

/** Opens the save dialog. Undefined if the browser has none; rejects when it is cancelled. */
async function pickedFileSink(name: string): Promise<Sink | undefined> {
  const picker = (window as WithSavePicker).showSaveFilePicker;
  if (!picker) return undefined;
  const handle = await picker.call(window, { suggestedName: name });
  return fileSink(await handle.createWritable());
}

/** Not yet in TypeScript's DOM library: the File System Access API of Chromium. */
type WithSavePicker = Window & {
  showSaveFilePicker?: (options: { suggestedName: string }) => Promise<FileSystemFileHandle>;
};
