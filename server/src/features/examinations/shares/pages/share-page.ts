import { PIN_LENGTH, SHARE_PATH } from '@deqiq/contract/examinations/share-limits.ts';
import type { SharedCheckup } from '@deqiq/contract/examinations/shares.ts';
import type { FileLink } from '@deqiq/contract/imaging/files.ts';
import { imagingMessages } from '@deqiq/contract/imaging/imaging.ts';
import { escapeHtml } from '../../../../platform/http/html.ts';
import { formatDay, formatMoment, formatSize, formatTime } from './formats.ts';
import { createPage } from './page-shell.ts';

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
  return createPage(
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
  return createPage(title, `<main><h1>${title}</h1><p>${text}</p></main>`);
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
  return createPage(
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
