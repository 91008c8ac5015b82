import { About } from './about.tsx';
import { Tour } from './carousel.tsx';
import { Contact } from './contact.tsx';
import { Figures } from './figures.tsx';
import { Hero } from './hero.tsx';
import { Services } from './services.tsx';

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
