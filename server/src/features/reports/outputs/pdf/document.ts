import { loadFonts } from '../../../../platform/pdf/fonts.ts';
import { readJpegSize } from '../../../../platform/pdf/jpeg-size.ts';
import { type DocumentFacts, finishPdfA } from '../../../../platform/pdf/pdf-a.ts';
import { type PdfFont, pdfFont } from '../../../../platform/pdf/pdf-font.ts';
import { pdfObjects, type Ref } from '../../../../platform/pdf/pdf-objects.ts';
import {
  A4,
  type Colour,
  type DrawnPage,
  drawPage,
  type PdfImage,
  type PdfPage,
  type TextStyle,
  writePages,
} from '../../../../platform/pdf/pdf-page.ts';
import { addSealField, type SealSpace } from '../../../../platform/pdf/pdf-seal.ts';
import { describePng, readPngParts } from '../../../../platform/pdf/png-parts.ts';

/** Points. */
export const MARGIN = 45;
export const WIDTH = A4.width - 2 * MARGIN;
const TOP = 64;
export const BOTTOM = A4.height - 58;

/** Of the brand, with AA contrast on white. */
export const Colours = {
  ink: '#0c1b2a',
  muted: '#52606c',
  line: '#dce3e6',
  soft: '#f3f5f5',
  accent: '#0b7f8c',
  accentSoft: '#e3f2f3',
  danger: '#c23a2e',
  dangerSoft: '#fbeceb',
} as const satisfies Readonly<Record<string, Colour>>;

export type Styles = Readonly<
  Record<'title' | 'heading' | 'body' | 'strong' | 'small' | 'smallStrong' | 'label', TextStyle>
>;

const createStyles = (regular: PdfFont, semibold: PdfFont): Styles => ({
  title: { font: semibold, size: 17, colour: Colours.ink },
  heading: { font: semibold, size: 10.5, colour: Colours.accent },
  body: { font: regular, size: 9.5, colour: Colours.ink },
  strong: { font: semibold, size: 9.5, colour: Colours.ink },
  small: { font: regular, size: 8, colour: Colours.muted },
  smallStrong: { font: semibold, size: 8, colour: Colours.ink },
  label: { font: regular, size: 7.5, colour: Colours.muted },
});

export const lineHeight = ({ size }: TextStyle): number => size * 1.42;

export interface TextBox {
  readonly x: number;
  readonly width: number;
}

/** A document that is written from top to bottom and continues on another page where one is full. */
export interface ReportDocument {
  readonly styles: Styles;
  /** Where the next thing begins, from the top of the page. */
  y: number;
  readonly page: PdfPage;
  readonly pages: readonly PdfPage[];
  /** Begins a page where less than `height` is left. */
  reserve(height: number): void;
  /** Lines of a text that fit a width. */
  wrap(text: string, style: TextStyle, width: number): string[];
  /** Writes a wrapped text below `y`, and moves it there. */
  paragraph(text: string, style: TextStyle, box?: TextBox): void;
  /** undefined where the bytes are no JPEG. */
  addJpeg(bytes: Uint8Array): PdfImage | undefined;
  /** undefined where the bytes are no PNG without transparency. */
  addPng(bytes: Uint8Array): PdfImage | undefined;
  /** `space`: where a seal is written later. */
  finish(facts: DocumentFacts, space?: SealSpace): Buffer;
}

export function createDocument(): ReportDocument {
  const objects = pdfObjects();
  const { regular, semibold } = loadFonts();
  const fonts = new Map([
    [pdfFont(regular, 'DEQIQA+Onest-Regular'), 'F1'],
    [pdfFont(semibold, 'DEQIQB+Onest-SemiBold'), 'F2'],
  ]);
  const [first, second] = [...fonts.keys()] as [PdfFont, PdfFont];
  const drawn: DrawnPage[] = [];
  const images: (readonly [name: string, ref: Ref])[] = [];
  const addPage = () => {
    const next = drawPage((font) => fonts.get(font) ?? 'F1');
    drawn.push(next);
    return next.page;
  };
  let page = addPage();
  const document: ReportDocument = {
    styles: createStyles(first, second),
    y: TOP,
    get page() {
      return page;
    },
    get pages() {
      return drawn.map((each) => each.page);
    },
    reserve(height) {
      if (document.y + height <= BOTTOM) return;
      page = addPage();
      document.y = TOP;
    },
    wrap: wrapText,
    paragraph(text, style, { x, width } = { x: MARGIN, width: WIDTH }) {
      for (const line of wrapText(text, style, width)) {
        document.reserve(lineHeight(style));
        page.text(line, x, document.y + style.size, style);
        document.y += lineHeight(style);
      }
    },
    addJpeg(bytes) {
      const size = readJpegSize(bytes);
      if (!size || (size.components !== 1 && size.components !== 3)) return undefined;
      const name = `I${images.length + 1}`;
      const space = size.components === 1 ? '/DeviceGray' : '/DeviceRGB';
      const entries = `/Type /XObject /Subtype /Image /Width ${size.width} /Height ${size.height} /ColorSpace ${space} /BitsPerComponent 8`;
      images.push([name, objects.addStream(entries, Buffer.from(bytes), 'jpeg')]);
      const { width, height, orientation } = size;
      // From 5 on the picture lies on its side.
      return orientation < 5
        ? { name, width, height, orientation }
        : { name, width: height, height: width, orientation };
    },
    addPng(bytes) {
      const parts = readPngParts(bytes);
      if (!parts) return undefined;
      const name = `I${images.length + 1}`;
      images.push([name, objects.addStream(describePng(parts), parts.data, 'none')]);
      return { name, width: parts.width, height: parts.height, orientation: 1 };
    },
    finish(facts, space) {
      const resources = objects.reserve();
      let form = '';
      const addWidgets = (first: Ref) => {
        if (!space) return [];
        const field = addSealField(objects, first, space);
        form = field.form;
        return [field.widget];
      };
      const pages = writePages(objects, drawn, { resources, addWidgets });
      const embedded = [...fonts].map(([font, name]) => `/${name} ${font.embed(objects)}`);
      const named = images.map(([name, ref]) => `/${name} ${ref}`);
      objects.define(
        resources,
        `<< /Font << ${embedded.join(' ')} >> /XObject << ${named.join(' ')} >> >>`,
      );
      return finishPdfA(objects, { pages, form }, facts);
    },
  };
  return document;
}

/** Keeps line ends of the text; a word that is too long is broken. */
function wrapText(text: string, { font, size }: TextStyle, width: number): string[] {
  const fits = (line: string): boolean => font.measure(line) * size <= width;
  return text.split(/\r\n?|\n/).flatMap((paragraph) => {
    const lines: string[] = [];
    let line = '';
    for (const word of paragraph.split(/\s+/).flatMap((part) => breakWord(part, fits))) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (fits(longer)) {
        line = longer;
        continue;
      }
      if (line !== '') lines.push(line);
      line = word;
    }
    return [...lines, line];
  });
}

function breakWord(word: string, fits: (line: string) => boolean): string[] {
  if (fits(word)) return [word];
  const parts: string[] = [];
  let part = '';
  for (const letter of word) {
    if (part !== '' && !fits(part + letter)) {
      parts.push(part);
      part = '';
    }
    part += letter;
  }
  return [...parts, part];
}
