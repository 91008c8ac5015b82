import { About } from './about.tsx';
import { Contact } from './contact.tsx';
import { Figures } from './figures.tsx';
import { Hero } from './hero.tsx';
import { Services } from './services.tsx';
import { Tour } from './tour.tsx';

export function Home() {
  return (
    <main id="content">
      <Hero />
      <Figures />
      <Tour />
      <Services />
      <About />
      <Contact />
    </main>
  );
}
