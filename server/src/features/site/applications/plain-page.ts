import { createHash } from 'node:crypto';
import { language, tags } from '@deqiq/messages/language.ts';
import * as applicationMessages from '@deqiq/messages/site/applications.js';
import { clinicFacts } from '../../../platform/clinic-facts.ts';
import { escapeHtml } from '../../../platform/http/html.ts';
import { FONT_FACES, FONT_FAMILY } from '../../../platform/http/pages/font-faces.ts';

/** The page that a browser without JavaScript receives after a form. */
interface Outcome {
  readonly title: string;
  readonly sentences: readonly string[];
  /** Target and text of the only link. */
  readonly link: { readonly href: string; readonly text: string };
}

interface RequestHeaders {
  readonly accept?: string | undefined;
  readonly 'content-type'?: string | undefined;
}

/** Whether the browser submitted the form without JavaScript and will show the response as a page. */
export const wantsPage = (headers: RequestHeaders): boolean =>
  (headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded') &&
  (headers.accept ?? '').includes('text/html');

/** `times`: the address where the patient chooses a time, if any are offered. */
export const thankYouPage = (title: string, sentence: string, times?: string): string =>
  page({
    title,
    sentences: [sentence],
    link: times
      ? { href: `${times}?lang=${language()}`, text: applicationMessages.chooseTime() }
      : { href: inOwnLanguage('/'), text: applicationMessages.backHome() },
  });

/** The address of a public page in the language of the request; Azerbaijani pages have no prefix. */
const inOwnLanguage = (path: string): string =>
  language() === 'ru' || language() === 'en' ? `/${language()}${path}`.replace(/\/$/, '') : path;

/** `form` is the path of the page with the form. */
export const errorPage = (sentences: readonly string[], form: string): string =>
  page({
    title: applicationMessages.failedTitle(),
    sentences,
    link: { href: inOwnLanguage(form), text: applicationMessages.backToForm() },
  });

/** A small copy of the site's colours and sizes (web/src/styles/tokens.css). */
const STYLE = `
${FONT_FACES}
:root{color-scheme:light}
body{margin:0;min-height:100dvh;display:grid;place-items:center;background:#fbfaf7;color:#0c1b2a;
font:1.0625rem/1.6 ${FONT_FAMILY}}
main{max-width:34rem;padding:2.5rem 1.25rem;text-align:center}
p{margin:0 0 .75rem;color:#52606c}
.name{font-weight:600;color:#0c1b2a;margin:.5rem 0 2.5rem}
h1{margin:0 0 1rem;font-size:clamp(1.75rem,1.4rem + 1.5vw,2.5rem);line-height:1.15;font-weight:600;
letter-spacing:-.015em}
.button{display:inline-flex;align-items:center;min-height:3.25rem;margin:1.5rem 0;padding:0 1.75rem;
border-radius:99rem;background:#0b7f8c;color:#fff;font-weight:500;text-decoration:none}
.button:hover{background:#086470}
a{color:#0b7f8c}
:focus-visible{outline:2px solid #0b7f8c;outline-offset:3px}
`;

const styleHash = createHash('sha256').update(STYLE).digest('base64');

export const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; img-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
} as const;

const page = ({ title, sentences, link }: Outcome): string => `<!doctype html>
<html lang="${tags[language()]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} — ${escapeHtml(clinicFacts().name)}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${STYLE}</style>
</head>
<body>
<main>
<img src="/favicon.svg" alt="" width="56" height="56">
<p class="name">${escapeHtml(clinicFacts().name)}</p>
<h1>${escapeHtml(title)}</h1>
${sentences.map((sentence) => `<p>${escapeHtml(sentence)}</p>`).join('\n')}
<a class="button" href="${escapeHtml(link.href)}">${escapeHtml(link.text)}</a>
<p><a href="${escapeHtml(clinicFacts().phone.href)}">${escapeHtml(clinicFacts().phone.text)}</a></p>
</main>
</body>
</html>
`;
