/**
 * Prints one picture and nothing else of the page (see `print-picture` in portal.css), as large as the paper or with a width
 * in millimetres. Rejects for a damaged picture.
 */
export async function printPicture(
  blob: Blob,
  description: string,
  millimetres?: number,
): Promise<void> {
  document.querySelector('.print-picture')?.remove();
  const url = URL.createObjectURL(blob);
  const image = new Image();
  image.src = url;
  image.alt = description;
  await image.decode();
  const isWide = image.naturalWidth > image.naturalHeight;
  image.className = isWide ? 'print-picture print-wide' : 'print-picture';
  if (millimetres !== undefined)
    Object.assign(image.style, {
      width: `${millimetres}mm`,
      maxWidth: 'none',
      maxHeight: 'none',
    });
  document.body.append(image);
  const remove = () => {
    image.remove();
    URL.revokeObjectURL(url);
  };
  // A phone returns from `print` before the picture is on paper.
  window.addEventListener('afterprint', remove, { once: true });
  window.print();
}
