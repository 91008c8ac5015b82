import { provider } from '@deqiq/contract/provider.ts';

export function Home() {
  return (
    <main>
      <h1>{provider.slogan}</h1>
    </main>
  );
}
