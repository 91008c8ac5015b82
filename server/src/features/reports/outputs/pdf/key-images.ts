import * as texts from '@deqiq/messages/reports/report-pdf.js';
import type { PdfImage } from '../../../../platform/pdf/pdf-page.ts';
import type { SignedReport } from '../signed-report.ts';
import { lineHeight, MARGIN, type ReportDocument, WIDTH } from './document.ts';
import { writeHeading } from './sections.ts';

/** Points. */
const GAP = 12;
const MAX_HEIGHT = { one: 270, two: 200 } as const;

interface Picture {
  readonly image: PdfImage;
  readonly caption: string;
}

/** One picture has the whole width, several stand in two columns. */
export function writeKeyImages(document: ReportDocument, report: SignedReport): void {
  const pictures = report.keyImages.flatMap(({ jpeg, caption }, index): Picture[] => {
    const image = jpeg ? document.addJpeg(jpeg) : undefined;
    const number = texts.imageNumber({ number: index + 1 });
    return image ? [{ image, caption: caption === '' ? number : `${number}. ${caption}` }] : [];
  });
  if (pictures.length === 0) return;
  const columns = pictures.length === 1 ? 1 : 2;
  const width = (WIDTH - GAP * (columns - 1)) / columns;
  const rows = Array.from({ length: Math.ceil(pictures.length / columns) }, (_, row) =>
    pictures
      .slice(row * columns, (row + 1) * columns)
      .map((picture) =>
        fitPicture(document, picture, width, columns === 1 ? MAX_HEIGHT.one : MAX_HEIGHT.two),
      ),
  );
  writeHeading(document, texts.keyImages(), 4 + measureHeight(rows[0] ?? []));
  document.y += 2;
  for (const row of rows) {
    document.reserve(measureHeight(row));
    for (const [column, picture] of row.entries())
      drawPicture(document, picture, MARGIN + column * (width + GAP));
    document.y += measureHeight(row);
  }
}

interface FittedPicture {
  readonly image: PdfImage;
  readonly width: number;
  readonly height: number;
  readonly lines: readonly string[];
  readonly total: number;
}

const measureHeight = (row: readonly FittedPicture[]): number =>
  Math.max(0, ...row.map(({ total }) => total));

function fitPicture(
  document: ReportDocument,
  { image, caption }: Picture,
  maxWidth: number,
  maxHeight: number,
): FittedPicture {
  const scale = Math.min(maxWidth / image.width, maxHeight / image.height);
  const height = image.height * scale;
  const lines = document.wrap(caption, document.styles.small, maxWidth);
  const total = height + 4 + lines.length * lineHeight(document.styles.small) + 8;
  return { image, width: image.width * scale, height, lines, total };
}

function drawPicture({ page, styles, y }: ReportDocument, picture: FittedPicture, x: number): void {
  const { image, width, height, lines } = picture;
  page.image(image, { x, y, width, height });
  for (const [index, line] of lines.entries())
    page.text(
      line,
      x,
      y + height + 4 + styles.small.size + index * lineHeight(styles.small),
      styles.small,
    );
}
