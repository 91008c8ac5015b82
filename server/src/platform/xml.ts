import { escapeHtml } from './http/html.ts';

/** Characters that XML 1.0 does not allow. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are what it is about
const NOT_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

/** A text for the content or a quoted attribute of an element, without characters that XML does not allow. */
export const escapeXml = (text: string): string =>
  escapeHtml(text.toWellFormed().replace(NOT_XML, ''));
