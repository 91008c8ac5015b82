import triptych480Avif from '../art/cbct-triptych-480.avif';
import triptych480Webp from '../art/cbct-triptych-480.webp';
import triptych960Avif from '../art/cbct-triptych-960.avif';
import triptych960Webp from '../art/cbct-triptych-960.webp';
import triptych1344Avif from '../art/cbct-triptych-1344.avif';
import triptych1344Webp from '../art/cbct-triptych-1344.webp';
import plan400Avif from '../art/plan-400.avif';
import plan400Webp from '../art/plan-400.webp';
import plan588Avif from '../art/plan-588.avif';
import plan588Webp from '../art/plan-588.webp';
import volume480Avif from '../art/volume-480.avif';
import volume480Webp from '../art/volume-480.webp';
import volume960Avif from '../art/volume-960.avif';
import volume960Webp from '../art/volume-960.webp';
import volume1600Avif from '../art/volume-1600.avif';
import volume1600Webp from '../art/volume-1600.webp';
import type { Film } from '../components/radiograph.tsx';

export const volumeFilm: Film = {
  width: 1600,
  height: 1200,
  forms: [
    { avif: volume480Avif, webp: volume480Webp, width: 480 },
    { avif: volume960Avif, webp: volume960Webp, width: 960 },
    { avif: volume1600Avif, webp: volume1600Webp, width: 1600 },
  ],
};

export const triptychFilm: Film = {
  width: 1344,
  height: 392,
  forms: [
    { avif: triptych480Avif, webp: triptych480Webp, width: 480 },
    { avif: triptych960Avif, webp: triptych960Webp, width: 960 },
    { avif: triptych1344Avif, webp: triptych1344Webp, width: 1344 },
  ],
};

/** 14 pixels to the millimetre. */
export const planFilm: Film = {
  width: 588,
  height: 882,
  forms: [
    { avif: plan400Avif, webp: plan400Webp, width: 400 },
    { avif: plan588Avif, webp: plan588Webp, width: 588 },
  ],
};
