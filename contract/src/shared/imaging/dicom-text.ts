/** Code page of texts that are neither declared nor valid UTF-8: Turkish Windows, common in Baku. */
const UNDECLARED_CODE_PAGE = 'windows-1254';

/** Character sets without code extensions (PS3.3, C.12.1.1.2) and the labels that TextDecoder has for them. */
const encodings: Readonly<Record<string, string>> = {
  'ISO_IR 13': 'shift_jis',
  'ISO_IR 100': 'iso-8859-1',
  'ISO_IR 101': 'iso-8859-2',
  'ISO_IR 109': 'iso-8859-3',
  'ISO_IR 110': 'iso-8859-4',
  'ISO_IR 126': 'iso-8859-7',
  'ISO_IR 127': 'iso-8859-6',
  'ISO_IR 138': 'iso-8859-8',
  'ISO_IR 144': 'iso-8859-5',
  'ISO_IR 148': 'iso-8859-9',
  'ISO_IR 166': 'windows-874',
  'ISO_IR 192': 'utf-8',
  'ISO_IR 203': 'iso-8859-15',
  GB18030: 'gb18030',
  GBK: 'gbk',
};

/** How bytes after an escape sequence (PS3.5, 6.1.2.5) become something that TextDecoder reads. */
interface Extension {
  readonly label: string;
  /** Converts the bytes of the set into those of `label`. */
  readonly convert: (bytes: readonly number[]) => readonly number[];
  /** Bytes of a character in the file, with the high bit as stored; 0: only bytes with the high bit. */
  readonly isMultiByteLow: boolean;
}

const asIs = (bytes: readonly number[]) => bytes;
const setHighBits = (bytes: readonly number[]) => bytes.map((byte) => byte | 0x80);
/** JIS X 0212 in EUC-JP: 0x8F before every two bytes. */
const toSupplementary = (bytes: readonly number[]) =>
  setHighBits(bytes).flatMap((byte, index) => (index % 2 === 0 ? [0x8f, byte] : [byte]));

const single = (label: string): Extension => ({ label, convert: asIs, isMultiByteLow: false });

const extensions: Readonly<Record<string, Extension>> = {
  '(B': single('iso-8859-1'),
  '(J': single('shift_jis'),
  ')I': single('shift_jis'),
  $B: { label: 'euc-jp', convert: setHighBits, isMultiByteLow: true },
  '$(D': { label: 'euc-jp', convert: toSupplementary, isMultiByteLow: true },
  '$)C': single('euc-kr'),
  '$)A': single('gb18030'),
  '-A': single('iso-8859-1'),
  '-B': single('iso-8859-2'),
  '-C': single('iso-8859-3'),
  '-D': single('iso-8859-4'),
  '-F': single('iso-8859-7'),
  '-G': single('iso-8859-6'),
  '-H': single('iso-8859-8'),
  '-L': single('iso-8859-5'),
  '-M': single('iso-8859-9'),
  '-T': single('windows-874'),
};

const ESCAPE = 0x1b;

/**
 * Decodes a DICOM text. `characterSet` is the value of Specific Character Set (0008,0005). Bytes that contradict it
 * are read as UTF-8 where they are valid, else in a code page common here. Control characters become blanks;
 * surrounding blanks go.
 */
export function decodeDicomText(bytes: Uint8Array, characterSet = ''): string {
  const [first = '', ...others] = characterSet.split('\\').map((name) => name.trim());
  const text =
    others.length > 0 || first.startsWith('ISO 2022')
      ? decodeExtended(bytes, first.replace('ISO 2022 IR', 'ISO_IR'))
      : decodePlain(bytes, first);
  return text.replace(/\p{Cc}+/gu, ' ').trim();
}

function decodePlain(bytes: Uint8Array, characterSet: string): string {
  const label = Object.hasOwn(encodings, characterSet) ? encodings[characterSet] : undefined;
  if (label !== undefined && label !== 'utf-8') return new TextDecoder(label).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder(UNDECLARED_CODE_PAGE).decode(bytes);
  }
}

/** Code extensions: an escape sequence changes the set until a delimiter of the value. */
function decodeExtended(bytes: Uint8Array, initial: string): string {
  let text = '';
  let extension: Extension | undefined;
  let pending: number[] = [];
  const flush = () => {
    const raw = Uint8Array.from(extension ? extension.convert(pending) : pending);
    text += extension ? new TextDecoder(extension.label).decode(raw) : decodePlain(raw, initial);
    pending = [];
  };
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    const sequence = byte === ESCAPE ? findSequence(bytes, at + 1) : undefined;
    if (sequence) {
      flush();
      extension = extensions[sequence];
      at += sequence.length;
    } else if (!extension?.isMultiByteLow && isDelimiter(byte)) {
      pending.push(byte);
      flush();
      extension = undefined;
    } else pending.push(byte);
  }
  flush();
  return text;
}

/** CR, LF, FF, TAB, `\`, `^` and `=` end an extension. */
const isDelimiter = (byte: number): boolean =>
  [0x09, 0x0a, 0x0c, 0x0d, 0x5c, 0x5e, 0x3d].includes(byte);

function findSequence(bytes: Uint8Array, at: number): string | undefined {
  const following = String.fromCharCode(...bytes.subarray(at, at + 3));
  return [3, 2]
    .map((length) => following.slice(0, length))
    .find((sequence) => Object.hasOwn(extensions, sequence));
}

/** A person name (PS3.5, 6.2.1.2) as people write it: the first group that is filled, first name first. */
export function formatPersonName(name: string): string {
  const group = name.split('=').find((part) => part.replaceAll('^', '').trim() !== '') ?? '';
  const [last = '', first = '', middle = '', prefix = '', suffix = ''] = group
    .split('^')
    .map((part) => part.trim());
  return [prefix, first, middle, last, suffix].filter(Boolean).join(' ');
}
