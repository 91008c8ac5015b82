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
  {
    title: '3D skan və modelləşdirmə',
    text: 'Diş sıraları ağızdaxili skanerlə və ya model üzərindən skan olunur. Dişləmi ekranda qurur, həkiminizlə razılaşdırırıq.',
    Picture: ScanDrawing,
  },
  {
    title: 'CAD/CAM',
    text: 'Konstruksiya kompüterdə layihələndirilir (CAD), dəzgahda yonulur (CAM). Fayl saxlanılır: eyni işi illər sonra da təkrarlamaq olur.',
    Picture: CadCamDrawing,
  },
  {
    title: 'Sirkonium və keramik qapaqlar',
    text: 'Çeynəmə yükü düşən dişlərə möhkəm sirkonium, ön dişlərə işığı təbii diş kimi keçirən keramika.',
    Picture: CrownDrawing,
  },
  {
    title: 'Şəffaf elaynerlər',
    text: 'Dişləri addım-addım yerinə gətirən, çıxarılıb-taxılan şəffaf kapalar. Hər addımı əvvəlcədən 3D modeldə görürsünüz.',
    Picture: AlignerDrawing,
  },
  {
    title: 'İmplant restavrasiyaları',
    text: 'Fərdi abatmentlər, vintlə bərkidilən qapaq və körpülər, cərrahi şablonlar: hamısı 3D rentgen və skan əsasında.',
    Picture: ImplantDrawing,
  },
  {
    title: 'Estetik laminat və vinirlər',
    text: 'Dişin ön səthinə yapışdırılan nazik keramika. Forma və rəngi əvvəlcə sınaq maketində (mock-up) yoxlayırsınız.',
    Picture: VeneerDrawing,
  },
] as const;
