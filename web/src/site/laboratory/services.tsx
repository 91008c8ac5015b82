import * as texts from '@deqiq/messages/site/laboratory.js';
import {
  AlignerDrawing,
  CadCamDrawing,
  CrownDrawing,
  ImplantDrawing,
  ScanDrawing,
  VeneerDrawing,
} from './service-drawings.tsx';

/** Products of the laboratory (specification, section 2 "Public pages"). */
export const services = [
  { title: texts.scanTitle, text: texts.scanText, Picture: ScanDrawing },
  { title: texts.cadCamTitle, text: texts.cadCamText, Picture: CadCamDrawing },
  { title: texts.crownTitle, text: texts.crownText, Picture: CrownDrawing },
  { title: texts.alignerTitle, text: texts.alignerText, Picture: AlignerDrawing },
  { title: texts.implantTitle, text: texts.implantText, Picture: ImplantDrawing },
  { title: texts.veneerTitle, text: texts.veneerText, Picture: VeneerDrawing },
] as const;
