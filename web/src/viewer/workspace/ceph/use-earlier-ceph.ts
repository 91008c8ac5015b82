import { findPictureScale } from '@deqiq/contract/shared/imaging/picture-scale.ts';
import { useQuery } from '@tanstack/react-query';
import type { Tracing } from '../../annotations/ceph/superimpose.ts';
import { findCeph } from '../../model/drawing/ceph-content.ts';
import { readMetadata } from '../../pixels/loading/loader.ts';
import { pictureSource } from '../../pixels/loading/source.ts';
import {
  type AnnotationsApi,
  type EarlierExamination,
  hasPixels,
  type RenewFile,
  type ViewerFile,
} from '../../viewer-file.ts';

export type EarlierCephOptions = {
  readonly earlier: readonly EarlierExamination[];
  readonly api: AnnotationsApi;
  readonly renewFile: RenewFile;
};

export type EarlierTracing = Tracing & { readonly fileId: string; readonly title: string };

/** Pictures that are searched, the first ones of the list. */
const MAX_FILES = 20;

const NO_SPACING = { spacing: undefined, spacingKind: 'unknown' } as const;

/** The saved tracings of the patient's other examinations. Their pixels are not loaded. */
export function useEarlierCeph(options: EarlierCephOptions) {
  const files = options.earlier
    .flatMap((examination) => examination.files.map((file) => ({ examination, file })))
    .filter(({ file }) => hasPixels(file) && (file.kind === 'image' || file.photoUrl !== undefined))
    .slice(0, MAX_FILES);
  const query = useQuery({
    queryKey: ['earlier-ceph', ...files.map(({ file }) => file.id)],
    enabled: files.length > 0,
    queryFn: async ({ signal }) => {
      const found = await Promise.all(
        files.map(async ({ examination: { title }, file }) => {
          const tracing = await readTracing(file, options, signal);
          return tracing && { ...tracing, fileId: file.id, title };
        }),
      );
      return found.filter((one) => one !== undefined);
    },
  });
  return { query, hasFiles: files.length > 0 };
}

async function readTracing(
  file: ViewerFile,
  { api, renewFile }: EarlierCephOptions,
  signal: AbortSignal,
): Promise<Tracing | undefined> {
  const all = await api.list(file.id, signal);
  const own = all.filter(
    ({ content: { series } }) => series === undefined || series === file.series,
  );
  const ceph = findCeph(own, 0)?.content;
  if (!ceph) return undefined;
  const contents = own.map(({ content }) => content);
  if (!file.derivedUrl) return { ceph, picture: findPictureScale(NO_SPACING, contents) };
  const source = pictureSource(file.derivedUrl);
  source.renew = async () => (await renewFile(file.id))?.derivedUrl;
  return { ceph, picture: findPictureScale(await readMetadata(source, signal), contents) };
}
