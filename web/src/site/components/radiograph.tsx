interface Form {
  avif: string;
  webp: string;
  /** Pixels. */
  width: number;
}

export interface Film {
  /** Narrowest first. */
  forms: readonly [Form, ...Form[]];
  width: number;
  height: number;
}

interface RadiographProps {
  film: Film;
  alt: string;
  /** How wide it is shown, as a `sizes` attribute. */
  sizes: string;
  /** The first thing seen on its page: fetched immediately. */
  first?: boolean;
  className?: string;
}

/** A radiograph in the sizes it was exported in. */
export function Radiograph({ film, alt, sizes, first = false, className }: RadiographProps) {
  const { forms, width, height } = film;
  const candidates = (kind: 'avif' | 'webp') =>
    forms.map((form) => `${form[kind]} ${form.width}w`).join(', ');
  return (
    <picture>
      <source type="image/avif" srcSet={candidates('avif')} sizes={sizes} />
      <img
        src={forms[0].webp}
        srcSet={candidates('webp')}
        sizes={sizes}
        width={width}
        height={height}
        alt={alt}
        className={className}
        {...(first ? { fetchPriority: 'high' } : { loading: 'lazy', decoding: 'async' })}
      />
    </picture>
  );
}
