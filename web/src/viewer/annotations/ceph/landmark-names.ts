import type { Landmark } from '@deqiq/contract/shared/imaging/landmarks.ts';
import * as texts from '@deqiq/messages/viewer/ceph.js';

/** Name and location of each landmark: "Nasion – most anterior point of the frontonasal suture". */
export const landmarkNames: Readonly<Record<Landmark, () => string>> = {
  S: texts.sella,
  N: texts.nasion,
  Po: texts.porion,
  Or: texts.orbitale,
  Ba: texts.basion,
  Pt: texts.pterygoid,
  ANS: texts.anteriorSpine,
  PNS: texts.posteriorSpine,
  A: texts.pointA,
  B: texts.pointB,
  Pm: texts.protuberance,
  Pog: texts.pogonion,
  Gn: texts.gnathion,
  Me: texts.menton,
  Go: texts.gonion,
  Ar: texts.articulare,
  Xi: texts.xi,
  U1: texts.upperTip,
  U1r: texts.upperRoot,
  L1: texts.lowerTip,
  L1r: texts.lowerRoot,
  U6: texts.upperMolar,
  L6: texts.lowerMolar,
  Pn: texts.pronasale,
  Ls: texts.upperLip,
  Li: texts.lowerLipPoint,
  "Pog'": texts.softPogonion,
};
