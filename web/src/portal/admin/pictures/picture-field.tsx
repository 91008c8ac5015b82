import { MAX_CERTIFICATES, type PictureKind } from '@deqiq/contract/imaging/pictures.ts';
import * as texts from '@deqiq/messages/office/pictures.js';
import { useEffect, useRef } from 'react';
import { Field } from '../../../ui/field/field.tsx';
import { FileDrop } from '../../../ui/field/file-drop.tsx';
import { useSingleFlight } from '../../../ui/form/use-single-flight.ts';
import {
  acceptedPictures,
  type FormPicture,
  type PictureLimits,
  showBroken,
  staffPictures,
} from './picture-rules.ts';
import type { LightboxPicture } from './picture-slides.tsx';
import { PictureTile } from './picture-tile.tsx';

type PictureFieldProps = {
  kind: PictureKind;
  label: string;
  /** The field's name in the API. */
  name: string;
  picture: FormPicture | null;
  onChange: (picture: FormPicture | null) => void;
  onEnlarge: (picture: LightboxPicture) => void;
  error?: string | undefined;
  required?: boolean;
  hint?: string;
  limits?: PictureLimits;
};

/** The single picture of a form: select, enlarge, remove. */
export function PictureField({
  kind,
  label,
  name,
  picture,
  onChange,
  onEnlarge,
  error,
  required = true,
  hint = texts.hint(),
  limits = staffPictures,
}: PictureFieldProps) {
  const reportBroken = useSingleFlight(showBroken);
  return (
    <Field label={label} required={required} error={error} hint={picture ? undefined : hint}>
      {picture ? (
        <PictureTile
          kind={kind}
          picture={picture}
          name={label}
          onEnlarge={onEnlarge}
          onRemove={() => onChange(null)}
          onBroken={() => {
            onChange(null);
            void reportBroken();
          }}
          className="aspect-16/10 max-w-80"
        />
      ) : (
        <FileDrop
          label={texts.add()}
          name={name}
          accept={limits.types.join(',')}
          onFiles={(files) => {
            const [picture] = acceptedPictures(files, limits);
            if (picture) onChange(picture);
          }}
        />
      )}
    </Field>
  );
}

type PicturesFieldProps = {
  kind: PictureKind;
  label: string;
  name: string;
  pictures: readonly FormPicture[];
  onChange: (pictures: FormPicture[]) => void;
  onEnlarge: (picture: LightboxPicture) => void;
  error?: string | undefined;
};

/** Several pictures of a form; more can be added until there are as many as there may be. */
export function PicturesField({
  kind,
  label,
  name,
  pictures,
  onChange,
  onEnlarge,
  error,
}: PicturesFieldProps) {
  const reportBroken = useSingleFlight(showBroken);
  // Several may prove broken before the next render.
  const good = useRef(pictures);
  useEffect(() => {
    good.current = pictures;
  }, [pictures]);
  return (
    <Field label={label} error={error} hint={texts.severalHint({ max: MAX_CERTIFICATES })}>
      {pictures.length > 0 && (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-2.5">
          {pictures.map((picture, index) => (
            <li key={toKey(picture)}>
              <PictureTile
                kind={kind}
                picture={picture}
                name={texts.certificate({ number: index + 1 })}
                onEnlarge={onEnlarge}
                onRemove={() => onChange(pictures.filter((other) => other !== picture))}
                onBroken={() => {
                  good.current = good.current.filter((other) => other !== picture);
                  onChange([...good.current]);
                  void reportBroken();
                }}
                className="aspect-4/3"
              />
            </li>
          ))}
        </ul>
      )}
      {pictures.length < MAX_CERTIFICATES && (
        <FileDrop
          label={texts.addSeveral()}
          name={name}
          accept={staffPictures.types.join(',')}
          multiple
          onFiles={(files) => onChange([...pictures, ...acceptedPictures(files)])}
        />
      )}
    </Field>
  );
}

const keys = new WeakMap<File, number>();
let nextId = 0;

/** Files have no id: the same one keeps the number it got first. */
function toKey(picture: FormPicture): string | number {
  if (typeof picture === 'string') return picture;
  const key = keys.get(picture) ?? nextId++;
  keys.set(picture, key);
  return key;
}
