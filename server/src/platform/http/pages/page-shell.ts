import { createHash } from 'node:crypto';
import { chosenLanguages, language, languageNames, tags } from '@deqiq/messages/language.ts';
import { clinicFacts } from '../../clinic-facts.ts';
import { escapeHtml } from '../html.ts';
import { FONT_FACES, FONT_FAMILY } from './font-faces.ts';

/**
 * Of pages that need no script: a small copy of the site's colours and sizes (web/src/styles/tokens.css); dark around the pictures. A browser without
 * scripts, or too old to know that media query, is not offered the viewer.
 */
const STYLE = `
${FONT_FACES}
:root{color-scheme:light dark;--ground:#fbfaf7;--surface:#fff;--text:#0c1b2a;--muted:#52606c;--line:#dce3e6;--edge:#84929c;
--accent:#0b7f8c;--strong:#086470;--tint:#e3f2f3;--on-accent:#fff;--danger:#c23a2e}
@media (prefers-color-scheme:dark){:root{--ground:#0c1b2a;--surface:#132536;--text:#eef3f5;--muted:#a9b7c1;--line:#27394a;
--edge:#6c7d8b;--accent:#6fdbe2;--strong:#9be7ec;--tint:#183848;--on-accent:#0c1b2a;--danger:#ff9c90}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;background:var(--ground);color:var(--text);
font:1.0625rem/1.6 ${FONT_FAMILY}}
header{display:flex;align-items:center;padding:1rem 1.25rem;border-bottom:1px solid var(--line)}
header img{margin-right:.75rem}
header .logo{max-width:40vw;object-fit:contain;border-radius:.25rem;background:#fff}
header b{font-weight:600}
nav{margin-left:auto}
nav a,nav b{margin-left:.75rem;font-size:.9375rem}
main{max-width:34rem;margin:0 auto;padding:2rem 1.25rem 3rem}
main.wide{max-width:72rem}
h1{margin:0 0 .75rem;font-size:1.75rem;line-height:1.15;font-weight:600;letter-spacing:-.015em;
overflow-wrap:anywhere}
p{margin:0 0 .75rem;color:var(--muted);overflow-wrap:anywhere}
.lines{white-space:pre-line}
label{display:block;margin:1.5rem 0 .5rem;font-weight:500}
input{width:100%;max-width:16rem;min-height:3.25rem;padding:0 1rem;border:1px solid var(--edge);
border-radius:.75rem;background:var(--surface);color:var(--text);font:600 1.5rem/1 ui-monospace,monospace;letter-spacing:.3em}
.hint{margin-top:.75rem}
.error{color:var(--danger);font-weight:500}
.button{display:inline-block;min-height:2.75rem;margin:1rem .5rem 0 0;padding:.625rem 1.5rem;border:0;
border-radius:99rem;background:var(--accent);color:var(--on-accent);font:500 1.0625rem/1.4 ${FONT_FAMILY};
text-decoration:none;cursor:pointer}
.button:hover{background:var(--strong)}
.quiet{background:var(--tint);color:var(--strong)}
.quiet:hover{background:var(--line)}
ul{display:grid;grid-template-columns:repeat(auto-fill,minmax(17rem,1fr));gap:1rem;align-items:start;margin:1.5rem 0;padding:0;
list-style:none}
li{overflow:hidden;margin-bottom:1rem;border:1px solid var(--line);border-radius:1rem;background:var(--surface)}
.picture{display:block;background:#0c1b2a;color:#dce3e6;text-align:center}
.picture img{display:block;width:100%;height:15rem;object-fit:contain}
.picture span{display:block;padding:5rem 1rem;font-size:.9375rem}
.file{padding:.75rem 1rem 1rem}
.file b{display:block;font-weight:500;overflow-wrap:anywhere}
.file .lines{color:var(--text)}
.file small{color:var(--muted);font-size:.9375rem}
.file .button{margin-top:.5rem;padding:.625rem 1.25rem}
.contact{margin-top:2rem;padding-top:1.25rem;border-top:1px solid var(--line)}
.contact a{display:inline-block;padding:.5rem 1.25rem .5rem 0}
.viewer{display:none}
@media (scripting:enabled){.viewer{display:inline-block}}
dl{display:grid;grid-template-columns:auto 1fr;gap:.5rem 1.25rem;margin:1.5rem 0}
dt{color:var(--muted)}
dd{margin:0;overflow-wrap:anywhere}
h2{margin:1.75rem 0 .5rem;font-size:1.0625rem;font-weight:600}
.choice{display:flex;flex-wrap:wrap;justify-content:space-between;gap:.25rem 1rem;padding:1rem 1.25rem;color:var(--text);
text-decoration:none;font-weight:500}
.choice:hover{background:var(--tint)}
.choice small{color:var(--muted);font-size:.9375rem;font-weight:400}
.times{display:grid;grid-template-columns:repeat(auto-fill,minmax(5rem,1fr));gap:.5rem}
.times button{min-height:2.75rem;border:1px solid var(--edge);border-radius:.75rem;background:var(--surface);color:var(--text);
font:500 1.0625rem/1 ${FONT_FAMILY};cursor:pointer}
.times button:hover{border-color:var(--accent);background:var(--tint)}
a{color:var(--accent)}
fieldset{display:flex;flex-wrap:wrap;gap:0 1.5rem;margin:1.25rem 0 0;padding:0;border:0}
legend{padding:0;font-weight:500}
.check{display:flex;align-items:center;min-height:2.75rem;margin:0;font-weight:400}
.check input{width:1.375rem;min-height:1.375rem;margin:0 .75rem 0 0;padding:0;accent-color:var(--accent)}
.notice{margin:1.5rem 0;padding:1.25rem;border:1px solid var(--accent);border-radius:1rem;background:var(--tint)}
.notice h2{margin:0 0 .5rem}
.notice p{color:var(--text)}
.wishes{margin-top:2rem;padding-top:1.5rem;border-top:1px solid var(--line)}
.wishes form{margin-bottom:1.5rem}
.wishes .button{margin-top:0}
:focus-visible{outline:2px solid var(--accent);outline-offset:3px}
`;

