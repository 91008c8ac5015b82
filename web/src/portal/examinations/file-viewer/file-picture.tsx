import { type FileLink, hasPicturePreview } from '@deqiq/contract/imaging/files.ts';
import { FileText, ScanLine } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cx } from '../../../lib/cx.ts';
import { Picture } from '../../../ui/picture.tsx';
import { findThumbnail, isPending } from './file-previews.ts';
import { fileKind } from './format.ts';
import { PreviewPicture } from './preview-picture.tsx';
import { WaitingPicture } from './waiting-picture.tsx';

type FilePictureProps = Omit<
  ComponentProps<typeof Picture>,
  'src' | 'alt' | 'fallback' | 'loading' | 'onError'
> & {
  file: FileLink;
  seenBy: 'admin' | 'partner';
  /** CSS pixels of the sign. */
  signSize: number;
};

const RADIOGRAPHS = ['DICOM', 'ZIP'];

/** A thumbnail of a file, or the icon of its type. Decorative: the name is shown beside it. */
export function FilePicture({ file, seenBy, signSize, ...picture }: FilePictureProps) {
  const thumbnail = findThumbnail(file);
  if (thumbnail) {
    // The planes of a volume are side by side: none may be cut off.
    const isVolume = file.imaging.kind === 'volume';
    const className = cx(picture.className, isVolume && 'object-contain!');
    return <PreviewPicture {...picture} className={className} src={thumbnail} alt="" isLazy />;
  }
  if (isPending(file)) return <WaitingPicture className="size-full" />;
  if (hasPicturePreview(file.name, seenBy))
    return <Picture {...picture} src={file.url} alt="" loading="lazy" />;
  const Sign = RADIOGRAPHS.includes(fileKind(file.name)) ? ScanLine : FileText;
  return <Sign size={signSize} strokeWidth={1.5} aria-hidden="true" />;
}
