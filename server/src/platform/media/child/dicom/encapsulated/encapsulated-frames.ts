import { LimitExceeded } from '../../limit-exceeded.ts';
import type { ImageAttributes } from '../attributes.ts';
import type { DicomFile } from '../header.ts';
import { type Fragment, type FragmentList, readFragments } from './fragments.ts';

/** Parts of the file that together are one frame. */
export type Parts = readonly { readonly offset: number; readonly length: number }[];

/** Bytes of a compressed frame. */
const MAX_FRAME = 256 * 1024 * 1024;

export interface Located {
  readonly frames: readonly Parts[];
  /** Whether the file ends within the last frame. */
  readonly isCut: boolean;
}

export function encapsulatedFrames(
  file: DicomFile,
  start: number,
  image: ImageAttributes,
): Located {
  const list = readFragments(file, start);
  const frames = group(file, list, image)
    .filter((parts) => parts.length > 0)
    .slice(0, image.frames);
  return { frames, isCut: list.isCut };
}

/** Assigns fragments to frames: by the offset table, one to one, or by the start of each codestream. */
function group(file: DicomFile, list: FragmentList, image: ImageAttributes): Fragment[][] {
  const { fragments, offsets } = list;
  if (image.frames === 1) return [checkFrameSize(fragments)];
  const isOneToOne = fragments.length === image.frames && offsets.length !== image.frames;
  if (!isOneToOne && isUsable(list)) return groupByOffsets(list);
  if (fragments.length <= image.frames)
    return fragments.map((fragment) => checkFrameSize([fragment]));
  const frames: Fragment[][] = [];
  for (const fragment of fragments) {
    const last = frames.at(-1);
    if (!last || startsCodestream(file.source.read(fragment.offset, 4))) frames.push([fragment]);
    else last.push(fragment);
  }
  return frames.map(checkFrameSize);
}

/** Whether there is a table, and a fragment begins at each of its entries. */
function isUsable({ fragments, offsets, isClosed }: FragmentList): boolean {
  const starts = new Set(fragments.map(({ itemOffset }) => itemOffset));
  const end = isClosed ? Infinity : (fragments.at(-1)?.itemOffset ?? 0);
  return (
    offsets.length > 1 &&
    offsets[0] === 0 &&
    offsets.every(
      (offset, index) =>
        offset >= (offsets[index - 1] ?? 0) && (offset > end || starts.has(offset)),
    )
  );
}

function groupByOffsets({ fragments, offsets }: FragmentList): Fragment[][] {
  const starts = new Map(offsets.map((offset, index) => [offset, index]));
  const frames: Fragment[][] = offsets.map(() => []);
  let current = 0;
  for (const fragment of fragments) {
    current = starts.get(fragment.itemOffset) ?? current;
    frames[current]?.push(fragment);
  }
  return frames.map(checkFrameSize);
}

function checkFrameSize(fragments: readonly Fragment[]): Fragment[] {
  const length = fragments.reduce((sum, fragment) => sum + fragment.length, 0);
  if (length > MAX_FRAME) throw new LimitExceeded('a frame is too large');
  return [...fragments];
}

/** JPEG and JPEG-LS begin with SOI, JPEG 2000 with SOC or a JP2 signature box. */
function startsCodestream(head: Buffer): boolean {
  if (head.length < 4) return false;
  const marker = head.readUInt16BE(0);
  return marker === 0xffd8 || marker === 0xff4f || head.readUInt32BE(0) === 0x0000_000c;
}
