import * as texts from '@deqiq/messages/site/x-ray.js';
import {
  Crosshair,
  Feather,
  type LucideIcon,
  Radiation,
  Rotate3d,
  Route,
  Timer,
} from 'lucide-react';

const advantages: readonly { title: () => string; text: () => string; Icon: LucideIcon }[] = [
  { title: texts.precisionTitle, text: texts.precisionText, Icon: Crosshair },
  { title: texts.doseTitle, text: texts.doseText, Icon: Radiation },
  { title: texts.comfortTitle, text: texts.comfortText, Icon: Timer },
  { title: texts.analysisTitle, text: texts.analysisText, Icon: Rotate3d },
  { title: texts.painlessTitle, text: texts.painlessText, Icon: Feather },
  { title: texts.planningTitle, text: texts.planningText, Icon: Route },
];

export function Advantages() {
  return (
    <section className="lightbox">
      <div className="page-width py-section">
        <h2 className="max-w-[18ch] text-headline">{texts.whyTitle()}</h2>
        <ul className="mt-10 grid gap-x-10 sm:grid-cols-2 lg:grid-cols-3">
          {advantages.map(({ title, text, Icon }) => (
            <li key={title()} className="border-line border-t pt-6 pb-9">
              <Icon aria-hidden="true" size={28} strokeWidth={1.75} className="text-accent" />
              <h3 className="mt-4 font-semibold">{title()}</h3>
              <p className="mt-1.5 max-w-sm text-muted">{text()}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
