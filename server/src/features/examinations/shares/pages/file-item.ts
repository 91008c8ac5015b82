import type { FileLink } from '@deqiq/contract/imaging/files.ts';
import * as texts from '@deqiq/messages/examinations/share-pages.js';
import * as imagingMessages from '@deqiq/messages/imaging/imaging.js';
import { escapeHtml } from '../../../../platform/http/html.ts';
import { formatSize } from './formats.ts';

/** A file in the list of a shared examination. `note`: the content of a text file. */
export function fileItem(base: string, file: FileLink, note: string | undefined): string {
  const { id, name, size, imaging, previewUrl } = file;
  const missing =
    note === undefined
      ? `<div class="picture"><span>${escapeHtml(imagingText(imaging.state))}</span></div>`
      : `<div class="file"><p class="lines">${escapeHtml(note)}</p></div>`;
  const picture = previewUrl
    ? `<a class="picture" href="${base}/sekil/${id}/boyuk"><img src="${base}/sekil/${id}" alt="${escapeHtml(name)}" loading="lazy"></a>`
    : missing;
  const isForPrograms = /\.dcm$/i.test(name);
  const large = previewUrl
    ? `<a class="button" href="${base}/sekil/${id}/boyuk" aria-label="${escapeHtml(texts.openPicture({ name }))}">${escapeHtml(texts.picture())}</a>`
    : '';
  const viewer = isViewable(file)
    ? `<a class="button viewer" href="${base}/bax/${id}" aria-label="${escapeHtml(texts.viewFile({ name }))}">${escapeHtml(texts.view())}</a>`
    : '';
  return `<li>${picture}<div class="file"><b>${escapeHtml(name)}</b><small>${[formatSize(size), ...countPictures(imaging)].join(' · ')}</small><br>
${viewer || large}<a class="button quiet" href="${base}/fayl/${id}" aria-label="${escapeHtml(texts.downloadFile({ name }))}">${escapeHtml(isForPrograms ? texts.forDoctor() : texts.download())}</a></div></li>`;
}

const countPictures = ({ others = [] }: FileLink['imaging']): string[] =>
  others.length > 0 ? [texts.pictures({ count: others.length + 1 })] : [];

/** Whether the viewer has more than the preview. */
const isViewable = ({ imaging: { state, kind } }: FileLink): boolean =>
  state === 'ready' && kind !== undefined && kind !== 'document';

function imagingText(state: FileLink['imaging']['state']): string {
  if (state === 'pending') return imagingMessages.pending();
  return state === 'failed' ? imagingMessages.failed() : imagingMessages.unsupported();
}
