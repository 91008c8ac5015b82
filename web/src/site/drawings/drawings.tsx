import { createHash } from 'node:crypto';
import { renderToStaticMarkup } from 'react-dom/server';
import { course, graduates, materials } from './academy.tsx';
import { entrance } from './entrance.tsx';
import { equipment } from './equipment.tsx';
import { laboratory } from './laboratory.tsx';
import { day, night, type Palette } from './palette.ts';
import { reading } from './reading.tsx';
import { reception } from './reception.tsx';
import { Sheet, type Source } from './sheet.tsx';

interface DrawingFile {
  /** Where the page finds it; the name carries a hash of the content. */
  address: string;
  svg: string;
  width: number;
  height: number;
}

function toFile(name: string, source: Source, palette: Palette = day): DrawingFile {
  const svg = renderToStaticMarkup(<Sheet source={source} palette={palette} />);
  const hash = createHash('sha256').update(svg).digest('base64url').slice(0, 8);
  const { width, height } = source;
  return { address: `/assets/${name}-${hash}.svg`, svg, width, height };
}

const files = {
  reception: toFile('reception', reception),
  entrance: toFile('entrance', entrance),
  equipment: toFile('equipment', equipment, night),
  reading: toFile('reading', reading),
  laboratory: toFile('laboratory', laboratory, night),
  course: toFile('course', course),
  materials: toFile('materials', materials),
  graduates: toFile('graduates', graduates),
} as const;

export type DrawingName = keyof typeof files;

export const drawingFile = (name: DrawingName): DrawingFile => files[name];

/** Every drawing by the path of its file, for the build. */
export const drawingFiles = (): Record<string, string> =>
  Object.fromEntries(Object.values(files).map(({ address, svg }) => [address.slice(1), svg]));
