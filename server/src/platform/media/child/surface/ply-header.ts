import type { ByteSource } from '../input.ts';

/** Bytes of a header; those of scanners have some 300. */
const MAX_HEADER = 65_536;
const END = 'end_header';
const MAX_ELEMENTS = 32;
const MAX_PROPERTIES = 64;

const types = {
  char: 'int8',
  uchar: 'uint8',
  short: 'int16',
  ushort: 'uint16',
  int: 'int32',
  uint: 'uint32',
  float: 'float32',
  double: 'float64',
} as const;
export type PlyType = (typeof types)[keyof typeof types];

export interface PlyProperty {
  readonly name: string;
  readonly type: PlyType;
  /** The type of the number of values before them; undefined for one value. */
  readonly countType?: PlyType;
}

export interface PlyElement {
  readonly name: string;
  readonly count: number;
  readonly properties: PlyProperty[];
}

export interface PlyHeader {
  readonly format: 'ascii' | 'binary_little_endian' | 'binary_big_endian';
  readonly elements: readonly PlyElement[];
  /** The first byte after the header. */
  readonly end: number;
}

/** Throws where the header is not that of PLY 1.0. */
export function readPlyHeader(source: ByteSource): PlyHeader {
  const text = source.read(0, MAX_HEADER).toString('latin1');
  const marked = /\bend_header(\r\n|\n|\r)/.exec(text);
  if (!marked) throw new Error('there is no header');
  const elements: PlyElement[] = [];
  let format: PlyHeader['format'] | undefined;
  for (const line of text.slice(0, marked.index).split(/[\r\n]+/)) {
    const [keyword, ...words] = line.trim().split(/\s+/);
    if (keyword === 'format') format = findFormat(words);
    if (keyword === 'element') elements.push(parseElement(words));
    if (keyword === 'property') addProperty(elements.at(-1), words);
  }
  if (!format || elements.length > MAX_ELEMENTS) throw new Error('the header is damaged');
  return { format, elements, end: marked.index + END.length + (marked[1]?.length ?? 0) };
}

function findFormat([name, version]: readonly string[]): PlyHeader['format'] {
  const format = (['ascii', 'binary_little_endian', 'binary_big_endian'] as const).find(
    (one) => one === name,
  );
  if (!format || version !== '1.0') throw new Error('the format is unknown');
  return format;
}

function parseElement([name = '', count = '']: readonly string[]): PlyElement {
  if (!/^\d{1,9}$/.test(count)) throw new Error('a count is damaged');
  return { name, count: Number(count), properties: [] };
}

function addProperty(element: PlyElement | undefined, words: readonly string[]): void {
  if (!element || element.properties.length === MAX_PROPERTIES)
    throw new Error('the header is damaged');
  const [first = '', second = '', third = '', fourth = ''] = words;
  element.properties.push(
    first === 'list'
      ? { name: fourth, type: findType(third), countType: findType(second) }
      : { name: second, type: findType(first) },
  );
}

function findType(name: string): PlyType {
  const type = Object.hasOwn(types, name)
    ? types[name as keyof typeof types]
    : Object.values(types).find((one) => one === name);
  if (!type) throw new Error('a type is unknown');
  return type;
}
