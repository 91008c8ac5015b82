import { beforeEach, describe, expect, test } from 'vitest';
import { session } from './session.ts';

const tokens = { accessToken: 'access', refreshToken: 'refresh' };
const contents = (storage: Storage) => Object.fromEntries(Object.entries(storage));
const partner = { _id: 'p1', firstName: 'Aygün', email: 'aygun@klinika.az' } as Parameters<
  typeof session.storePartner
>[0];

describe('a session in the browser', () => {
  beforeEach(() => {
    localStorage.clear();
    sessionStorage.clear();
  });

  test('remembered: role and refresh token in localStorage, the access token nowhere', () => {
    session.signIn('admin', tokens, true);
    expect(contents(localStorage)).toEqual({ role: 'admin', refreshToken: 'refresh' });
    expect(contents(sessionStorage)).toEqual({});
  });

  test('not remembered: what was stored is removed, this tab alone keeps it', () => {
    session.signIn('admin', { ...tokens, refreshToken: 'older' }, true);
    session.signIn('partner', tokens, false);
    expect(contents(localStorage)).toEqual({});
    expect(contents(sessionStorage)).toEqual({ role: 'partner', refreshToken: 'refresh' });
  });

  test('remembered after not remembered: a new tab finds only the new one', () => {
    session.signIn('partner', { ...tokens, refreshToken: 'older' }, false);
    session.signIn('admin', tokens, true);
    session.reload();
    expect(session.current()).toEqual({ role: 'admin', refreshToken: 'refresh' });
  });

  test('a refresh replaces the access token and keeps the refresh token', () => {
    session.signIn('admin', tokens, true);
    session.refreshed('newer');
    expect(session.current()).toEqual({
      role: 'admin',
      accessToken: 'newer',
      refreshToken: 'refresh',
    });
    expect(localStorage.getItem('refreshToken')).toBe('refresh');
  });

  test.each([true, false])(
    'signing out empties both storages, partner data too (%s)',
    (remember) => {
      session.signIn('partner', tokens, remember);
      session.storePartner(partner);
      expect(session.storedPartner()).toEqual(partner);
      session.clear();
      expect(contents(localStorage)).toEqual({});
      expect(contents(sessionStorage)).toEqual({});
      expect(session.storedPartner()).toBeUndefined();
      expect(session.current()).toEqual({});
    },
  );

  test('the partner is stored where the session is', () => {
    session.signIn('partner', tokens, false);
    session.storePartner(partner);
    expect(localStorage.getItem('partner')).toBeNull();
    expect(sessionStorage.getItem('partner')).toContain('Aygün');
  });

  test('a session that ended remembers whose page still stands, and nothing else', () => {
    session.signIn('partner', tokens, true);
    session.end();
    expect(session.current()).toEqual({ ended: 'partner' });
    expect(contents(localStorage)).toEqual({});
  });

  test('the end of a session here leaves alone what another tab has stored since', () => {
    session.signIn('partner', tokens, true);
    localStorage.setItem('refreshToken', 'of another tab');
    session.end();
    session.clear();
    expect(contents(localStorage)).toEqual({ role: 'partner', refreshToken: 'of another tab' });
  });

  test('a broken store is no session', () => {
    localStorage.setItem('role', 'superuser');
    localStorage.setItem('refreshToken', 'refresh');
    session.reload();
    expect(session.current()).toEqual({});
  });

  test('listeners hear of every change', () => {
    let heard = 0;
    const stop = session.subscribe(() => {
      heard += 1;
    });
    session.signIn('admin', tokens, false);
    session.refreshed('newer');
    stop();
    session.clear();
    expect(heard).toBe(2);
  });
});
