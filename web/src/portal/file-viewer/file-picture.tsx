import { type FileLink, hasPicturePreview } from '@deqiq/contract/files.ts';
import { FileText, ScanLine } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Picture } from '../../ui/picture.tsx';
import { notePreviewMissing } from './dicom-previews.ts';
import { fileKind } from './format.ts';
import { PreviewPicture } from './preview-picture.tsx';

type FilePictureProps = Omit<
  ComponentProps<typeof Picture>,
  'src' | 'alt' | 'instead' | 'loading' | 'onError'
> & {
  file: FileLink;
  seenBy: 'admin' | 'partner';
  /** CSS pixels of the sign. */
  signSize: number;
};

/** A thumbnail of a file, or the icon of its type. Decorative: the name is shown beside it. */
export function FilePicture({ file, seenBy, signSize, ...picture }: FilePictureProps) {
  const { name, url, previewUrl } = file;
  const isPicture = hasPicturePreview(name, seenBy);
  const src = previewUrl ?? (isPicture ? url : undefined);
  const Sign = fileKind(name) === 'DICOM' ? ScanLine : FileText;
  const sign = <Sign size={signSize} strokeWidth={1.5} aria-hidden="true" />;
  if (!src) return sign;
  // Not every DICOM file can be drawn, which is no fault to be shown.
  const props = { ...picture, alt: '', fallback: isPicture ? undefined : sign };
  if (!previewUrl) return <Picture {...props} src={src} loading="lazy" />;
  return (
    <PreviewPicture
      {...props}
      src={previewUrl}
      isLazy
      onMissing={() => notePreviewMissing(previewUrl)}
    />
  );
}
