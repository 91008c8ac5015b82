import type { Checkup } from '@deqiq/contract/examinations/checkups.ts';
import type { FileLink } from '@deqiq/contract/imaging/files.ts';
import type { KeyImage } from '@deqiq/contract/reports/content/report-content.ts';
import type { Role } from '@deqiq/contract/shared/roles.ts';
import * as texts from '@deqiq/messages/reports/report-screen.js';
import type { ReactNode } from 'react';
import { FilePicture } from '../file-viewer/file-picture.tsx';

type KeyImagesProps = {
  checkup: Checkup;
  images: readonly KeyImage[];
  area: Role;
  onOpen: (image: KeyImage) => void;
  /** Below an image, such as its caption and a button that removes it. */
  tools?: (image: KeyImage, index: number) => ReactNode;
};

/** The file of a key image; undefined where it was deleted since. */
export const findFile = ({ xrayFileLinks, fileLinks }: Checkup, id: string): FileLink | undefined =>
  [...xrayFileLinks, ...fileLinks].find((file) => file.id === id);

/** The pictures that the radiologist chose, side by side. A press opens one as it was saved. */
export function KeyImages({ checkup, images, area, onOpen, tools }: KeyImagesProps) {
  const shown = images.filter(({ file }) => findFile(checkup, file));
  if (shown.length === 0) return null;
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 className="text-note font-medium text-muted">{texts.keyImages()}</h3>
      <ul className="flex snap-x gap-2 overflow-x-auto pb-1">
        {images.map((image, index) => {
          const file = findFile(checkup, image.file);
          if (!file) return null;
          const name = image.caption || file.name;
          return (
            <li key={toKey(image)} className="grid w-36 shrink-0 snap-start gap-1">
              <button
                type="button"
                aria-label={texts.openImage({ name })}
                onClick={() => onOpen(image)}
                className="grid h-24 place-items-center overflow-hidden rounded-field bg-ink text-mist"
              >
                <FilePicture
                  file={file}
                  seenBy={area}
                  signSize={22}
                  width={144}
                  height={96}
                  className="size-full object-cover"
                />
              </button>
              {tools ? (
                tools(image, index)
              ) : (
                <span className="truncate text-note text-muted">{name}</span>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const toKey = ({ file, view }: KeyImage): string => JSON.stringify([file, view]);
