import { spawnSync } from 'node:child_process';

/** Runs a program that reads a PDF file from its standard input, and returns its output. */
function run(program: string, args: readonly string[], pdf: Uint8Array): string {
  const { stdout, stderr, status } = spawnSync(program, args, { input: pdf });
  if (status !== 0) throw new Error(`${program}: ${stderr.toString('utf8')}`);
  return stdout.toString('utf8');
}

/** The text of all pages in one line, with hyphens and line ends as blanks. */
export const readPdfText = (pdf: Uint8Array): string =>
  run('pdftotext', ['-layout', '-enc', 'UTF-8', '-', '-'], pdf).replace(/\s+/g, ' ');

/** Fonts, one a line below two lines of headings. */
export const listPdfFonts = (pdf: Uint8Array): string[] =>
  run('pdffonts', ['-'], pdf).trim().split('\n').slice(2);

export const readPdfInfo = (pdf: Uint8Array): string => run('pdfinfo', ['-'], pdf);

/** A page as a PNG picture. */
export const renderPdfPage = (pdf: Uint8Array, page: number): Buffer =>
  spawnSync('pdftoppm', ['-r', '150', '-png', '-f', `${page}`, '-l', `${page}`, '-'], {
    input: pdf,
    maxBuffer: 2 ** 26,
  }).stdout;
