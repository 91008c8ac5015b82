import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { toast } from '../../ui/overlay/toast.ts';
import { findMeasureScale } from '../annotations/measure-scale.ts';
import { photoMetadata } from '../model/picture/photo.ts';
import type { Renderer } from '../pixels/renderer.ts';
import { createAnnotation, createModel } from '../testing/annotations.ts';
import { SaveSection, type SaveSectionProps } from './save-section.tsx';

const examination = { patient: 'Leyla Əliyeva', title: 'Panoram', day: '20 noyabr 2026' };
const length = createAnnotation('a', {
  kind: 'length',
  points: [
    [10, 10],
    [90, 10],
  ],
});

let written: string[] = [];
let saved: { name: string; type: string; bytes: Blob }[] = [];

/** A document without layout has no canvas either: this one remembers the texts that are drawn on it. */
beforeEach(() => {
  written = [];
  saved = [];
  const functions = {
    fillText: (text: string) => written.push(text),
    measureText: (text: string) => ({ width: text.length * 7 }),
  };
  const contextOf = (canvas: HTMLCanvasElement) =>
    new Proxy<Record<string, unknown>>(
      { ...functions, canvas },
      { get: (target, name) => target[String(name)] ?? (() => undefined), set: () => true },
    );
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(function (
    this: HTMLCanvasElement,
    kind: string,
  ) {
    return (kind === '2d' ? contextOf(this) : { isContextLost: () => false }) as never;
  });
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done, type) =>
    done(new Blob(['picture'], { type: type ?? '' })),
  );
  const make = vi.spyOn(URL, 'createObjectURL');
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    const bytes = make.mock.lastCall?.[0] as Blob;
    saved.push({ name: this.download, type: bytes.type, bytes });
  });
});

function open(change: Partial<SaveSectionProps> = {}) {
  const model = createModel(photoMetadata({ width: 200, height: 100 }));
  const draw = vi.fn();
  const canvas = Object.assign(document.createElement('canvas'), { width: 400, height: 200 });
  const scale = findMeasureScale(model.subject.metadata, undefined, [], 1);
  render(
    <SaveSection
      model={model}
      canvas={canvas}
      scale={scale}
      examination={examination}
      annotations={[length]}
      {...change}
      renderer={{ draw } as unknown as Renderer}
    />,
  );
  const user = userEvent.setup();
  const press = (name: string) => user.click(screen.getByRole('button', { name }));
  return { model, draw, user, press };
}

test('saves the stage with its lines, the patient, and that it is for viewing only', async () => {
  const { draw, press } = open();
  await press('PNG');
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(draw).toHaveBeenCalledOnce();
  expect(saved[0]).toMatchObject({
    name: 'Panoram 20 noyabr 2026.png',
    type: 'image/png',
  });
  expect(written.join('|')).toContain('80 ± 1 px');
  expect(written.join(' ')).toContain('Leyla Əliyeva · Panoram · 20 noyabr 2026');
  expect(written.join(' ')).toContain('İlkin diaqnoz üçün deyil, baxış üçündür');
});

test('leaves the name out of the picture and of the file name when it is switched off', async () => {
  const { user, press } = open();
  await user.click(screen.getByRole('checkbox', { name: 'Pasiyentin adı ilə' }));
  await press('JPEG');
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]).toMatchObject({ name: 'Panoram 20 noyabr 2026.jpg', type: 'image/jpeg' });
  expect(written.join(' ')).not.toContain('Leyla');
});

test('offers no name while names are hidden on the screen', async () => {
  const { press } = open({ examination: { ...examination, patient: '' } });
  expect(screen.queryByRole('checkbox')).toBeNull();
  await press('CSV');
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]?.name).toBe('Panoram 20 noyabr 2026.csv');
  expect(await saved[0]?.bytes.text()).not.toContain('Leyla');
});

test('says that the picture is mirrored', async () => {
  const { model, press } = open();
  const [pane] = model.panes();
  if (pane) model.mirror(pane);
  await press('PNG');
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(written.join(' ')).toContain('Güzgü əksi. İlkin diaqnoz');
});

test('exports measurements only where there are some', () => {
  open({ annotations: [] });
  expect(screen.getByRole('button', { name: 'CSV' })).toHaveProperty('disabled', true);
  expect(screen.getByRole('button', { name: 'PDF' })).toHaveProperty('disabled', true);
});

test('opens the sheet of a device that shares pictures; closing it is no error', async () => {
  const error = vi.spyOn(toast, 'error');
  const share = vi.fn(() => Promise.reject(new DOMException('closed', 'AbortError')));
  vi.stubGlobal(
    'navigator',
    Object.assign(Object.create(navigator), { canShare: () => true, share }),
  );
  const { press } = open();
  await press('Paylaş');
  await waitFor(() => expect(share).toHaveBeenCalledOnce());
  expect(error).not.toHaveBeenCalled();
});

test('offers no sheet on other devices', () => {
  open();
  expect(screen.queryByRole('button', { name: 'Paylaş' })).toBeNull();
});

test('says so where the device cannot make the picture, and can be pressed again', async () => {
  const error = vi.spyOn(toast, 'error');
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementationOnce((done) => done(null));
  const { press } = open();
  await press('PNG');
  await waitFor(() =>
    expect(error).toHaveBeenCalledWith('Saxlamaq mümkün olmadı. Yenidən cəhd edin'),
  );
  await press('PNG');
  await waitFor(() => expect(saved).toHaveLength(1));
});

test('prints the picture alone and takes it away afterwards', async () => {
  HTMLImageElement.prototype.decode = () => Promise.resolve();
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
  const { press } = open();
  await press('Çap et');
  await waitFor(() => expect(print).toHaveBeenCalledOnce());
  const picture = document.querySelector('body > img.print-picture');
  expect(picture?.getAttribute('alt')).toBe('Leyla Əliyeva · Panoram · 20 noyabr 2026');
  window.dispatchEvent(new Event('afterprint'));
  expect(document.querySelector('.print-picture')).toBeNull();
});

test.each([
  ['is printed with its ruler', 60, 1],
  ['is refused where the strip does not fit on A4', 250, 0],
])('a calibrated picture %s', async (_, millimetres, prints) => {
  HTMLImageElement.prototype.decode = () => Promise.resolve();
  const print = vi.spyOn(window, 'print').mockReset().mockReturnValue();
  const error = vi.spyOn(toast, 'error');
  const metadata = photoMetadata({ width: 100, height: 75 });
  const model = createModel(metadata);
  model.resize({ width: 100, height: 75 });
  const canvas = Object.assign(document.createElement('canvas'), { width: 100, height: 75 });
  const calibration = createAnnotation('c', {
    kind: 'calibration',
    millimetres,
    points: [
      [0, 50],
      [100, 50],
    ],
  });
  const scale = findMeasureScale(metadata, undefined, [calibration], 1);
  const { press } = open({ model, canvas, scale });
  await press('1:1 çap et');
  await waitFor(() => expect(print.mock.calls.length + error.mock.calls.length).toBe(1));
  expect(print).toHaveBeenCalledTimes(prints);
  if (prints === 1) expect(written.join(' ')).toContain('50 mm');
});
