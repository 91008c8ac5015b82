import { createHash } from 'node:crypto';
import { PIN_LENGTH, SHARE_PATH } from '@deqiq/contract/examinations/share-limits.ts';
import type { SharedCheckup } from '@deqiq/contract/examinations/shares.ts';
import type { FileLink } from '@deqiq/contract/imaging/files.ts';
import { imagingMessages } from '@deqiq/contract/imaging/imaging.ts';
import { provider } from '@deqiq/contract/shared/provider.ts';
import { escapeHtml } from '../../../platform/http/html.ts';

/**
 * A small copy of the site's colours and sizes (web/src/styles/tokens.css); dark around the pictures. A browser without
 * scripts, or too old to know that media query, is not offered the viewer.
 */
const STYLE = `
:root{color-scheme:light}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;background:#fbfaf7;color:#0c1b2a;
font:1.0625rem/1.6 ui-sans-serif,system-ui,sans-serif}
header{display:flex;align-items:center;padding:1rem 1.25rem;border-bottom:1px solid #dce3e6}
header img{margin-right:.75rem}
header b{font-weight:600}
main{max-width:34rem;margin:0 auto;padding:2rem 1.25rem 3rem}
main.wide{max-width:72rem}
h1{margin:0 0 .75rem;font-size:1.75rem;line-height:1.15;font-weight:600;letter-spacing:-.015em;
overflow-wrap:anywhere}
p{margin:0 0 .75rem;color:#52606c;overflow-wrap:anywhere}
.lines{white-space:pre-line}
label{display:block;margin:1.5rem 0 .5rem;font-weight:500}
input{width:100%;max-width:16rem;min-height:3.25rem;padding:0 1rem;border:1px solid #84929c;
border-radius:.75rem;background:#fff;color:#0c1b2a;font:600 1.5rem/1 ui-monospace,monospace;letter-spacing:.3em}
.hint{margin-top:.75rem}
.error{color:#c23a2e;font-weight:500}
.button{display:inline-block;min-height:2.75rem;margin:1rem .5rem 0 0;padding:.625rem 1.5rem;border:0;
border-radius:99rem;background:#0b7f8c;color:#fff;font:500 1.0625rem/1.4 ui-sans-serif,system-ui,sans-serif;
text-decoration:none;cursor:pointer}
.button:hover{background:#086470}
.quiet{background:#e3f2f3;color:#086470}
.quiet:hover{background:#dce3e6}
ul{display:grid;grid-template-columns:repeat(auto-fill,minmax(17rem,1fr));gap:1rem;margin:1.5rem 0;padding:0;
list-style:none}
li{overflow:hidden;margin-bottom:1rem;border:1px solid #dce3e6;border-radius:1rem;background:#fff}
.picture{display:block;background:#0c1b2a;color:#dce3e6;text-align:center}
.picture img{display:block;width:100%;height:15rem;object-fit:contain}
.picture span{display:block;padding:5rem 1rem;font-size:.9375rem}
.file{padding:.75rem 1rem 1rem}
.file b{display:block;font-weight:500;overflow-wrap:anywhere}
.file small{color:#52606c;font-size:.9375rem}
.file .button{margin-top:.5rem;padding:.625rem 1.25rem}
.viewer{display:none}
@media (scripting:enabled){.viewer{display:inline-block}}
a{color:#0b7f8c}
:focus-visible{outline:2px solid #0b7f8c;outline-offset:3px}
`;

const styleHash = createHash('sha256').update(STYLE).digest('base64');

/** Nothing is stored or indexed, and no other site learns the address or frames the page. */
export const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    "img-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-robots-tag': 'noindex, nofollow, noarchive',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
} as const;

/** Content of the page before it is open. */
interface Gate {
  readonly token: string;
  readonly sharedBy: string;
  readonly expiresAt: string;
  readonly hasPin: boolean;
  readonly error?: string | undefined;
  readonly isLocked?: boolean;
}

export const shareTexts = {
  missing: 'PIN kodu daxil edin',
  wrong: (triesLeft: number) => `PIN kodu səhvdir. Qalan cəhd: ${triesLeft}`,
  locked: (until: string) =>
    `PIN kodu dəfələrlə səhv yazılıb. Saat ${formatTime(until)} olanda yenidən cəhd edin`,
} as const;

/** Names the sender and the end, never the patient. */
export function gatePage(gate: Gate): string {
  const { token, hasPin, error, isLocked } = gate;
  const problem = error ? `<p class="error" id="error" role="alert">${escapeHtml(error)}</p>` : '';
  const describedBy = error ? ' aria-describedby="error" aria-invalid="true"' : '';
  const field = `<label for="pin">${PIN_LENGTH} rəqəmli PIN kodu</label>
<input id="pin" name="pin" inputmode="numeric" autocomplete="off" maxlength="20" required autofocus${describedBy}>
<p class="hint">PIN kodunu linki göndərən şəxsdən soruşun.</p>`;
  return page(
    'Müayinə paylaşılıb',
    `<main>
<h1>Sizinlə müayinə paylaşılıb</h1>
<p><b>${escapeHtml(gate.sharedBy)}</b> müayinənin nəticəsini sizinlə paylaşıb.</p>
<p>Link ${formatMoment(gate.expiresAt)} tarixinə qədər işləyir.</p>
<form method="post" action="${SHARE_PATH}${escapeHtml(token)}">
${hasPin && !isLocked ? field : ''}
${problem}
${isLocked ? `<a class="button quiet" href="${SHARE_PATH}${escapeHtml(token)}">Yenidən yoxla</a>` : '<button class="button">Müayinəni aç</button>'}
</form>
</main>`,
  );
}

