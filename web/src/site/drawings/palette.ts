/** The colours a drawing is made of; as a file of its own it cannot read the page's. */
export interface Palette {
  /** Outlines. */
  ink: string;
  /** Lit edges. */
  accent: string;
  /** Lines further away. */
  soft: string;
  /** Surfaces in front of others. */
  paper: string;
  /** Surfaces in the shade. */
  shade: string;
  /** Glass and screens. */
  glass: string;
  /** Lines on glass. */
  glow: string;
  /** Hair and cloth. */
  cloth: string;
}

/** On paper and mist. */
export const day: Palette = {
  ink: '#0c1b2a',
  accent: '#0b7f8c',
  soft: '#a9b7be',
  paper: '#ffffff',
  shade: '#dfe8ea',
  glass: '#0c1b2a',
  glow: '#7fe3e8',
  cloth: '#2c3f50',
};

/** On the lightbox. */
export const night: Palette = {
  ink: '#c9d6db',
  accent: '#7fe3e8',
  soft: '#3d5569',
  paper: '#12283a',
  shade: '#1a3448',
  glass: '#081420',
  glow: '#7fe3e8',
  cloth: '#24394c',
};
