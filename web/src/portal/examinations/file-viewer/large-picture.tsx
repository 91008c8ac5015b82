import type { FileLink } from '@deqiq/contract/imaging/files.ts';
import * as imagingMessages from '@deqiq/messages/imaging/imaging.js';
import { cx } from '../../../lib/cx.ts';
import { Picture } from '../../../ui/picture.tsx';
import { isPending } from './file-previews.ts';
import { PreviewPicture } from './preview-picture.tsx';
import { WaitingPicture } from './waiting-picture.tsx';

type LargePictureProps = { file: FileLink; className: string };

/** A partner's picture from edge to edge: its preview, or the arch as long as there is none. Decorative. */
export function LargePicture({ file, className }: LargePictureProps) {
  const { url, previewUrl } = file;
  const props = { alt: '', className: cx(className, 'object-contain') };
  if (previewUrl) return <PreviewPicture {...props} src={previewUrl} isLazy />;
  if (isPending(file))
    return <WaitingPicture label={imagingMessages.pending()} className={className} />;
  return <Picture {...props} src={url} loading="lazy" />;
}
