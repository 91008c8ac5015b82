/** Whether the device has a sheet that takes pictures. */
export function canSharePictures(): boolean {
  const file = new File([], 'a.png', { type: 'image/png' });
  return navigator.canShare?.({ files: [file] }) ?? false;
}

/** Opens the device's own sheet; resolves also when the user closes it. Call it in reply to a press. */
export async function sharePicture(blob: Blob, name: string): Promise<void> {
  try {
    await navigator.share({ files: [new File([blob], name, { type: blob.type })] });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
  }
}
