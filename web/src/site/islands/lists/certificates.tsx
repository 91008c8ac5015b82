import { pictureUrl } from '@deqiq/contract/imaging/pictures.ts';
import * as texts from '@deqiq/messages/site/partner-lists.js';
import { lazy, Suspense } from 'react';
import { CardPicture } from './card-picture.tsx';
import { useHistoryEntry } from './use-history-entry.ts';

/** As many thumbnails as a card shows; the rest is a count (specification, section 9). */
const SHOWN = 3;

const load = () => import('./lightbox.tsx');
const Lightbox = lazy(async () => ({ default: (await load()).Lightbox }));

const tile =
  'aspect-[3/2] w-full overflow-clip rounded-field border border-line hover:border-accent';

interface CertificatesProps {
  /** The id of the doctor's card. */
  card: string;
  doctor: string;
  files: readonly string[];
}

/** A doctor's certificates: up to three small ones, the rest as a count; each opens them all, large. */
export function Certificates({ card, doctor, files }: CertificatesProps) {
  const { at, open, close } = useHistoryEntry(card);
  const more = files.length - SHOWN;
  const alt = (index: number) => texts.certificate({ doctor, number: index + 1 });
  return (
    <>
      <ul
        className="mt-3 grid grid-cols-2 gap-2 min-[19rem]:grid-cols-4 max-sm:col-span-full"
        aria-label={texts.certificates()}
      >
        {files.slice(0, SHOWN).map((file, index) => (
          <li key={file}>
            <button
              type="button"
              className={tile}
              aria-label={alt(index)}
              onClick={() => open(index)}
            >
              <CardPicture
                kind="card"
                file={file}
                alt=""
                sizes="120px"
                lazy
                className="size-full"
              />
            </button>
          </li>
        ))}
        {more > 0 && (
          <li>
            <button
              type="button"
              className={`${tile} bg-mist text-note font-medium`}
              onClick={() => open(SHOWN)}
            >
              {texts.moreCertificates({ count: more })}
            </button>
          </li>
        )}
      </ul>
      {at !== undefined && (
        <Suspense>
          <Lightbox
            at={at}
            slides={files.map((file, index) => ({
              src: pictureUrl('card', file, 1600),
              alt: alt(index),
              thumbnail: pictureUrl('card', file, 480),
            }))}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  );
}
