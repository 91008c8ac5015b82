import type { PdfFont } from './pdf-font.ts';
import { type PdfObjects, type Ref, toNumber } from './pdf-objects.ts';

/** '#rrggbb'. */
export type Colour = `#${string}`;

export interface TextStyle {
  readonly font: PdfFont;
  /** Points. */
  readonly size: number;
  readonly colour: Colour;
}

/** Draws one page. Points from the upper left corner; the baseline of a text is at its y. */
export interface PdfPage {
  text(text: string, x: number, y: number, style: TextStyle): void;
  /** A filled polygon or path of straight lines. */
  fill(points: readonly (readonly [x: number, y: number])[], colour: Colour): void;
  rectangle(box: Box, colours: { readonly fill?: Colour; readonly line?: Colour }): void;
  line(from: readonly [number, number], to: readonly [number, number], style: LineStyle): void;
  image(image: PdfImage, box: Box): void;
  /** Opens an address where the box is pressed. */
  link(url: string, box: Box): void;
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface LineStyle {
  readonly colour: Colour;
  readonly width: number;
}

export interface PdfImage {
  /** Its name in the resources. */
  readonly name: string;
  /** Of the upright picture, as the height. */
  readonly width: number;
  readonly height: number;
  /** As Exif counts, 1 to 8. */
  readonly orientation: number;
}

type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

const UPRIGHT: Matrix = [1, 0, 0, 1, 0, 0];

/**
 * The place of the stored picture in the upright one, both as unit squares from the lower left corner, by orientation:
 * the operands of `cm` (ISO 32000-1, 8.3.4).
 */
const placements: Readonly<Record<number, Matrix>> = {
  2: [-1, 0, 0, 1, 1, 0],
  3: [-1, 0, 0, -1, 1, 1],
  4: [1, 0, 0, -1, 0, 1],
  5: [0, -1, -1, 0, 1, 1],
  6: [0, -1, 1, 0, 0, 1],
  7: [0, 1, 1, 0, 0, 0],
  8: [0, 1, -1, 0, 1, 0],
};

/** Commands of a page, which `writePages` puts into the file. */
export interface DrawnPage {
  readonly page: PdfPage;
  readonly commands: string[];
  readonly links: { readonly url: string; readonly rectangle: string }[];
}

export const A4 = { width: 595.28, height: 841.89 } as const;

function toColour(colour: Colour): string {
  const parts = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255);
  return parts.map(toNumber).join(' ');
}

export function drawPage(nameOf: (font: PdfFont) => string): DrawnPage {
  const commands: string[] = [];
  const links: DrawnPage['links'] = [];
  const up = (y: number): number => A4.height - y;
  const at = (x: number, y: number): string => `${toNumber(x)} ${toNumber(up(y))}`;
  const toBox = ({ x, y, width, height }: Box): string =>
    `${at(x, y + height)} ${toNumber(width)} ${toNumber(height)}`;
  const page: PdfPage = {
    text(text, x, y, { font, size, colour }) {
      commands.push(
        `BT /${nameOf(font)} ${toNumber(size)} Tf ${toColour(colour)} rg ${at(x, y)} Td ${font.encode(text)} Tj ET`,
      );
    },
    fill(points, colour) {
      const path = points.map(([x, y], index) => `${at(x, y)} ${index === 0 ? 'm' : 'l'}`);
      commands.push(`${toColour(colour)} rg ${path.join(' ')} h f`);
    },
    rectangle(box, { fill, line }) {
      if (fill) commands.push(`${toColour(fill)} rg ${toBox(box)} re f`);
      if (line) commands.push(`${toColour(line)} RG 0.6 w ${toBox(box)} re S`);
    },
    line(from, to, { colour, width }) {
      commands.push(
        `${toColour(colour)} RG ${toNumber(width)} w ${at(...from)} m ${at(...to)} l S`,
      );
    },
    image({ name, orientation }, { x, y, width, height }) {
      const [a, b, c, d, e, f] = placements[orientation] ?? UPRIGHT;
      const parts = [a * width, b * height, c * width, d * height].map(toNumber).join(' ');
      commands.push(`q ${parts} ${at(x + e * width, y + height - f * height)} cm /${name} Do Q`);
    },
    link(url, { x, y, width, height }) {
      links.push({ url, rectangle: `${at(x, y + height)} ${at(x + width, y)}` });
    },
  };
  return { page, commands, links };
}

interface PageParts {
  readonly resources: Ref;
  /** Adds form fields to the first page. */
  readonly addWidgets?: ((page: Ref) => readonly Ref[]) | undefined;
}

/** Writes pages with their resources, and returns the tree of pages. */
export function writePages(
  objects: PdfObjects,
  pages: readonly DrawnPage[],
  { resources, addWidgets = () => [] }: PageParts,
): Ref {
  const tree = objects.reserve();
  const kids = pages.map(({ commands, links }, index) => {
    const page = objects.reserve();
    const content = objects.addStream('', Buffer.from(commands.join('\n')));
    const annotations = links.map(({ url, rectangle }) =>
      objects.add(
        `<< /Type /Annot /Subtype /Link /F 4 /Border [0 0 0] /Rect [${rectangle}] ` +
          `/A << /S /URI /URI (${url.replace(/[\\()]/g, '\\$&')}) >> >>`,
      ),
    );
    if (index === 0) annotations.push(...addWidgets(page));
    objects.define(
      page,
      `<< /Type /Page /Parent ${tree} /MediaBox [0 0 ${A4.width} ${A4.height}] ` +
        `/Resources ${resources} /Contents ${content} /Annots [${annotations.join(' ')}] >>`,
    );
    return page;
  });
  objects.define(tree, `<< /Type /Pages /Count ${kids.length} /Kids [${kids.join(' ')}] >>`);
  return tree;
}
