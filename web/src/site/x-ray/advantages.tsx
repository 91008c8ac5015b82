import {
  Crosshair,
  Feather,
  type LucideIcon,
  Radiation,
  Rotate3d,
  Route,
  Timer,
} from 'lucide-react';

const advantages: readonly { title: string; text: string; Icon: LucideIcon }[] = [
  {
    title: 'Yüksək dəqiqlik',
    text: 'Vokselin tərəfi 0,1–0,4 mm-dir. Sümüyün enini və sinirə qədər məsafəni millimetrin hissələri ilə ölçürük.',
    Icon: Crosshair,
  },
  {
    title: 'Aşağı şüa dozası',
    text: 'Adi kompüter tomoqrafiyasından, bir qayda olaraq, bir neçə dəfə az: yalnız lazım olan sahə çəkilir.',
    Icon: Radiation,
  },
  {
    title: 'Sürətli və rahat',
    text: 'Bir dövrə 10–20 saniyədir. Ayaq üstə durur və ya oturursunuz, qapalı tunel yoxdur.',
    Icon: Timer,
  },
  {
    title: '3D analiz',
    text: 'Panoramik şəkildə üst-üstə düşən köklər burada ayrılır: həcmi çevirir, istənilən yerindən kəsirik.',
    Icon: Rotate3d,
  },
  {
    title: 'Ağrısız',
    text: 'Ağıza sensor qoyulmur, iynə və kontrast maddə yoxdur. Sadəcə tərpənmədən durursunuz.',
    Icon: Feather,
  },
  {
    title: 'İmplant və ortodontik planlama',
    text: 'İmplantın yeri, eni və meyli əvvəlcədən seçilir. Gömülü dişin yolu və köklərin vəziyyəti görünür.',
    Icon: Route,
  },
];

export function Advantages() {
  return (
    <section className="lightbox">
      <div className="page-width py-section">
        <h2 className="max-w-[18ch] text-headline">Niyə məhz 3D?</h2>
        <ul className="mt-10 grid gap-x-10 sm:grid-cols-2 lg:grid-cols-3">
          {advantages.map(({ title, text, Icon }) => (
            <li key={title} className="border-line border-t pt-6 pb-9">
              <Icon aria-hidden="true" size={28} strokeWidth={1.75} className="text-accent" />
              <h3 className="mt-4 font-semibold">{title}</h3>
              <p className="mt-1.5 max-w-sm text-muted">{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
