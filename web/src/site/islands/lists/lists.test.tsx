import { fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { stubServer } from '../../../testing/server.ts';
import { Island as Companies } from '../clinics.island.tsx';
import { Island as Doctors } from '../doctors.island.tsx';
import { instagramName } from './instagram.ts';

const clinic = {
  _id: '1',
  title: 'Ağ Diş Klinikası',
  phone: '+994 12 555 01 20',
  location: 'Sumqayıt',
  instagram: '@agdis',
  imageUrl: 'a.webp',
};

const doctor = {
  _id: '1',
  firstName: 'Aytən',
  lastName: 'Məmmədova',
  phone: '+994 50 123 45 67',
  clinicName: 'Ağ Diş',
  instagram: '',
  imageUrl: 'a.webp',
  imageUrls: ['1.webp', '2.webp', '3.webp', '4.webp', '5.webp'],
};

const clinics = (...rows: object[]) =>
  stubServer({ 'GET /api/misc/clinics': { body: { clinics: rows } } });
const doctors = (...rows: object[]) =>
  stubServer({ 'GET /api/misc/partner-cards': { body: { partnerCards: rows } } });

describe('partner companies', () => {
  test('stand as skeletons until they are there', async () => {
    clinics(clinic);
    render(<Companies />);
    expect(screen.getByRole('status').textContent).toContain('Yüklənir…');
    const list = await screen.findByRole('list', { name: 'Partnyor şirkətlər' });
    within(list).getByRole('heading', { name: 'Ağ Diş Klinikası' });
    within(list).getByText('Sumqayıt');
    const phone = within(list).getByRole('link', { name: '+994 12 555 01 20' });
    expect(phone.getAttribute('href')).toBe('tel:+994125550120');
    const account = within(list).getByRole('link', { name: /@agdis/ });
    expect(account.getAttribute('href')).toBe('https://www.instagram.com/agdis');
  });

  test('come in the width the screen needs', async () => {
    clinics(clinic);
    render(<Companies />);
    const picture = await screen.findByRole('img', { name: 'Ağ Diş Klinikası' });
    expect(picture.getAttribute('srcset')).toBe(
      [480, 960, 1600]
        .map((width) => `/public/uploads/clinicFiles/a.webp?w=${width} ${width}w`)
        .join(', '),
    );
  });

  test('are in Baku unless they say otherwise', async () => {
    clinics({ ...clinic, location: '' });
    render(<Companies />);
    await screen.findByText('Bakı, Azərbaycan');
  });

  test('of which only the name is known are shown without the rest', async () => {
    clinics({ _id: '2', title: 'Yeni Klinika' }, { ...clinic, instagram: null, imageUrl: null });
    render(<Companies />);
    await screen.findByRole('heading', { name: 'Yeni Klinika' });
    expect(screen.getAllByRole('listitem').length).toBeGreaterThan(1);
    expect(screen.getByRole('img', { name: 'Yeni Klinika' }).tagName).toBe('DIV');
    screen.getByRole('heading', { name: 'Ağ Diş Klinikası' });
  });

  test('of an answer without a list are none', async () => {
    stubServer({ 'GET /api/misc/clinics': { body: {} } });
    render(<Companies />);
    await screen.findByText('Hələ partnyor klinika yoxdur');
  });

  test('with a broken picture show a placeholder', async () => {
    clinics(clinic);
    render(<Companies />);
    fireEvent.error(await screen.findByRole('img', { name: 'Ağ Diş Klinikası' }));
    expect(screen.getByRole('img', { name: 'Ağ Diş Klinikası' }).tagName).toBe('DIV');
  });

  test('that are none yet say so', async () => {
    clinics();
    render(<Companies />);
    await screen.findByText('Hələ partnyor klinika yoxdur');
  });

  test('that cannot be loaded are logged, not shouted', async () => {
    const info = vi.spyOn(console, 'info').mockImplementation(() => {});
    stubServer({ 'GET /api/misc/clinics': { status: 500, body: { message: 'Xəta' } } });
    render(<Companies />);
    await screen.findByText('Siyahını hazırda göstərə bilmirik');
    expect(info).toHaveBeenCalledOnce();
    expect(screen.queryByText('Xəta')).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('that could not be loaded appear when they are requested again', async () => {
    vi.spyOn(console, 'info').mockImplementation(() => {});
    stubServer({ 'GET /api/misc/clinics': { status: 503 } });
    render(<Companies />);
    const again = await screen.findByRole('button', { name: 'Yenidən yoxlayın' });
    clinics(clinic);
    await userEvent.click(again);
    await screen.findByRole('heading', { name: 'Ağ Diş Klinikası' });
  });

  test('loaded a moment ago appear at once and are requested again after five seconds', async () => {
    const server = clinics(clinic);
    const first = render(<Companies />);
    await screen.findByText('Sumqayıt');
    first.unmount();
    const second = render(<Companies />);
    await screen.findByText('Sumqayıt');
    expect(server.requests).toHaveLength(1);
    second.unmount();
    vi.setSystemTime(Date.now() + 6_000);
    const changed = clinics({ ...clinic, location: 'Gəncə' });
    render(<Companies />);
    screen.getByText('Sumqayıt');
    await screen.findByText('Gəncə');
    expect(changed.requests).toHaveLength(1);
    vi.useRealTimers();
  });

  test('older than a minute are not shown again', async () => {
    clinics(clinic);
    const first = render(<Companies />);
    await screen.findByText('Sumqayıt');
    first.unmount();
    vi.setSystemTime(Date.now() + 61_000);
    render(<Companies />);
    expect(screen.queryByText('Sumqayıt')).toBeNull();
    await screen.findByText('Sumqayıt');
    vi.useRealTimers();
  });
});

describe('partner doctors', () => {
  test('of whom only the name is known are shown without the rest', async () => {
    doctors({ _id: '2', firstName: 'Elçin', lastName: 'Əliyev' }, doctor);
    render(<Doctors />);
    await screen.findByRole('heading', { name: 'Elçin Əliyev' });
    screen.getByRole('heading', { name: 'Aytən Məmmədova' });
  });

  test('show three certificates and how many more there are', async () => {
    doctors(doctor);
    render(<Doctors />);
    await screen.findByRole('heading', { name: 'Aytən Məmmədova' });
    screen.getByText('Ağ Diş');
    const certificates = screen.getByRole('list', { name: 'Sertifikatlar' });
    expect(within(certificates).getAllByRole('button')).toHaveLength(4);
    within(certificates).getByRole('button', { name: '2 daha' });
  });

  test('with three certificates or none have no tile for more', async () => {
    doctors(
      { ...doctor, imageUrls: ['1.webp', '2.webp', '3.webp'] },
      { ...doctor, _id: '2', imageUrls: [] },
    );
    render(<Doctors />);
    const lists = await screen.findAllByRole('list', { name: 'Sertifikatlar' });
    expect(lists).toHaveLength(1);
    expect(screen.queryByRole('button', { name: /daha/ })).toBeNull();
  });

  test('with a broken picture show a placeholder', async () => {
    doctors(doctor);
    render(<Doctors />);
    fireEvent.error(await screen.findByRole('img', { name: 'Aytən Məmmədova' }));
    expect(screen.getByRole('img', { name: 'Aytən Məmmədova' }).tagName).toBe('DIV');
  });

  test('open their certificates large, and give the focus back', async () => {
    doctors(doctor);
    const user = userEvent.setup();
    render(<Doctors />);
    const more = await screen.findByRole('button', { name: '2 daha' });
    await user.click(more);
    const close = await screen.findByRole('button', { name: 'Bağla' });
    screen.getByRole('img', { name: 'Aytən Məmmədova, sertifikat 4' });
    await user.click(close);
    await vi.waitFor(() => expect(document.activeElement).toBe(more));
  });

  test('that are none yet say so', async () => {
    doctors();
    render(<Doctors />);
    await screen.findByText('Hələ partnyor həkim yoxdur');
  });
});

test.each([
  ['@ag.dis', 'ag.dis'],
  ['ag_dis', 'ag_dis'],
  ['https://www.instagram.com/ag.dis/?hl=az', 'ag.dis'],
  ['instagram.com/ag.dis', 'ag.dis'],
  ['javascript:alert(1)', undefined],
  ['https://example.az/ag.dis', undefined],
  ['', undefined],
])('the Instagram account of “%s”', (text, name) => {
  expect(instagramName(text)).toBe(name);
});