const styleHash = createHash('sha256').update(STYLE).digest('base64');

/** Nothing is stored or indexed, and no other site learns the address or frames the page. */
export const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    "img-src 'self'",
    "font-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-robots-tag': 'noindex, nofollow, noarchive',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
} as const;

/** Links to the same page in the other languages; without JavaScript. */
function languageLinks(): string {
  const current = language();
  const links = chosenLanguages.map((code) =>
    code === current
      ? `<b lang="${code}" aria-current="true" title="${languageNames[code]}">${code.toUpperCase()}</b>`
      : `<a lang="${code}" href="?lang=${code}" title="${languageNames[code]}">${code.toUpperCase()}</a>`,
  );
  return `<nav>${links.join('')}</nav>`;
}

/** The telephone of the clinic. */
export function callLink(): string {
  const { phone } = clinicFacts();
  return `<a href="${escapeHtml(phone.href)}">${escapeHtml(phone.text)}</a>`;
}

/** The logo of the clinic, else the built-in sign; the name is beside it. */
function sign(): string {
  const { logo } = clinicFacts();
  return logo
    ? `<img class="logo" src="${escapeHtml(logo)}" alt="" height="36">`
    : '<img src="/favicon.svg" alt="" width="36" height="36">';
}

/** A whole document around the body, in the current language. */
export const createPage = (title: string, body: string): string => `<!doctype html>
<html lang="${tags[language()]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(title)} — ${escapeHtml(clinicFacts().name)}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${STYLE}</style>
</head>
<body>
<header>${sign()}<b>${escapeHtml(clinicFacts().name)}</b>${languageLinks()}</header>
${body}
</body>
</html>
`;
