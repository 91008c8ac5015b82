import { createHash } from 'node:crypto';
import type {
  ImagingKind,
  PictureSummary,
  SeriesIssue,
} from '@deqiq/contract/shared/imaging/derivatives.ts';
import sharp from 'sharp';
import type { DicomDescription } from '../../derivation.ts';
import { describe, readSpacing } from '../dicom/description.ts';
import { type DicomImage, readFrame, renderSamples } from '../dicom/render.ts';
import type { EmitPart } from './emit.ts';
import { emitPack } from './pack/pack.ts';
import { renderMiddlePlanes } from './planes.ts';
import { emitPreviews } from './previews.ts';
import { type Arrangement, arrange } from './series.ts';
import type { Slice } from './slices.ts';

/** WebP quality of radiographs; 88 is the least at which trabecular bone shows no blocks. */
const RADIOGRAPH_QUALITY = 88;

export interface Picture {
  readonly kind: ImagingKind;
  readonly description: DicomDescription;
  readonly summary: PictureSummary;
}

/** Emits the samples and previews of one picture: a single frame, a stack or a volume. */
export async function derivePicture(
  group: readonly Slice[],
  isOfSeveral: boolean,
  emit: EmitPart,
): Promise<Picture> {
  const arrangement = arrange(group);
  const { kind, slices, missing, geometry } = arrangement;
  const [first] = slices;
  if (!first) throw new Error('there is no complete frame');
  const image = first.open();
  const description = describe(image.file.data);
  const spacing = readSpacing(image.file.data, description.modality);
  const { metadata, small } = await emitPack(
    {
      kind,
      slices,
      missing,
      geometry,
      spacing: spacing.values,
      spacingKind: geometry ? 'calibrated' : spacing.kind,
    },
    emit,
  );
  const window = metadata.windows[0] ?? percentileWindow(metadata.percentiles);
  const preview = small
    ? await renderMiddlePlanes(small, { ...metadata, window })
    : await renderMiddleSlice(arrangement);
  const { data, info } = await preview.raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const previews = await emitPreviews(
    () => sharp(data, { raw: { width, height, channels } }),
    { width, height },
    RADIOGRAPH_QUALITY,
    emit,
  );
  const series = isOfSeveral ? hashSeries(first) : undefined;
  const summary = summarize(arrangement, image, description, { previews, spacing, series });
  return { kind, description, summary };
}

/** Twelve letters that name a picture among those of its file. */
const hashSeries = ({ series, width, height, channels }: Slice): string =>
  createHash('sha256')
    .update([series, width, height, channels].join(' '))
    .digest('hex')
    .slice(0, 12);

const percentileWindow = ([low, high]: readonly [number, number]) => ({
  centre: (low + high) / 2,
  width: Math.max(high - low, Number.EPSILON),
});

/** A picture, or the middle frame of a stack. */
async function renderMiddleSlice({ slices }: Arrangement<Slice>) {
  const slice = slices[Math.floor(slices.length / 2)];
  if (!slice) throw new Error('there is no slice');
  const image = slice.open();
  const samples = await readFrame(image, slice.frame);
  const { width, height, channels, pixels } = renderSamples(image, slice.frame, samples);
  return sharp(pixels, { raw: { width, height, channels } });
}

function summarize(
  { slices, missing, issues, geometry }: Arrangement<Slice>,
  { image }: DicomImage,
  description: DicomDescription,
  made: {
    readonly previews: number[];
    readonly series: string | undefined;
    readonly spacing: ReturnType<typeof readSpacing>;
  },
): PictureSummary {
  const { modality, acquiredOn, device } = description;
  const all: SeriesIssue[] = [...issues];
  if (slices.some(({ isIncomplete }) => isIncomplete)) all.push('incomplete');
  const spacing = geometry?.spacing ?? made.spacing.values;
  return {
    width: image.width,
    height: image.height,
    frames: slices.length + missing.length,
    previews: made.previews,
    spacingKind: geometry ? 'calibrated' : made.spacing.kind,
    ...(modality && { modality }),
    ...(acquiredOn && { acquiredOn }),
    ...(device && { device }),
    ...(spacing && { spacing: [...spacing] }),
    ...(all.length > 0 && { issues: all }),
    ...(missing.length > 0 && { filled: missing.length }),
    ...(made.series !== undefined && { series: made.series }),
  };
}
