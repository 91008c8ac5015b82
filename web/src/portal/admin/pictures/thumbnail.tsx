import { type PictureKind, pictureUrl } from '@deqiq/contract/imaging/pictures.ts';
import { Picture } from '../../../ui/picture.tsx';

type ThumbnailProps = {
  kind: PictureKind;
  file: string;
  /** Accessible name of the button. */
  label: string;
  /** How many there are in all; shown as a badge. */
  count?: number;
  onOpen: () => void;
};

/** A small picture in a row; a press shows it large. */
export function Thumbnail({ kind, file, label, count, onOpen }: ThumbnailProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onOpen}
      className="relative block h-11 w-15 cursor-zoom-in rounded-chip"
    >
      <Picture
        src={pictureUrl(kind, file, 480)}
        alt=""
        width={60}
        height={44}
        loading="lazy"
        className="size-full rounded-chip border border-line object-cover"
      />
      {count !== undefined && (
        <span className="absolute -top-1.5 -right-1.5 grid h-5 min-w-5 place-items-center rounded-full bg-accent px-1 text-note leading-none font-medium text-on-accent tabular-nums">
          {count}
        </span>
      )}
    </button>
  );
}
