import { describe, expect, test } from 'vitest';
import { accessTokenOf } from '../../../testing/tokens.ts';
import { session } from './session.ts';

const tokens = { accessToken: 'access', refreshToken: 'refresh' };
const contents = (storage: Storage) => Object.fromEntries(Object.entries(storage));
const partner = { _id: 'p1', firstName: 'Aygün', email: 'aygun@klinika.az' } as Parameters<
  typeof session.storePartner
>[0];

describe('a session in the browser', () => {
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
    session.refreshed({ accessToken: 'newer' });
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

  test('the partner is stored in this tab alone, of a remembered session too', () => {
    session.signIn('partner', tokens, true, partner.email);
    session.storePartner(partner);
    expect(contents(localStorage)).toEqual({ role: 'partner', refreshToken: 'refresh' });
    expect(sessionStorage.getItem('partner')).toContain('Aygün');
  });

  test('clearing the tokens empties both storages, including other keys', () => {
    session.signIn('admin', tokens, true);
    localStorage.setItem('other', 'key');
    sessionStorage.setItem('other', 'key');
    session.clear();
    expect(contents(localStorage)).toEqual({});
    expect(contents(sessionStorage)).toEqual({});
  });

  test.each([true, false])('a rotated refresh token replaces the old one (%s)', (remember) => {
    session.signIn('partner', tokens, remember);
    session.refreshed({ accessToken: 'newer', refreshToken: 'rotated' });
    session.reload();
    expect(session.current()).toEqual({ role: 'partner', refreshToken: 'rotated' });
  });

  test('an access token of another person ends the session of this page', () => {
    session.signIn('partner', { ...tokens, accessToken: accessTokenOf('a') }, true);
    session.refreshed({ accessToken: accessTokenOf('b') });
    expect(session.current()).toEqual({ ended: 'partner', endedOf: 'a', hidden: true });
  });

  test('an ended session remembers the user of the open page, and nothing else', () => {
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
    let changes = 0;
    const stop = session.subscribe(() => {
      changes += 1;
    });
    session.signIn('admin', tokens, false);
    session.refreshed({ accessToken: 'newer' });
    stop();
    session.clear();
    expect(changes).toBe(2);
  });

  describe('and the browser’s other tabs', () => {
    /** The storage event after another tab changed the shared session. */
    function elsewhere(key: string | null, oldValue: string | null, newValue: string | null) {
      if (key === null) localStorage.clear();
      else if (newValue === null) localStorage.removeItem(key);
      else localStorage.setItem(key, newValue);
      const change = { storageArea: localStorage, key, oldValue, newValue };
      window.dispatchEvent(new StorageEvent('storage', change));
    }

    const ended = { ended: 'partner', endedLogin: 'aygun@klinika.az', hidden: true };

    function remembered() {
      session.signIn('partner', tokens, true);
      session.storePartner(partner);
    }

    test('a log-out there ends the session here, and hides whose page it is', () => {
      remembered();
      elsewhere('role', 'partner', null);
      expect(session.current().role).toBe('partner');
      elsewhere('refreshToken', 'refresh', null);
      expect(session.current()).toEqual(ended);
    });

    test('so does the sign-in of another user there, whose session this page does not join', () => {
      remembered();
      const other = JSON.stringify({ ...partner, email: 'other@klinika.az' });
      localStorage.setItem('partner', other);
      elsewhere('refreshToken', 'refresh', null);
      elsewhere('refreshToken', null, 'of somebody else');
      expect(session.current()).toEqual(ended);
      session.clear();
      expect(localStorage.getItem('refreshToken')).toBe('of somebody else');
    });

    test('so does a storage that is emptied as a whole', () => {
      remembered();
      elsewhere(null, null, null);
      expect(session.current()).toEqual(ended);
    });

    test('a token renewed there is the same session', () => {
      remembered();
      elsewhere('refreshToken', 'refresh', 'renewed');
      expect(session.current()).toEqual({ ...tokens, role: 'partner', refreshToken: 'renewed' });
    });

    test('a session of this tab alone is none of theirs', () => {
      session.signIn('admin', tokens, false);
      elsewhere('refreshToken', 'refresh', null);
      elsewhere('refreshToken', 'of another', null);
      elsewhere(null, null, null);
      expect(session.current()).toEqual({ ...tokens, role: 'admin' });
    });

    test('other stored values, or the log-out of another user, change nothing', () => {
      remembered();
      elsewhere('partner', null, '{}');
      window.dispatchEvent(
        new StorageEvent('storage', {
          storageArea: sessionStorage,
          key: 'refreshToken',
          oldValue: 'refresh',
          newValue: null,
        }),
      );
      window.dispatchEvent(
        new StorageEvent('storage', {
          storageArea: localStorage,
          key: 'refreshToken',
          oldValue: 'older',
          newValue: null,
        }),
      );
      expect(session.current().role).toBe('partner');
    });

    test('a page restored by Back checks whether its session is still the remembered one', () => {
      const back = () => {
        const pageshow = new Event('pageshow');
        window.dispatchEvent(Object.assign(pageshow, { persisted: true }));
      };
      remembered();
      back();
      expect(session.current().role).toBe('partner');
      localStorage.removeItem('refreshToken');
      back();
      expect(session.current()).toEqual(ended);
    });
  });
});
