import type { jsPDF } from 'jspdf';
import type { DocumentPicture } from '../measurement-pictures.ts';
import { COLOURS, lineHeight, PAGE, TEXT, WIDTH } from './pdf-page.ts';

/** Millimetres that all pictures take together at most, so that a usual table fits below them. */
const PICTURES_HEIGHT = 150;
const PICTURE_GAP = 4;

export function drawPictures(
  doc: jsPDF,
  pictures: readonly DocumentPicture[],
  top: number,
): number {
  const columns = pictures.length === 1 ? 1 : pictures.length <= 4 ? 2 : 3;
  const rows = Math.ceil(pictures.length / columns);
  const title = lineHeight(TEXT.small) + 1;
  const width = (WIDTH - PICTURE_GAP * (columns - 1)) / columns;
  const maxHeight = (PICTURES_HEIGHT - rows * (title + PICTURE_GAP)) / rows;
  let y = top;
  for (let row = 0; row < rows; row++) {
    const fitted = pictures
      .slice(row * columns, (row + 1) * columns)
      .map((picture) => ({ ...picture, ...fitPicture(picture.canvas, width, maxHeight) }));
    for (const [column, { canvas, title: text, width: shown, height }] of fitted.entries()) {
      const x = PAGE.margin + column * (width + PICTURE_GAP);
      doc.addImage(canvas.toDataURL('image/jpeg', 0.9), 'JPEG', x, y, shown, height);
      doc.setFontSize(TEXT.small).setTextColor(COLOURS.muted);
      doc.text(shorten(doc, text, width), x, y + height + 1, { baseline: 'top' });
    }
    y += Math.max(...fitted.map(({ height }) => height)) + title + PICTURE_GAP;
  }
  return y;
}

function fitPicture(picture: HTMLCanvasElement, width: number, maxHeight: number) {
  const scale = Math.min(width / picture.width, maxHeight / picture.height);
  return { width: picture.width * scale, height: picture.height * scale };
}

function shorten(doc: jsPDF, text: string, width: number): string {
  const [first = '', ...rest] = doc.splitTextToSize(text, width) as string[];
  return rest.length > 0 ? `${first} …` : first;
}