/** For a share that has ended, and for an unknown address. */
export const messagePage = (status: number): string => {
  const [title, text] =
    status === 410
      ? [
          'Bu link artıq işləmir',
          'Linkin müddəti bitib və ya göndərən onu dayandırıb. Göndərən şəxsdən yeni link istəyin.',
        ]
      : status === 404
        ? [
            'Link tapılmadı',
            'Ünvanın tam olduğunu yoxlayın və ya göndərən şəxsdən yeni link istəyin.',
          ]
        : ['Səhifə açılmadı', 'Bir azdan yenidən cəhd edin.'];
  return page(title, `<main><h1>${title}</h1><p>${text}</p></main>`);
};

/** The examination with previews and downloads, without any script. */
export function checkupPage(token: string, checkup: SharedCheckup): string {
  const { firstName, lastName, name, description, files } = checkup;
  const patient = `${firstName} ${lastName}`.trim();
  const size = files.reduce((sum, file) => sum + file.size, 0);
  const base = SHARE_PATH + token;
  const all =
    files.length > 1
      ? `<a class="button" href="${base}/zip">Hamısını yüklə (ZIP, ${formatSize(size)})</a>`
      : '';
  return page(
    patient || name,
    `<main class="wide">
<h1>${escapeHtml(patient || name)}</h1>
<p>${escapeHtml([patient && name, formatDay(checkup.createdAt)].filter(Boolean).join(' · '))}</p>
${description ? `<p class="lines">${escapeHtml(description)}</p>` : ''}
<p>Paylaşan: ${escapeHtml(checkup.sharedBy)} · Link ${formatMoment(checkup.expiresAt)} tarixinə qədər işləyir.</p>
${all}
${files.length === 0 ? '<p>Bu müayinənin faylları silinib.</p>' : ''}
<ul>
${files.map((file) => fileItem(base, file)).join('\n')}
</ul>
<p>Bu səhifədə şəxsi tibbi məlumat var. Linki və PIN kodunu yalnız etibar etdiyiniz şəxsə göndərin.</p>
</main>`,
  );
}

function fileItem(base: string, file: FileLink): string {
  const { id, name, size, imaging, previewUrl } = file;
  const picture = previewUrl
    ? `<a class="picture" href="${base}/sekil/${id}/boyuk"><img src="${base}/sekil/${id}" alt="${escapeHtml(name)}" loading="lazy"></a>`
    : `<div class="picture"><span>${escapeHtml(imagingText(imaging.state))}</span></div>`;
  const viewer = isViewable(file)
    ? `<a class="button viewer" href="${base}/bax/${id}" aria-label="Bax: ${escapeHtml(name)}">Bax</a>`
    : '';
  return `<li>${picture}<div class="file"><b>${escapeHtml(name)}</b><small>${[formatSize(size), ...countPictures(imaging)].join(' · ')}</small><br>
${viewer}<a class="button quiet" href="${base}/fayl/${id}" aria-label="${escapeHtml(name)} faylını yüklə">Yüklə</a></div></li>`;
}

const countPictures = ({ others = [] }: FileLink['imaging']): string[] =>
  others.length > 0 ? [`${others.length + 1} ${imagingMessages.pictures}`] : [];

/** Whether the viewer has more than the preview. */
const isViewable = ({ imaging: { state, kind } }: FileLink): boolean =>
  state === 'ready' && kind !== undefined && kind !== 'document';

const imagingText = (state: FileLink['imaging']['state']): string =>
  state === 'pending' || state === 'failed'
    ? imagingMessages.partner[state]
    : imagingMessages.partner.unsupported;

const page = (title: string, body: string): string => `<!doctype html>
<html lang="az">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(title)} — ${escapeHtml(provider.name)}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${STYLE}</style>
</head>
<body>
<header><img src="/favicon.svg" alt="" width="36" height="36"><b>${escapeHtml(provider.name)}</b></header>
${body}
</body>
</html>
`;

const MONTHS = 'yanvar fevral mart aprel may iyun iyul avqust sentyabr oktyabr noyabr dekabr'.split(
  ' ',
);

/** An instant in Baku, which is four hours ahead all year. */
const inBaku = (instant: string) => new Date(Date.parse(instant) + 4 * 3_600_000);

function formatDay(instant: string): string {
  const date = inBaku(instant);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

const formatTime = (instant: string): string => inBaku(instant).toISOString().slice(11, 16);

const formatMoment = (instant: string): string => `${formatDay(instant)}, ${formatTime(instant)}`;

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'];

/** As in the portal: a KB is 1,024 bytes, with one decimal. */
function formatSize(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  const value = Math.round((bytes / 1024 ** step) * 10) / 10;
  return `${value.toString().replace('.', ',')} ${UNITS[step]}`;
}
