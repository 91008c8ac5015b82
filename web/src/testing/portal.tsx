import type { Role } from '@deqiq/contract/shared/roles.ts';
import { type Language, setLanguageSource } from '@deqiq/messages/language.ts';
import { act, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ComponentType, Profiler } from 'react';
import { createMemoryRouter } from 'react-router';
import { session } from '../api/people/session/session.ts';
import { Portal } from '../portal/shell/portal.tsx';
import { routes } from '../portal/shell/routes.tsx';

/** Sets the language of all messages until the next call. */
export const speak = (language: Language) => setLanguageSource(() => language);

/** The catalogue of an area whose user has chosen no language. */
const defaultLanguage = (isAdmin: boolean): Language => (isAdmin ? 'spec' : 'az');

/** The whole portal at one address, with its real routes and guards. */
export function openPortal(address: string, language = defaultLanguage(/^\/admin/.test(address))) {
  speak(language);
  const router = createMemoryRouter(routes, { initialEntries: [address] });
  let drawings = 0;
  render(
    <Profiler id="portal" onRender={() => (drawings += 1)}>
      <Portal router={router} />
    </Profiler>,
  );
  return {
    user: userEvent.setup(),
    /** The number of renders. */
    drawings: () => drawings,
    where: () => router.state.location.pathname + router.state.location.search,
    back: () => act(() => router.navigate(-1)),
  };
}

/** Renders one screen inside the portal for a signed-in user of this role. */
export function renderScreen(role: Role, Screen: ComponentType, address = '/') {
  speak(defaultLanguage(role === 'admin'));
  session.signIn(role, { accessToken: 'access', refreshToken: 'refresh' }, false);
  const locations = [
    { path: '/', element: <Screen /> },
    { path: '/elsewhere', element: <p>elsewhere</p> },
  ];
  const router = createMemoryRouter(locations, { initialEntries: ['/elsewhere', address] });
  render(<Portal router={router} />);
  return router;
}

/** Signs in a user of this role. */
export function signedInAs(role: Role): void {
  session.signIn(role, { accessToken: 'access', refreshToken: 'refresh' }, true);
}

/** A new tab: a remembered role and refresh token, no access token. */
export function rememberedAs(role: Role): void {
  signedInAs(role);
  session.reload();
}
