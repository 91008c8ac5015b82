import { About } from './about.tsx';
import { Contact } from './contact.tsx';
import { Figures } from './figures.tsx';
import { Hero } from './hero.tsx';
import { Services } from './services.tsx';

export function Home() {
  return (
    <main id="content">
      <Hero />
      <Figures />
      <Services />
      <About />
      <Contact />
    </main>
  );
}
