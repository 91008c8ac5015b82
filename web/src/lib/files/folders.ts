/** A file in a folder that a person chose. */
export type FolderFile = {
  /** From the chosen folder on, with its name: CT/SERIES1/I1. */
  readonly path: string;
  readonly file: File;
};

/** A folder that a person chose or dropped. */
export type Folder = {
  readonly name: string;
  /** Throws a RangeError where it contains more than `max` files. */
  readonly list: (max: number) => Promise<readonly FolderFile[]>;
};

/** Whether this browser can choose folders; phones cannot. */
export const canChooseFolder = (): boolean => 'webkitdirectory' in HTMLInputElement.prototype;

/** Lets the person choose a folder. Call it from the click itself; `onFolder` is not called after a cancel. */
export function chooseFolder(onFolder: (folder: Folder) => void): void {
  // A detached input: a second one in the form would be announced as another field.
  const input = document.createElement('input');
  input.type = 'file';
  input.webkitdirectory = true;
  input.addEventListener('change', () => {
    const files = [...(input.files ?? [])].map((file) => ({ path: file.webkitRelativePath, file }));
    const name = files[0]?.path.split('/')[0];
    if (name) onFolder({ name, list: async (max) => limit(files, max) });
  });
  input.click();
}

/** Reads a drop. Call it in the event itself: afterwards the browser has cleared the data. */
export function readDrop({ files, items }: DataTransfer): { files: File[]; folders: Folder[] } {
  const entries = [...(items ?? [])].map((item) => item.webkitGetAsEntry?.() ?? null);
  const folders = entries.filter((entry) => entry?.isDirectory);
  if (folders.length === 0) return { files: [...files], folders: [] };
  return {
    // The entries and the files have the same order.
    files: [...files].filter((_, index) => !entries[index]?.isDirectory),
    folders: folders.map((entry) => toFolder(entry as FileSystemDirectoryEntry)),
  };
}

const toFolder = (directory: FileSystemDirectoryEntry): Folder => ({
  name: directory.name,
  list: async (max) => {
    const found: FolderFile[] = [];
    await collect(directory, found, max);
    return found;
  },
});

async function collect(
  directory: FileSystemDirectoryEntry,
  found: FolderFile[],
  max: number,
): Promise<void> {
  for (const entry of await readEntries(directory)) {
    if (entry.isDirectory) await collect(entry as FileSystemDirectoryEntry, found, max);
    else {
      const file = await readFile(entry as FileSystemFileEntry);
      found.push({ path: entry.fullPath.replace(/^\/+/, ''), file });
      limit(found, max);
    }
  }
}

/** All entries: a reader returns some 100 at a time, and none at the end. */
async function readEntries(directory: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = directory.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return all;
    all.push(...some);
  }
}

const readFile = (entry: FileSystemFileEntry) =>
  new Promise<File>((resolve, reject) => entry.file(resolve, reject));

function limit<T>(files: readonly T[], max: number): readonly T[] {
  if (files.length > max) throw new RangeError(`More than ${max} files`);
  return files;
}
